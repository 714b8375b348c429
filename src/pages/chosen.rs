//! The columns of a file: those that it names, or all that its pages allow. Must not know how a column is computed.

use super::column::PageKey;
use super::columns::COLUMNS;
use crate::util::error::{Error, shown};

/// Returns the places of the columns that become features. `named`: their names, if the file has a list.
pub(super) fn columns_of(
    named: Option<Vec<String>>,
    has_titles: bool,
    has_dates: bool,
) -> Result<Vec<usize>, Error> {
    let has = |key: PageKey| match key {
        PageKey::Title => has_titles,
        PageKey::Date => has_dates,
    };
    let Some(named) = named else {
        let allowed = COLUMNS.iter().enumerate().filter(|(_, column)| column.key().is_none_or(has));
        return Ok(allowed.map(|(place, _)| place).collect());
    };
    if named.is_empty() {
        return Err(Error::data("columns: the list is empty; leave it out, and the data have all columns"));
    }
    let mut places = Vec::with_capacity(named.len());
    for name in &named {
        let Some(place) = COLUMNS.iter().position(|column| column.name() == name) else {
            let names: Vec<&str> = COLUMNS.iter().map(|column| column.name()).collect();
            return Err(Error::data(format!(
                "columns: there is no column {}; the columns are {}",
                shown(name),
                names.join(", ")
            )));
        };
        if let Some(key) = COLUMNS[place].key().filter(|&key| !has(key)) {
            return Err(Error::data(format!("columns: {} needs pages with a {key}", shown(name))));
        }
        if places.contains(&place) {
            return Err(Error::data(format!("columns: {} is twice in the list; name it once", shown(name))));
        }
        places.push(place);
    }
    Ok(places)
}

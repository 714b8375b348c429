//! Parts of a data set that take its rows over, so that no second copy of the features exists. Must not know why.
//!
//! The features of a data set exist once. A split and a preparation move the rows into the parts and free each block
//! behind them. A scaling works in place if nothing else holds the data. An evaluation scales query by query.

use std::sync::Arc;

use super::Dataset;

impl Dataset {
    /// Divides the queries into parts. Each part keeps the order of the data and the grade scale of the whole data set.
    /// Warnings are left out, because they belong to the file of the whole data set.
    ///
    /// `part_of`: the part of every query, or `None` to leave it out. `keep`: whether a row stays; queries without such
    /// a row are left out. Memory: one block of features more, unless another data set shares them, and about 40 bytes
    /// per document.
    // Neither generic in N nor in `keep`, because each copy of the code adds to the module.
    #[inline(never)]
    pub(super) fn into_parts(
        self,
        n_parts: usize,
        part_of: &[Option<usize>],
        keep: &dyn Fn(usize) -> bool,
    ) -> Vec<Self> {
        let new = || {
            let mut part = Self::empty(self.n_features(), self.max_grade);
            part.feature_names.clone_from(&self.feature_names);
            part
        };
        let mut parts: Vec<Self> = (0..n_parts).map(|_| new()).collect();
        let mut part_of_row = vec![None; self.n_documents()];
        for query in self.queries() {
            let Some(place) = part_of[query.index] else { continue };
            let part = &mut parts[place];
            for document in query.documents.filter(|&document| keep(document)) {
                part_of_row[document] = Some(place as u8);
                part.grades.push(self.grades[document]);
                part.comments.push(self.comment(document));
                part.groups.extend(self.groups.get(document));
                part.click_weights.extend(self.click_weights.get(document));
                part.lines.extend(self.line(document));
            }
            if part.starts.last() != Some(&part.grades.len()) {
                part.ids.push(query.id.to_owned());
                part.starts.push(part.grades.len());
                part.weights.extend(self.weights.get(query.index));
            }
        }
        let mut take = |row: usize, features: &[f64]| {
            if let Some(place) = part_of_row[row] {
                parts[usize::from(place)].features_mut().push(features);
            }
        };
        match Arc::try_unwrap(self.features) {
            Ok(features) => features.into_rows(take),
            Err(shared) => (0..part_of_row.len()).for_each(|row| take(row, &shared.row(row).dense())),
        }
        parts.iter_mut().for_each(|part| part.features_mut().settle());
        parts
    }
}

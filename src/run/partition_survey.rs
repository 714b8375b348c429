//! What the driver of a distributed training learns of its partitions before it begins: whether they are parts of one
//! data set, and the scaling that is fitted to all of them. Must not know learners.

use std::collections::HashMap;

use crate::data::{Dataset, FittedScaling, Grade, MAX_FEATURES, Moments, QueryRows, Scaling, averages};
use crate::method::settings::TrainingSettings;
use crate::util::error::{Error, shown};

use super::partition_task::{Reply, Survey, Task};

/// Returns the replies of all partitions to a task, in the order of the partitions.
pub type AskPartitions = dyn Fn(&Task) -> Result<Vec<Reply>, Error> + Send + Sync;

impl Survey {
    /// Whether the lists have a value for every feature, or none.
    fn has_widths(&self) -> bool {
        let widths = [self.minimum.len(), self.maximum.len()];
        (widths == [0; 2] || widths == [self.features; 2]) && self.names.len() <= MAX_FEATURES
    }
}

/// Asks every partition for its counts and names.
pub(super) fn surveys(ask: &AskPartitions, settings: &TrainingSettings) -> Result<Vec<Survey>, Error> {
    let replies = ask(&Task::Survey { settings: settings.clone() })?;
    let survey = |(place, reply)| match reply {
        Reply::Survey(survey) => Ok(survey),
        _ => Err(wrong_reply(place)),
    };
    replies.into_iter().enumerate().map(survey).collect()
}

/// Checks that the partitions are parts of one data set. Returns the first.
pub(super) fn check_surveys(surveys: &[Survey]) -> Result<&Survey, Error> {
    let first = surveys.first().ok_or_else(|| Error::data("there are no partitions; give at least one"))?;
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (place, survey) in surveys.iter().enumerate() {
        if survey.queries.is_empty() {
            return Err(Error::data(format!("partitions[{place}] has no queries; leave it out")));
        }
        if survey.features > MAX_FEATURES || !survey.has_widths() {
            return Err(wrong_reply(place));
        }
        if survey.features != first.features {
            return Err(Error::data(format!(
                "partitions[{place}] has {} features, partitions[0] has {}; give all documents the same features",
                survey.features, first.features
            )));
        }
        if survey.names != first.names {
            return Err(Error::data(format!(
                "partitions[{place}] names its features differently from partitions[0]; give all the same columns in \
                 the same order"
            )));
        }
        for id in &survey.queries {
            if let Some(other) = places.insert(id, place) {
                return Err(Error::data(format!(
                    "query {} is in partitions[{other}] and in partitions[{place}]; put all documents of a query \
                     into one partition",
                    shown(id)
                )));
            }
        }
    }
    Ok(first)
}

/// Returns the scaling, fitted to all partitions.
pub(super) fn fitted(
    ask: &AskPartitions,
    scaling: Scaling,
    surveys: &[Survey],
) -> Result<FittedScaling, Error> {
    let extreme = |of: fn(&Survey) -> &Vec<f64>, is_beyond: fn(f64, f64) -> bool| {
        let mut extreme = of(&surveys[0]).clone();
        for survey in &surveys[1..] {
            for (extreme, &value) in extreme.iter_mut().zip(of(survey)) {
                *extreme = if is_beyond(value, *extreme) { value } else { *extreme };
            }
        }
        extreme
    };
    let minimum = extreme(|survey| &survey.minimum, |value, minimum| value < minimum);
    let maximum = extreme(|survey| &survey.maximum, |value, maximum| value > maximum);
    let n_documents = surveys.iter().fold(0_usize, |sum, survey| sum.saturating_add(survey.documents));
    let mean_of = |moments: &Moments| -> Result<Vec<f64>, Error> {
        let Moments { minimum, maximum, relative_mean } = moments.clone();
        let replies = ask(&Task::Moments { minimum, maximum, relative_mean })?;
        check_count(replies.len(), surveys.len())?;
        let mut total: Option<Vec<f64>> = None;
        for (place, reply) in replies.into_iter().enumerate() {
            let Reply::Moments { data, sums } = reply else { return Err(wrong_reply(place)) };
            check_data(place, &data, &surveys[place].data)?;
            if sums.len() != surveys[place].features {
                return Err(wrong_reply(place));
            }
            match &mut total {
                None => total = Some(sums),
                Some(total) => total.iter_mut().zip(sums).for_each(|(total, sum)| *total += sum),
            }
        }
        Ok(averages(&total.unwrap_or_default(), n_documents))
    };
    Ok(match scaling {
        Scaling::None => FittedScaling::None,
        Scaling::Query => FittedScaling::Query,
        Scaling::Rank => FittedScaling::Rank,
        Scaling::MinMax => FittedScaling::MinMax { minimum, maximum },
        Scaling::Standard => {
            let mut moments = Moments { minimum, maximum, relative_mean: None };
            moments.relative_mean = Some(mean_of(&moments)?);
            let (mean, standard_deviation) = moments.finish(&mean_of(&moments)?);
            FittedScaling::Standard { mean, standard_deviation }
        }
    })
}

/// Returns small data that a loss can learn from exactly if it can learn from the partitions: with the lowest and the
/// highest grade, in one query if a query has both kinds.
pub(super) fn outline(surveys: &[Survey]) -> Result<Dataset, Error> {
    let lowest: Grade = surveys.iter().map(|survey| survey.grades[0]).min().unwrap_or(0);
    let highest: Grade = surveys.iter().map(|survey| survey.grades[1]).max().unwrap_or(0);
    let query = |id: &str, grades: &[Grade]| QueryRows {
        id: id.to_owned(),
        grades: grades.to_vec(),
        features: vec![0.0; grades.len()],
        comments: Vec::new(),
    };
    let queries = match surveys.iter().any(|survey| survey.has_pairs) {
        true => vec![query("1", &[lowest, highest])],
        false => vec![query("1", &[lowest]), query("2", &[highest])],
    };
    Dataset::from_queries(1, &queries)
}

pub(super) fn check_count(replies: usize, partitions: usize) -> Result<(), Error> {
    if replies == partitions {
        return Ok(());
    }
    Err(Error::data(format!(
        "{replies} replies came from {partitions} partitions; return one reply for each, in the order of the partitions"
    )))
}

/// Checks that a partition still has the data that it had at first.
pub(super) fn check_data(place: usize, data: &str, expected: &str) -> Result<(), Error> {
    if data == expected {
        return Ok(());
    }
    Err(Error::data(format!(
        "partitions[{place}] replied from other data than at first; return the replies in the order of the partitions, \
         and make a lost partition again from the same data"
    )))
}

pub(super) fn wrong_reply(place: usize) -> Error {
    Error::data(format!("partitions[{place}] did another task than it was given; pass tasks on as they are"))
}

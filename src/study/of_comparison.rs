//! A comparison as a study: the same trainings and the same choice of C, with the statistics of studies.

use serde_json::{Map, Value, json};

use super::ComparisonPlan;
use super::{DataEntry, DataFields, Study};
use crate::method::method as method_of;
use crate::util::error::Error;

/// The line without any training, against which a study compares.
const UNTRAINED: &str = "mean-difference";

impl ComparisonPlan {
    /// Returns the comparison as a study on a data set.
    ///
    /// A study has one value of C per cell, so the first measure chooses it; a comparison chooses C for every measure
    /// anew. The values of the first measure are the same. Differences are against the line without any training, or
    /// the first method if it is not compared.
    ///
    /// # Errors
    /// As [`Study::parse`], such as for a plan of over 5,000 trainings.
    pub fn study(&self, data: &DataFields) -> Result<Study, Error> {
        let mut fixed = match serde_json::to_value(&self.settings) {
            Ok(Value::Object(settings)) => settings,
            _ => Map::new(),
        };
        for key in ["method", "c", "seed", "measures"] {
            fixed.remove(key);
        }
        let label =
            |name: &String| method_of(name).map_or_else(|_| name.clone(), |entry| entry.label.to_owned());
        let baseline = self.methods.iter().find(|name| name.trim().eq_ignore_ascii_case(UNTRAINED));
        let baseline = baseline.or(self.methods.first()).map(label);
        let methods: Vec<Value> =
            self.methods.iter().map(|name| json!({ "name": label(name), "method": name })).collect();
        let on = self.folds.map_or_else(|| "valid".to_owned(), |folds| format!("cv:{folds}"));
        let first = self.measures.first();
        let study = json!({
            "rankscope": "study",
            "title": "Comparison of methods",
            "data": [DataEntry(data.clone())],
            "factors": { "method": methods },
            "seeds": [self.settings.seed],
            "fixed": fixed,
            "select": { "grid": { "c": self.c_grid }, "by": first, "on": on },
            "record": self.measures,
            "compare": { "baseline": baseline },
            "plots": [{ "mark": "scatter", "x": "method", "y": first }],
        });
        Study::parse(&study.to_string())
    }
}

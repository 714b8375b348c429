//! The plan of a comparison, and the study that it makes.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::super::format::{BEST, EACH, Study};
use super::super::{DataEntry, DataFields};
use crate::method::settings::TrainingSettings;
use crate::method::{METHODS, Method, method as method_of};
use crate::metric::Measure;
use crate::ranker::Ties;
use crate::util::error::{Error, shown};
use crate::util::json;

/// What is compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default)]
pub struct ComparisonPlan {
    /// Settings that all methods share. Method, C and measures are replaced.
    pub settings: TrainingSettings,
    /// Names of methods; empty for all methods of the catalogue, or for none beside rankers.
    pub methods: Vec<String>,
    /// Values of C to try, for the methods that have it.
    pub c_grid: Vec<f64>,
    /// Measures, one column each.
    pub measures: Vec<String>,
    /// Number of folds of the cross-validation over queries that chooses C; `None` if there are validation data.
    pub folds: Option<usize>,
    /// Rankers beside the methods: files of models, runs or scores, or features such as `feature:3`.
    pub rankers: Vec<String>,
    /// Order of equal scores of rankers: `expected` or `trec`.
    pub ties: String,
    /// Method or ranker that all others are compared with; empty for the best of each measure.
    pub against: String,
}

impl Default for ComparisonPlan {
    fn default() -> Self {
        Self {
            settings: TrainingSettings::default(),
            methods: Vec::new(),
            c_grid: vec![0.01, 0.1, 1.0, 10.0, 100.0],
            measures: ["ndcg@10", "map", "mrr@10"].map(str::to_owned).to_vec(),
            folds: Some(5),
            rankers: Vec::new(),
            ties: "expected".to_owned(),
            against: String::new(),
        }
    }
}

/// Largest number of trainings of a comparison.
const MOST_TRAININGS: usize = 100_000;

impl ComparisonPlan {
    /// Returns the plan with all methods in place of none, if there are no rankers either, once everything that it
    /// names has been checked.
    ///
    /// # Errors
    /// [`Error::Config`] for an unknown method or measure, one that occurs twice, an empty grid, or fewer than two
    /// folds.
    pub fn checked(mut self) -> Result<Self, Error> {
        if self.methods.is_empty() && self.rankers.is_empty() {
            self.methods = METHODS.iter().map(|method| method.name.to_owned()).collect();
        }
        if self.c_grid.is_empty() {
            return Err(Error::config("c_grid", "no value of C to try"));
        }
        if self.measures.is_empty() {
            return Err(Error::config("measures", "no measure to compare by"));
        }
        none_twice("methods", self.methods.iter().map(|name| name.trim().to_ascii_lowercase()))?;
        none_twice("rankers", self.rankers.iter().cloned())?;
        self.ties.parse::<Ties>()?;
        none_twice("c_grid", self.c_grid.iter().map(f64::to_string))?;
        let key =
            |name: &String| name.parse().map_or_else(|_| name.clone(), |measure: Measure| measure.key());
        none_twice("measures", self.measures.iter().map(key))?;
        if self.folds.is_some_and(|folds| folds < 2) {
            return Err(Error::config("folds", "a cross-validation needs at least 2 folds"));
        }
        let trainings = self.folds.unwrap_or(0).saturating_add(1);
        if trainings.saturating_mul(self.methods.len()).saturating_mul(self.c_grid.len()) > MOST_TRAININGS {
            let [methods, values] = [self.methods.len(), self.c_grid.len()];
            let problem = format!(
                "{methods} methods with {values} values of C, {trainings} times each, are more than {MOST_TRAININGS} runs"
            );
            return Err(Error::config("folds", problem));
        }
        for method in &self.methods {
            let entry = method_of(method)?;
            for &c in grid(entry, &self) {
                let settings = TrainingSettings {
                    method: method.trim().to_ascii_lowercase(),
                    c,
                    measures: self.measures.clone(),
                    ..self.settings.clone()
                };
                settings.parse()?;
            }
        }
        Ok(self)
    }

    /// Returns the study of the comparison on a data set: a factor `method`, a grid of C in which every measure chooses
    /// its own value, and differences from the best method of each measure.
    ///
    /// # Errors
    /// As [`ComparisonPlan::checked`] and [`Study::parse`].
    pub fn study(&self, data: &DataFields) -> Result<Study, Error> {
        let plan = self.clone().checked()?;
        let mut fixed = match json::value_of(&plan.settings) {
            Value::Object(settings) => settings,
            _ => Map::new(),
        };
        for key in ["method", "c", "seed", "measures"] {
            fixed.remove(key);
        }
        let label =
            |name: &String| method_of(name).map_or_else(|_| name.clone(), |entry| entry.label.to_owned());
        let name = |name: &String| name.trim().to_ascii_lowercase();
        let methods =
            plan.methods.iter().map(|method| json!({ "name": label(method), "method": name(method) }));
        let rankers = plan.rankers.iter().map(|file| {
            // Equal scores are a matter of this option alone, so the usual order is not written.
            let ties = (plan.ties != "expected").then(|| json!({ "ties": plan.ties }));
            let mut level = json!({ "name": plan.row_name(file), "ranker": file });
            if let (Some(level), Some(Value::Object(ties))) = (level.as_object_mut(), ties) {
                level.extend(ties);
            }
            level
        });
        let levels: Vec<Value> = methods.chain(rankers).collect();
        let baseline = match plan.against.trim() {
            "" => BEST.to_owned(),
            other => plan.baseline(other)?,
        };
        let on = plan.folds.map_or_else(|| "valid".to_owned(), |folds| format!("cv:{folds}"));
        let study = json!({
            "rankscope": "study",
            "title": "Comparison of methods",
            "data": [DataEntry(data.clone())],
            "factors": { "method": levels },
            "seeds": [plan.settings.seed],
            "fixed": fixed,
            "select": { "grid": { "c": plan.c_grid }, "by": EACH, "on": on },
            "record": plan.measures,
            "compare": (levels.len() > 1).then(|| json!({ "baseline": baseline })),
            "plots": [{ "mark": "scatter", "x": "method", "y": plan.measures.first() }],
        });
        Study::parse(&study.to_string())
    }

    /// Returns the name of a ranker in tables: its file, without folders if no other ranker then has its name.
    fn row_name(&self, file: &str) -> String {
        let short = short_name(file);
        let is_unique = self.rankers.iter().filter(|other| short_name(other) == short).count() == 1;
        if is_unique { short } else { file }.to_owned()
    }

    /// Returns the name of the row that all others are compared with.
    fn baseline(&self, against: &str) -> Result<String, Error> {
        let of_method = self.methods.iter().find(|method| method.trim().eq_ignore_ascii_case(against));
        if let Some(method) = of_method {
            return Ok(method_of(method)?.label.to_owned());
        }
        let is_meant = |file: &&String| file.as_str() == against || short_name(file) == against;
        self.rankers.iter().find(is_meant).map(|file| self.row_name(file)).ok_or_else(|| {
            let rows: Vec<&str> = self.methods.iter().chain(&self.rankers).map(String::as_str).collect();
            Error::config(
                "against",
                format!("{} is not a row; the rows are {}", shown(against), rows.join(", ")),
            )
        })
    }
}

/// Returns a file without its folders.
fn short_name(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}

/// Checks that no item of a list occurs twice, as studies do.
fn none_twice(field: &'static str, items: impl Iterator<Item = String>) -> Result<(), Error> {
    let mut seen = BTreeSet::new();
    for item in items {
        if seen.contains(&item) {
            return Err(Error::config(field, format!("{} occurs twice; give it once", shown(&item))));
        }
        seen.insert(item);
    }
    Ok(())
}

/// The values of C to try for a method; one that it ignores if it has no C.
fn grid<'a>(method: &Method, plan: &'a ComparisonPlan) -> &'a [f64] {
    let count = if has_c(method) { plan.c_grid.len() } else { 1 };
    &plan.c_grid[..count]
}

fn has_c(method: &Method) -> bool {
    method.training.iter().any(|option| option.name == "c")
}

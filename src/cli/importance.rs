//! How often a model of rounds uses each feature, and what these uses gained: lines and JSON. Computes nothing itself.

use rankscope::model::Model;
use rankscope::ranking::scorer::{FeatureUse, WeakLearner};
use rankscope::util::escape::visible;
use serde_json::{Value, json};

use super::reports::figure;

/// Most features in the text.
const MOST: usize = 10;

/// The uses of features by the rounds of a model.
pub struct Importance {
    /// The most important feature first.
    uses: Vec<FeatureUse>,
    is_of_trees: bool,
}

impl Importance {
    /// Returns the uses of a model; `None` for a model without rounds, whose weights say it all.
    pub fn of(model: &Model) -> Option<Self> {
        let mut terms = model.scorer.ensembles().iter().flatten().peekable();
        terms.peek()?;
        let is_of_trees = terms.all(|term| matches!(term.weak, WeakLearner::Tree { .. }));
        Some(Self { uses: model.scorer.features(), is_of_trees })
    }

    /// The names of the two numbers of a feature. In trees they are LightGBM's importance of the types `split` and
    /// `gain`.
    pub fn headings(&self) -> [&'static str; 2] {
        if self.is_of_trees { ["splits", "gain"] } else { ["rounds", "weights"] }
    }

    /// Returns both numbers of a column of the model.
    pub fn figures(&self, column: usize) -> [String; 2] {
        let (uses, importance) = self.of_column(column);
        [uses.to_string(), figure(importance, 4)]
    }

    /// Returns the number of uses of a column, and what they gained.
    pub fn of_column(&self, column: usize) -> (usize, f64) {
        let found = self.uses.iter().find(|one| one.feature == column);
        found.map_or((0, 0.0), |one| (one.uses, one.importance))
    }

    /// Returns the table of the most important features.
    pub fn lines(&self, model: &Model) -> Vec<String> {
        let [uses, importance] = self.headings();
        let mut lines = vec![format!("{:<30} {uses:>8} {importance:>12}", "feature")];
        for one in self.uses.iter().take(MOST) {
            let name = column_name(model, one.feature);
            lines.push(format!("{:<30} {:>8} {:>12}", visible(&name), one.uses, figure(one.importance, 4)));
        }
        match self.uses.len().saturating_sub(MOST) {
            0 => {}
            rest => lines.push(format!("and {rest} more features, which --json prints")),
        }
        lines
    }

    /// Returns the uses of all features.
    pub fn json(&self, model: &Model) -> Value {
        let [uses, importance] = self.headings();
        let one = |of: &FeatureUse| json!({ "index": of.feature + 1, "name": column_name(model, of.feature), uses: of.uses, importance: of.importance });
        self.uses.iter().map(one).collect()
    }
}

/// Returns the name of a column: that of its feature, or of the features that it multiplies.
fn column_name(model: &Model, column: usize) -> String {
    match model.map.monomials().get(column) {
        Some(factors) => factors.iter().map(|&one| model.feature_name(one)).collect::<Vec<_>>().join(" · "),
        None => model.feature_name(column),
    }
}

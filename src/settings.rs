//! What a person can set for a run, as plain data in the words of the command line. Checked here, used elsewhere.

use serde::{Deserialize, Serialize};

use crate::data::{Grade, MAX_GRADE, Preparation, Scaling};
use crate::error::Error;
use crate::loss::{LossSpec, Profiles};
use crate::metric::Measure;
use crate::svm::{TrainerConfig, WorkingSetScheme};

/// Settings of a run. The command line, the page, the JS API and the model file share these words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct TrainingSettings {
    /// Name of a method in the catalogue.
    pub method: String,
    /// The measure that the method optimises, such as `ndcg@10`.
    pub measure: String,
    /// Decay profile c: `power:P`, `log`, `loglog`, `measure` or `list:V,V,…`.
    pub decay: String,
    /// Added to the rank (from 0) in `power:P`.
    pub offset: f64,
    /// Rank from which on c is 0.
    pub decay_cut: Option<usize>,
    /// How y* orders equally good documents: `aligned`, `averaged` or `fixed`.
    pub reference: String,
    /// Ranks that count, for the methods that have a cut-off of their own; absent is the method's default.
    pub cut_off: Option<usize>,
    /// Discount of SVM-NDCG: `standard` or `flat`.
    pub discount: String,
    /// ψ of SVM-MRR: `mrr` or `po`.
    pub feature_map: String,
    /// Generator of OWPC: `constant`, `top:P`, `inverse-rank` or `exp:P`.
    pub generator: String,
    /// What RankSVM does with the pairs of a query: `mean` or `sum`.
    pub pairs: String,
    /// Methods that SVM-COMBO combines.
    pub components: Vec<String>,
    /// Whether the components of SVM-COMBO have `shared` or `separate` slacks.
    pub slacks: String,
    /// `n-slack` or `1-slack`.
    pub working_set: String,
    /// C: weight of the mean slack over the queries used.
    pub c: f64,
    /// Relative duality gap at which to stop.
    pub gap: f64,
    /// Limit on the number of updates of w.
    pub max_iterations: usize,
    /// Grade, from 1, from which on a document is good, for methods and measures that know only good and bad.
    pub threshold: Grade,
    /// Feature scaling: `none`, `query`, `minmax` or `standard`.
    pub scale: String,
    /// Leave out documents whose features are all 0.
    pub drop_zero: bool,
    /// Leave out pairs of a good and a bad document with a cosine similarity above 0.99.
    pub drop_near_duplicates: bool,
    /// Seed of every random choice.
    pub seed: u64,
    /// Measures to report; none means the one that goes with `measure`.
    pub measures: Vec<String>,
}

impl Default for TrainingSettings {
    fn default() -> Self {
        Self {
            method: "dorm".to_owned(),
            measure: "ndcg@10".to_owned(),
            decay: "power:0.5".to_owned(),
            offset: 1.0,
            decay_cut: None,
            reference: "aligned".to_owned(),
            cut_off: None,
            discount: "standard".to_owned(),
            feature_map: "mrr".to_owned(),
            generator: "inverse-rank".to_owned(),
            pairs: "mean".to_owned(),
            components: ["svm-map", "svm-ndcg", "svm-ndcg-nc", "svm-mrr"].map(str::to_owned).to_vec(),
            slacks: "shared".to_owned(),
            working_set: "n-slack".to_owned(),
            c: 10.0,
            gap: 0.001,
            max_iterations: 1000,
            threshold: 1,
            scale: "none".to_owned(),
            drop_zero: false,
            drop_near_duplicates: false,
            seed: 1,
            measures: Vec::new(),
        }
    }
}

/// Settings that have been understood.
#[derive(Debug, Clone)]
pub struct RunConfig {
    /// The loss.
    pub loss: LossSpec,
    /// The optimisation.
    pub trainer: TrainerConfig,
    /// Rows to leave out of the training data.
    pub preparation: Preparation,
    /// Feature scaling.
    pub scaling: Scaling,
    /// Measures to report, at least one.
    pub measures: Vec<Measure>,
    /// Grade from which on a document is good.
    pub threshold: Grade,
}

/// The most documents for which [`TrainingSettings::profiles`] makes vectors.
const MAX_PROFILE: usize = 100_000;

impl TrainingSettings {
    /// Decay and discounts of the loss for a query of `documents` documents.
    ///
    /// # Errors
    /// [`Error::Config`] for settings that cannot be used, or for more than 100,000 documents.
    pub fn profiles(&self, documents: usize) -> Result<Profiles, Error> {
        if documents > MAX_PROFILE {
            return Err(Error::config("documents", format!("{documents} is more than {MAX_PROFILE}")));
        }
        Ok(LossSpec::parse(self)?.profiles(documents))
    }

    /// Understands the settings.
    ///
    /// # Errors
    /// [`Error::Config`] naming the first setting that is not in its grammar or range.
    pub fn parse(&self) -> Result<RunConfig, Error> {
        self.check_whole_numbers()?;
        let loss = LossSpec::parse(self)?;
        let measures = if self.measures.is_empty() {
            vec![loss.reported_measure()]
        } else {
            self.measures.iter().map(|measure| measure.parse()).collect::<Result<_, _>>()?
        };
        let trainer = TrainerConfig {
            c: self.c,
            gap: self.gap,
            max_iterations: self.max_iterations,
            working_set: self.working_set.parse::<WorkingSetScheme>()?,
            seed: self.seed,
        };
        trainer.check()?;
        Ok(RunConfig {
            loss,
            trainer,
            preparation: Preparation {
                drop_zero: self.drop_zero,
                drop_near_duplicates: self.drop_near_duplicates,
            },
            scaling: self.scale.parse()?,
            measures,
            threshold: self.threshold,
        })
    }

    /// A threshold among the grades, and no number that a model file could not bring to a 32-bit world.
    fn check_whole_numbers(&self) -> Result<(), Error> {
        if !(1..=MAX_GRADE).contains(&self.threshold) {
            let problem = format!(
                "{} is not a grade from which on documents can be good; choose one from 1 to {MAX_GRADE}",
                self.threshold
            );
            return Err(Error::config("threshold", problem));
        }
        let numbers = [
            ("max_iterations", Some(self.max_iterations)),
            ("cut_off", self.cut_off),
            ("decay_cut", self.decay_cut),
        ];
        for (field, number) in numbers {
            if let Some(number) = number.filter(|&number| u32::try_from(number).is_err()) {
                return Err(Error::config(
                    field,
                    format!("{number} is too large; the largest is {}", u32::MAX),
                ));
            }
        }
        Ok(())
    }
}

//! The settings of a run as plain data. [`method`](crate::method) checks and interprets them.

use serde::{Deserialize, Serialize};

use crate::data::Grade;

/// The value of `targets` with which every method learns from clicks.
pub const CLICKS: &str = "clicks";

/// The value of `pair_weights` with which RankSVM on clicks is PropDCG.
pub const BY_DCG: &str = "dcg";

/// Settings of a run. The command line, the page, the JS API and the model file use the same words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct TrainingSettings {
    /// Name of a method in the catalogue.
    pub method: String,
    /// The measure that the method optimises, such as `ndcg@10`.
    pub measure: String,
    /// Gain of a grade in the measure that the method optimises: `linear`, or the gains of the grades 0, 1, 2, …,
    /// separated by commas; empty for the gain of the measure. Files leave an empty one out, as older ones do.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label_gain: String,
    /// Decay profile c: `power:P`, `log`, `loglog`, `measure` or `list:V,V,…`.
    pub decay: String,
    /// Added to the rank (from 0) in `power:P`.
    pub offset: f64,
    /// Rank from which on c is 0.
    pub decay_cut: Option<usize>,
    /// How DORM finds the violator: `merge` or `assignment`.
    pub search: String,
    /// Reference of violating rankings: an ideal ranking with ties `aligned`, `averaged` or `fixed`, or `ramp`, the
    /// model's own ranking.
    pub reference: String,
    /// Cost of a document at a rank, for DORM with a position cost: a formula, or a table as JSON.
    pub cost: String,
    /// Kinds of documents, on which a cost may depend: `none` or `key:NAME`, the key in their comments.
    pub kind: String,
    /// Number of ranks that count, for methods with their own cut-off; absent for the method's default.
    pub cut_off: Option<usize>,
    /// Discount of SVM-NDCG: `standard` or `flat`.
    pub discount: String,
    /// ψ of SVM-MRR: `mrr` or `po`.
    pub feature_map: String,
    /// Generator of OWPC: `constant`, `top:P`, `inverse-rank` or `exp:P`.
    pub generator: String,
    /// Weights of the pairs of RankSVM: `mean` or `sum` over the pairs of a query.
    pub pairs: String,
    /// Pairs of RankSVM: `grades`, all pairs of different grades, or `threshold`, pairs of a good and a bad document.
    /// Model files, links and kept runs without this setting mean `threshold`, because they are older than it.
    pub pairs_of: String,
    /// Methods that SVM-COMBO combines. A method can have options of its own behind a colon, as in
    /// `svm-ndcg:cut-off=5,discount=flat`. The other settings are the defaults of all components.
    pub components: Vec<String>,
    /// Whether the components of SVM-COMBO have `shared` or `separate` slacks.
    pub slacks: String,
    /// What a grade stands for in regression and ListNet: `grade` or `gain`; `clicks` for every method that learns from
    /// the click weights of the data.
    pub targets: String,
    /// What has the same weight, `query` or `pairs`; empty is the method's first.
    pub weighting: String,
    /// Weights of pairs by their grades: `equal` or `swap-loss`; `dcg` for RankSVM on clicks.
    pub pair_weights: String,
    /// Variant of RankBoost (`third`, `first`), McRank (`classes`, `ordinal`) or LambdaMART (`normalised`,
    /// `second-order`, `published`); empty is the method's first.
    pub variant: String,
    /// Step length of FRank: `formula` or `exact`.
    pub step_length: String,
    /// Which features AdaRank may choose: `once`, `not-last` or `paper`.
    pub reuse: String,
    /// Rounds of boosting; absent is the method's default.
    pub rounds: Option<usize>,
    /// Passes over the data, for the methods that make passes; absent is the method's default.
    pub epochs: Option<usize>,
    /// Rounds or epochs without a higher validation measure after which training stops; absent for no such stop. Files
    /// leave an absent one out, as older ones do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patience: Option<usize>,
    /// Norm over the bad documents of the p-norm push, from 1.
    pub p: f64,
    /// Distribution of ranks of SoftRank: `published` or `exact`.
    pub distribution: String,
    /// Loss of a pair in the p-norm push: `logistic`, `exponential`, or `published`, which is exponential without a root.
    pub surrogate: String,
    /// Hidden units of RankNet.
    pub hidden: usize,
    /// Learning rate of RankNet.
    #[serde(alias = "rate")]
    pub learning_rate: f64,
    /// Leaves of a tree.
    pub leaves: usize,
    /// Smallest number of documents in a leaf of a tree.
    pub min_documents: usize,
    /// Largest number of splits from the root of a tree to a leaf; `None` for any.
    pub depth: Option<usize>,
    /// Factor for the values of each tree.
    pub shrinkage: f64,
    /// Share of the features that the trees of a round may use.
    pub feature_share: f64,
    /// Share of the queries that the trees of a round are fitted to.
    pub query_share: f64,
    /// Features with which the score of LambdaMART must not fall or rise, as in `up:3,down:price`, or `none`. A feature
    /// is a number, or a name of the training data without a comma.
    pub monotone: String,
    /// Weights of the classes of a binary SVM: `equal` or `balanced`.
    pub class_weights: String,
    /// Which w of an epoch of PRank is the model: `average` or `last`. Of typed weights: `average`, every feature alike, or
    /// the weights of some features, as in `39:0.8,40:0.2`. A feature is a number, or a name of the training data without
    /// a comma.
    pub weights: String,
    /// Loss of the online perceptron: `listnet`, `ranknet` or `squared-hinge`.
    pub loss: String,
    /// Largest norm of w of the online perceptron.
    pub radius: f64,
    /// Which w of the online perceptron is the model: `last`, or `mean` of the w that paid for a query.
    pub iterate: String,
    /// `n-slack` or `1-slack`.
    pub working_set: String,
    /// `shortened` or `full`: how far one update of w goes towards the minimiser.
    pub steps: String,
    /// C: weight of the mean slack over the queries used.
    pub c: f64,
    /// Relative duality gap at which to stop.
    pub gap: f64,
    /// Largest number of updates of w.
    pub max_iterations: usize,
    /// Documents with this grade (at least 1) or a higher one are good, for methods and measures with good and bad
    /// documents.
    pub threshold: Grade,
    /// Groups of documents, of which a diverse ranking shows one: `none`, `key:NAME`, a key of the comments, or
    /// `feature:I`, equal values of a feature.
    pub group: String,
    /// Feature scaling: `none`, `query`, `rank`, `minmax` or `standard`.
    pub scale: String,
    /// Feature map, after the scaling: `none`, `poly:D`, or `rbf`, `rbf:GAMMA` or `rbf:GAMMA:P`; GAMMA may be `auto`.
    pub map: String,
    /// Train on this many queries, the first of the training data; `None` for all.
    pub first_queries: Option<usize>,
    /// Leave out documents whose features are all 0.
    pub drop_zero: bool,
    /// Leave out pairs of a good and a bad document with a cosine similarity above 0.99.
    pub drop_near_duplicates: bool,
    /// Which iterate becomes the model: `optimum` or `validation`.
    pub choose: String,
    /// Smallest difference of the validation measure from that of the optimum for another iterate to be chosen.
    pub choose_margin: f64,
    /// Seed of every random choice; see [`MAX_SEED`].
    pub seed: u64,
    /// Measures to report; empty for the default measure of the method.
    pub measures: Vec<String>,
}

/// Settings that had another name, by their older names. These names are accepted and never shown.
pub const OLDER_NAMES: [(&str, &str); 1] = [("rate", "learning_rate")];

/// Returns the present name of a setting.
pub fn present_name(name: &str) -> &str {
    OLDER_NAMES.iter().find(|(older, _)| *older == name).map_or(name, |(_, present)| present)
}

impl Default for TrainingSettings {
    fn default() -> Self {
        Self {
            method: "dorm".to_owned(),
            measure: "ndcg@10".to_owned(),
            label_gain: String::new(),
            decay: "power:0.5".to_owned(),
            offset: 1.0,
            decay_cut: None,
            search: "merge".to_owned(),
            reference: "aligned".to_owned(),
            cost: "if(rank > 10, 0, (1 - 2^grade) / log2(rank + 1))".to_owned(),
            kind: "none".to_owned(),
            cut_off: None,
            discount: "standard".to_owned(),
            feature_map: "mrr".to_owned(),
            generator: "inverse-rank".to_owned(),
            pairs: "mean".to_owned(),
            pairs_of: "grades".to_owned(),
            components: ["svm-map", "svm-ndcg", "svm-ndcg-nc", "svm-mrr"].map(str::to_owned).to_vec(),
            slacks: "shared".to_owned(),
            targets: "grade".to_owned(),
            weighting: String::new(),
            pair_weights: "equal".to_owned(),
            variant: String::new(),
            step_length: "formula".to_owned(),
            reuse: "once".to_owned(),
            rounds: None,
            epochs: None,
            patience: None,
            p: 4.0,
            distribution: "published".to_owned(),
            surrogate: "logistic".to_owned(),
            hidden: 10,
            learning_rate: 0.01,
            leaves: 10,
            min_documents: 10,
            depth: None,
            shrinkage: 0.1,
            feature_share: 1.0,
            query_share: 1.0,
            monotone: "none".to_owned(),
            class_weights: "equal".to_owned(),
            weights: "average".to_owned(),
            loss: "listnet".to_owned(),
            radius: 10.0,
            iterate: "last".to_owned(),
            working_set: "n-slack".to_owned(),
            steps: "shortened".to_owned(),
            c: 10.0,
            gap: 0.001,
            max_iterations: 1000,
            threshold: 1,
            group: "none".to_owned(),
            scale: "none".to_owned(),
            map: "none".to_owned(),
            first_queries: None,
            drop_zero: false,
            drop_near_duplicates: false,
            choose: "optimum".to_owned(),
            choose_margin: 0.02,
            seed: 1,
            measures: Vec::new(),
        }
    }
}

/// Most measures of a run. A model file has a value of every one.
pub(crate) const MAX_MEASURES: usize = 1000;
/// Longest name of a measure, and longest text of a model's origin, in characters.
pub(crate) const MAX_TEXT: usize = 1000;

/// The largest seed on the command line and in the JS API, 2^53 − 1, because JavaScript does not distinguish larger
/// whole numbers. [`TrainingSettings::parse`] accepts any seed, because older model files may contain larger ones.
pub const MAX_SEED: u64 = (1 << 53) - 1;

impl TrainingSettings {
    /// Whether the settings learn from the click weights of the data instead of the grades.
    pub fn learns_from_clicks(&self) -> bool {
        self.targets.trim().eq_ignore_ascii_case(CLICKS)
    }
}

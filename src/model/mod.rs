//! The model file: the scorer, the settings of the run, the scaling of the features, and the feature map.
//!
//! A file of version 1 holds the weights of a linear scorer, version 2 any other scorer, version 3 any scorer behind a
//! feature map, version 4 feature names or provenance as well, and version 5 a model of another program, which
//! `foreign/` reads. `origin.rs` adds these two; the page adds them when
//! it saves a file. [`Model::described`] also writes defaults for settings without effect, so the page and `rankscope
//! train --out` write the same bytes. Must not know learners.

pub mod agreement;
pub mod explanation;
mod file;
mod foreign;
mod join;
mod origin;
mod provenance;

use std::borrow::Cow;

use crate::data::{Dataset, FittedMap, FittedScaling, Grade, Grouping, MAX_FEATURES, Query};
use crate::inspect::{TreePaths, tree_paths};
use crate::loss::QueryCosts;
use crate::method::settings::TrainingSettings;
use crate::metric::{COST, Labels, Mean, Measure, Undefined};
use crate::model::explanation::{Explanation, check_map, explain};
use crate::ranking::diversity::{Diversity, MAX_DIVERSE_RANKS};
use crate::ranking::scorer::Scorer;
use crate::ranking::scoring;
use crate::ranking::scoring::check_scores;
use crate::ranking::{Ranking, TiedRanking};
use crate::util::error::{Error, shown};
use crate::util::threads;

pub use foreign::{Foreign, begins_model, read_model};
pub use provenance::{
    ClickSource, DataSource, MeasuredValue, Measurements, PROGRAM, Provenance, Reading, TrainingEnd,
};

/// A model with the scaling and the map of its features. It scores raw data.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// Settings of the run that trained it. Those of a foreign model only say how measures count grades.
    pub settings: TrainingSettings,
    /// Highest grade of the data of that run, which is the scale of ERR.
    pub max_grade: Grade,
    /// Scaling that is applied before scoring.
    pub scaling: FittedScaling,
    /// Feature map that is applied after the scaling.
    pub map: FittedMap,
    /// The scorer of scaled and mapped documents.
    pub scorer: Scorer,
    /// Number of features of the training data, before the map.
    pub n_features: usize,
    /// Names of the features by place, possibly fewer than the features.
    pub names: Vec<Option<String>>,
    /// Where the model comes from, if the file says so.
    pub provenance: Option<Provenance>,
    /// What its file says, if another program trained it.
    pub foreign: Option<Foreign>,
}

/// Means of measures over the queries of a data set, and the values behind them.
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluation {
    /// One mean per measure.
    pub means: Vec<Mean>,
    /// One row per query with one value per measure; `None` if the measure is undefined for the query.
    pub per_query: Vec<Vec<Option<f64>>>,
}

impl Model {
    /// Returns a model, which requires finite numbers. `n_features`: of the training data, before the map.
    ///
    /// # Errors
    /// [`Error::Numeric`] if a weight is not finite; [`Error::Data`] if another number of the scorer is not finite,
    /// if its parts are inconsistent, or for more than [`MAX_FEATURES`] features.
    pub fn new(
        settings: TrainingSettings,
        max_grade: Grade,
        scaling: FittedScaling,
        map: FittedMap,
        scorer: Scorer,
        n_features: usize,
    ) -> Result<Self, Error> {
        if let Scorer::Linear { weights } = &scorer
            && let Some(index) = weights.iter().position(|weight| !weight.is_finite())
        {
            return Err(Error::Numeric {
                stage: "model",
                problem: format!(
                    "the weight of feature {} is {}, not a finite number",
                    index + 1,
                    weights[index]
                ),
            });
        }
        if n_features > MAX_FEATURES {
            let problem =
                format!("the model has {n_features} features; at most {MAX_FEATURES} can be opened");
            return Err(Error::data(problem));
        }
        scorer.check()?;
        map.check()?;
        if let Some(fitted) = map.n_features().filter(|&fitted| fitted != n_features) {
            return Err(Error::data(format!("the map is for {fitted} features, the model for {n_features}")));
        }
        if let (Scorer::Linear { weights }, Some(columns)) = (&scorer, map.n_columns())
            && weights.len() != columns
        {
            return Err(Error::data(format!(
                "the map has {columns} columns, the weights are {}",
                weights.len()
            )));
        }
        Ok(Self {
            settings,
            max_grade,
            scaling,
            map,
            scorer,
            n_features,
            names: Vec::new(),
            provenance: None,
            foreign: None,
        })
    }

    /// Returns one weight per feature, or per column of the map; the first belongs to index 1.
    ///
    /// # Errors
    /// [`Error::Data`] for a model that is not linear.
    pub fn weights(&self) -> Result<&[f64], Error> {
        match &self.scorer {
            Scorer::Linear { weights } => Ok(weights),
            _ => Err(Error::data(format!(
                "the model of {} is not linear, so it has no weight per feature",
                self.made_by()
            ))),
        }
    }

    /// Returns the method of Rankscope or the program that trained it.
    pub fn made_by(&self) -> &str {
        self.foreign.as_ref().map_or(&self.settings.method, |foreign| &foreign.program)
    }

    /// Returns whether all documents get the same score, because all weights are 0 or there are no terms.
    pub fn is_constant(&self) -> bool {
        match &self.scorer {
            Scorer::Linear { weights } => weights.iter().all(|&weight| weight == 0.0),
            scorer => {
                !scorer.ensembles().is_empty()
                    && scorer.ensembles().iter().flatten().all(|term| term.weight == 0.0)
            }
        }
    }

    fn is_linear(&self) -> bool {
        matches!(self.scorer, Scorer::Linear { .. })
    }

    /// Returns the data scaled and mapped for the model, without a copy if neither is needed.
    pub fn scale<'a>(&self, data: &'a Dataset) -> Cow<'a, Dataset> {
        // A model of another program has neither a scaling nor a map.
        match (self.join(data), &self.scaling) {
            (Some(join), _) => Cow::Owned(join.apply(data)),
            (None, FittedScaling::None) => self.map.apply(data),
            _ => Cow::Owned(self.scale_owned(data.clone())),
        }
    }

    /// [`scale`](Self::scale) of data that are not needed any more.
    fn scale_owned(&self, data: Dataset) -> Dataset {
        if let Some(join) = self.join(&data) {
            return join.apply(&data);
        }
        let scaled = self.scaling.apply_to(data);
        if self.map.is_none() { scaled } else { self.map.apply(&scaled).into_owned() }
    }

    /// Returns one score per point, as documents with these features would get it.
    ///
    /// `points`: raw features, row-major, [`n_features`](Self::n_features) values per point.
    ///
    /// # Errors
    /// As [`TrainingRun::score_points`](crate::run::TrainingRun::score_points).
    pub fn score_points(&self, points: &[f64]) -> Result<Vec<f64>, Error> {
        scoring::point_scores(points, self.n_features, (&self.scaling, &self.map), &self.scorer)
    }

    /// Returns one score per document, in the order of the file. Cost: that of [`Scorer::score`].
    ///
    /// # Errors
    /// [`Error::Numeric`] if a score leaves the range of floating point.
    pub fn score(&self, data: &Dataset) -> Result<Vec<f64>, Error> {
        let mut scores = vec![0.0; data.n_documents()];
        self.scorer.score(&self.scale(data), 0..data.n_documents(), &mut scores);
        data.queries().try_for_each(|query| {
            check_scores(&scores[query.documents]).map_err(|error| of_query(query.id, error))
        })?;
        Ok(data.file_order().into_iter().map(|row| scores[row]).collect())
    }

    /// Returns one score per document of a query, as [`score`](Self::score) does. Cost: that of scoring the query.
    ///
    /// # Errors
    /// [`Error::Config`] if the query does not exist; [`Error::Numeric`] if a score leaves the range of floating point.
    pub fn score_query(&self, data: &Dataset, query: usize) -> Result<Vec<f64>, Error> {
        let part = self.scale_query(data, query)?;
        scoring::scores(&part, 0..part.n_documents(), &self.scorer)
            .map_err(|error| of_query(data.query(query).id, error))
    }

    /// Returns the difference of the scores of two documents of a query, by their indices in it, feature by feature.
    /// The iteration of the explanation is 0. Cost: that of scoring the query, and that of [`explain`].
    ///
    /// # Errors
    /// As [`score_query`](Self::score_query), and as [`explain`].
    pub fn explain(&self, data: &Dataset, query: usize, documents: [usize; 2]) -> Result<Explanation, Error> {
        check_map(&self.map)?;
        let part = self.scale_query(data, query)?;
        let explanation = explain(&part, 0, 0, documents, &self.scorer, &self.map)?;
        Ok(Explanation { query, ..explanation })
    }

    /// Returns the ways of two documents of a query, by their indices in it, through one tree. `tree`: the ensemble and
    /// the round, both from 0. Cost: that of scoring the query.
    ///
    /// # Errors
    /// As [`score_query`](Self::score_query), and as [`tree_paths`].
    pub fn tree_paths(
        &self,
        data: &Dataset,
        query: usize,
        documents: [usize; 2],
        tree: [usize; 2],
    ) -> Result<TreePaths, Error> {
        tree_paths(&self.scale_query(data, query)?, &self.scorer, 0, documents, tree)
    }

    /// Returns a query alone, scaled and mapped.
    fn scale_query(&self, data: &Dataset, query: usize) -> Result<Dataset, Error> {
        data.check_query(query)?;
        Ok(self.scale_owned(data.select_queries(&[query])))
    }

    /// Returns the data with the groups of the settings if a measure needs them.
    ///
    /// # Errors
    /// [`Error::Config`] if the settings have no groups, or the data do not have those.
    pub fn grouped<'a>(&self, data: &'a Dataset, measures: &[Measure]) -> Result<Cow<'a, Dataset>, Error> {
        match measures.iter().find(|measure| measure.needs_groups()) {
            None => Ok(Cow::Borrowed(data)),
            Some(measure) => data.grouped(&self.grouping(&measure.to_string())?),
        }
    }

    /// Checks that the settings have groups if a measure needs them.
    ///
    /// # Errors
    /// [`Error::Config`] naming the measure.
    pub fn check_groups(&self, measures: &[Measure]) -> Result<(), Error> {
        let of_groups = measures.iter().find(|measure| measure.needs_groups());
        of_groups.map_or(Ok(()), |measure| self.grouping(&measure.to_string()).map(drop))
    }

    /// Returns the groups of the settings. `user`: what needs them, for the message.
    fn grouping(&self, user: &str) -> Result<Grouping, Error> {
        let grouping: Grouping = self.settings.group.parse()?;
        if grouping.is_none() {
            let problem = format!(
                "{user} needs groups of documents, and the model has none; use key:NAME or feature:I"
            );
            return Err(Error::config("group", problem));
        }
        Ok(grouping)
    }

    /// Returns the rank of every document in the ranking of its query with at most one document of a group in the first
    /// `n` ranks, from 1 and in the order of the file. Tied documents keep the order of the file.
    ///
    /// `n`: if absent, that of the measures of the model, or 10. Cost: that of [`Model::score`], and O(n log n).
    ///
    /// # Errors
    /// [`Error::Numeric`] if a score leaves the range of floating point; [`Error::Config`] for groups as in
    /// [`Model::grouped`], or if n is not from 1 to [`MAX_DIVERSE_RANKS`].
    pub fn diverse_ranks(&self, data: &Dataset, n: Option<usize>) -> Result<Vec<usize>, Error> {
        let (n, grouping) = self.diverse_rule(n)?;
        let data = data.grouped(&grouping)?;
        let scaled = self.scale(&data);
        let mut ranks = vec![0; data.n_documents()];
        for query in data.queries() {
            let scores = scoring::scores(&scaled, query.documents.clone(), &self.scorer)
                .map_err(|error| of_query(query.id, error))?;
            let rule = Diversity::new(query.groups, scores.len(), n);
            let order = rule.apply(Ranking::by_scores(&scores).order());
            for (rank, &document) in order.order().iter().enumerate() {
                ranks[query.documents.start + document as usize] = rank + 1;
            }
        }
        Ok(data.file_order().into_iter().map(|row| ranks[row]).collect())
    }

    /// Returns the number of ranks and the groups of the rule of [`Model::diverse_ranks`], before there are data.
    ///
    /// # Errors
    /// [`Error::Config`] if the settings have no groups, or if n is not from 1 to [`MAX_DIVERSE_RANKS`].
    pub fn diverse_rule(&self, n: Option<usize>) -> Result<(usize, Grouping), Error> {
        let n = n.map_or_else(|| Ok(self.settings.parse()?.diverse_ranks.min(MAX_DIVERSE_RANKS)), Ok)?;
        if !(1..=MAX_DIVERSE_RANKS).contains(&n) {
            return Err(Error::config("ranks", format!("{n} is not a number from 1 to {MAX_DIVERSE_RANKS}")));
        }
        Ok((n, self.grouping("the rule")?))
    }

    /// Returns the ranking of a query and the labels for measures.
    ///
    /// `scaled`: as [`Model::scale`] returns it. Cost: O(n d + n log n).
    ///
    /// # Errors
    /// [`Error::Numeric`] if a score leaves the range of floating point.
    pub fn rank<'a>(&self, scaled: &Dataset, query: &Query<'a>) -> Result<(TiedRanking, Labels<'a>), Error> {
        let ranking = scoring::rank(scaled, query.documents.clone(), &self.scorer)
            .map_err(|error| of_query(query.id, error))?;
        let max_grade = scaled.max_grade().max(self.max_grade);
        Ok((
            ranking,
            Labels {
                grades: query.grades,
                groups: query.groups,
                max_grade,
                threshold: self.settings.threshold,
                unjudged: 0,
            },
        ))
    }

    /// Returns the measures of the model on raw data.
    ///
    /// ```
    /// use rankscope::data::Dataset;
    /// use rankscope::metric::Undefined;
    /// use rankscope::model::Model;
    ///
    /// let model = Model::parse(r#"{ "format": "rankscope-model", "version": 1, "settings": {}, "max_grade": 2,
    ///     "scaling": { "kind": "none" }, "weights": [1.0] }"#)?;
    /// let data = Dataset::from_letor("1 qid:1 1:3\n0 qid:1 1:2\n0 qid:2 1:5\n1 qid:2 1:4\n")?;
    /// assert_eq!(model.score(&data)?, [3.0, 2.0, 5.0, 4.0]);
    /// let evaluation = model.evaluate(&data, &["rr".parse()?, "p@1".parse()?], Undefined::Skip)?;
    /// assert_eq!(evaluation.means[0].value, Some(0.75));
    /// assert_eq!(evaluation.per_query, [[Some(1.0), Some(1.0)], [Some(0.5), Some(0.0)]]);
    /// # Ok::<(), rankscope::Error>(())
    /// ```
    ///
    /// Cost: O(n d + n log n), plus the cost of the measures.
    ///
    /// # Errors
    /// [`Error::Numeric`] if a score leaves the range of floating point; as [`Model::grouped`], and as
    /// [`QueryCosts::new`] for the measure `cost`, which is that of the settings.
    pub fn evaluate(
        &self,
        data: &Dataset,
        measures: &[Measure],
        convention: Undefined,
    ) -> Result<Evaluation, Error> {
        measures.iter().try_for_each(|measure| measure.check_grades(data.max_grade()))?;
        let data = self.grouped(data, measures)?;
        let costs = self.costs(&data, measures)?;
        let is_raw = self.scaling == FittedScaling::None && self.map.is_none() && self.join(&data).is_none();
        let of_query = |index: usize| {
            let query = data.query(index);
            // Scaled query by query, so that the features exist once.
            let part = (!is_raw).then(|| self.scale_owned(data.select_queries(&[index])));
            let (ranking, labels) = match &part {
                Some(part) => self.rank(part, &part.query(0))?,
                None => self.rank(&data, &query)?,
            };
            let value = |measure: &Measure| match measure.is(&COST) {
                true => costs.as_ref().and_then(|costs| costs.value(query.index, &ranking)),
                false => measure.value(&ranking, &labels),
            };
            Ok(measures.iter().map(value).collect())
        };
        let per_query: Result<Vec<Vec<Option<f64>>>, Error> =
            threads::map(data.n_queries(), of_query).into_iter().collect();
        let per_query = per_query?;
        let means = (0..measures.len())
            .map(|measure| Mean::of(per_query.iter().map(|values| values[measure]), convention))
            .collect();
        Ok(Evaluation { means, per_query })
    }
}

impl Model {
    /// Returns the costs of the settings on raw data if a measure needs them.
    fn costs(&self, data: &Dataset, measures: &[Measure]) -> Result<Option<QueryCosts>, Error> {
        if !measures.iter().any(|measure| measure.is(&COST)) {
            return Ok(None);
        }
        QueryCosts::new(&self.settings.measured_cost()?, data).map(Some)
    }
}

/// Adds the id of the query to a numeric error.
pub(crate) fn of_query(id: &str, error: Error) -> Error {
    match error {
        Error::Numeric { stage, problem } => {
            Error::Numeric { stage, problem: format!("query {}: {problem}", shown(id)) }
        }
        other => other,
    }
}

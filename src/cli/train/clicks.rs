//! The clicks that `train` learns from: a log, and how it becomes one weight per document.

use std::path::{Path, PathBuf};

use clap::Args;
use rankscope::Error;
use rankscope::clicks::{Clip, Estimator, Propensities, WeightEstimate};
use rankscope::data::Dataset;
use rankscope::method::settings::{CLICKS, TrainingSettings};
use rankscope::method::{Bias, click_bias};
use rankscope::model::ClickSource;
use rankscope::util::counted::counted;

use crate::cli::click_args::{NameArgs, NamedCurve, PROPENSITIES_HELP, read_log, source};
use crate::cli::terminal::{self, say};
use crate::cli::{Failure, files, origin};

/// Clicks instead of grades.
#[derive(Debug, Args)]
pub struct ClickArgs {
    /// Learn from this log of clicks on the training data instead of from grades
    #[arg(long, value_name = "LOG")]
    pub clicks: Option<PathBuf>,
    /// naive takes clicks as they are, ips divides them by the chance of being seen, affine also subtracts clicks out
    /// of trust [default: ips]
    #[arg(long, value_name = "NAME", requires = "clicks")]
    pub estimator: Option<String>,
    #[arg(long, value_name = "SOURCE", requires = "clicks", help = PROPENSITIES_HELP)]
    pub propensities: Option<String>,
    /// The least propensity that is divided by: auto (1/√N for N sessions), none, or a number [default: auto]
    #[arg(long, value_name = "TAU", requires = "clicks")]
    pub clip: Option<String>,
    #[command(flatten)]
    pub names: NameArgs,
}

/// The parsed arguments of a training on clicks.
pub struct Clicks<'a> {
    log: &'a Path,
    estimator: Estimator,
    clip: Clip,
    curve: Option<NamedCurve>,
    names: &'a NameArgs,
}

impl ClickArgs {
    /// Checks the arguments, and sets the targets of the settings. `None` without a log.
    pub fn parse(
        &self,
        settings: &mut TrainingSettings,
        is_given: bool,
    ) -> Result<Option<Clicks<'_>>, Failure> {
        let Some(log) = &self.clicks else {
            if settings.learns_from_clicks() {
                let problem = "clicks needs a log of clicks on the training data; give it by --clicks";
                return Err(Error::config("targets", problem).into());
            }
            return Ok(None);
        };
        if is_given && !settings.learns_from_clicks() {
            let problem = "with --clicks the targets are clicks; leave the option out";
            return Err(Error::config("targets", problem).into());
        }
        settings.targets = CLICKS.to_owned();
        let estimator = self.estimator.as_deref().map_or(Ok(Estimator::default()), str::parse)?;
        let clip = self.clip.as_deref().map_or(Ok(Clip::default()), str::parse)?;
        if estimator == Estimator::Naive && self.clip.is_some() {
            return Err(Error::config("clip", "naive divides by nothing; leave the option out").into());
        }
        let curve = match self.propensities.as_deref() {
            None if estimator == Estimator::Naive => None,
            None => {
                let problem = format!(
                    "{} needs the chance of being seen by rank: a file of `rankscope propensities`, power:1, trust:1, or \
                     log if the log has it; naive needs none",
                    estimator.name()
                );
                return Err(Error::config("propensities", problem).into());
            }
            Some(_) if estimator == Estimator::Naive => {
                let problem = "naive divides by nothing; leave the option out, or use ips";
                return Err(Error::config("propensities", problem).into());
            }
            Some(text) => Some(NamedCurve::read(text)?),
        };
        self.names.check()?;
        Ok(Some(Clicks { log, estimator, clip, curve, names: &self.names }))
    }
}

impl Clicks<'_> {
    /// Returns what is known of the bias of the objective.
    fn known(&self, bias: Bias, estimate: &WeightEstimate) -> String {
        if self.estimator == Estimator::Naive {
            return "naive takes clicks as they are, so the objective is biased towards the ranking that users saw"
                .to_owned();
        }
        match estimate.tau.filter(|_| estimate.n_clipped > 0) {
            None => bias.sentence().to_owned(),
            Some(tau) => format!(
                "{} of documents have a propensity below {tau:.3}, which counts instead: the objective has less variance \
                 and a bias; --clip none has none",
                counted(estimate.n_clipped, "place")
            ),
        }
    }

    /// Reads the log, weighs the documents, and says what is known of the bias of the method.
    pub fn weigh(&self, data: Dataset, method: &str) -> Result<(Dataset, ClickSource), Failure> {
        let names = self.names.of(&data)?;
        let (log, checksum) = read_log(self.log, &data, &names)?;
        let curve = self.curve.as_ref().map(|named| named.clone().curve(&data)).transpose()?;
        let propensities = curve.as_ref().map(|curve| source(curve.as_ref()));
        let name = terminal::name_of(self.log);
        let estimate = log
            .click_weights(self.estimator, propensities, self.clip)
            .map_err(|error| files::about(&name, error))?;
        if estimate.n_never_shown > 0 {
            say(&format!(
                "{} of {} were never shown, and count as documents without clicks",
                counted(estimate.n_never_shown, "document"),
                data.n_documents()
            ));
        }
        if let Some(bias) = click_bias(method) {
            say(&format!("learning from clicks: {}", self.known(bias, &estimate)));
        }
        let shown = log.cells().iter().map(|cell| cell.rank as usize + 1).max().unwrap_or(0);
        let of_log = matches!(curve, Some(None));
        let curve = curve.flatten();
        let clicks = ClickSource {
            file: Some(origin::said(self.log)),
            checksum: Some(checksum),
            sessions: log.n_sessions(),
            estimator: self.estimator.name().to_owned(),
            propensities: curve
                .as_ref()
                .map_or_else(Vec::new, |curve| (0..shown).map_while(|rank| curve.at(rank)).collect()),
            of_log,
            eta: curve.as_ref().and_then(Propensities::eta),
            tau: estimate.tau,
        };
        Ok((data.with_click_weights(estimate.weights)?, clicks))
    }
}

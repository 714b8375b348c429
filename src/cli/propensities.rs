//! `rankscope propensities`.

use std::path::PathBuf;

use clap::Args;
use rankscope::Error;
use rankscope::clicks::{Curve, Estimated, EstimationSettings, PropensityEstimate, Source, estimate};
use rankscope::util::counted::counted;

use super::args::parse_whole;
use super::click_args::{LogArgs, number};
use super::terminal::{is_quiet, print_line, print_object};
use super::{Failure, write_file};

/// Arguments of `propensities`.
#[derive(Debug, Args)]
pub struct PropensitiesArgs {
    #[command(flatten)]
    pub log: LogArgs,
    /// Shape of the curve: power for (1/rank)^eta, or free for one propensity per rank
    #[arg(long, value_name = "CURVE", default_value = "power")]
    pub curve: String,
    /// Estimator: conditional (maximum likelihood), allpairs, pivot, or em
    #[arg(long, value_name = "SOURCE", default_value = "conditional")]
    pub source: String,
    /// Number of ranks, from the first, that inform the estimate
    #[arg(long, value_name = "N", default_value_t = 10, allow_negative_numbers = true, value_parser = parse_whole::<usize>)]
    pub ranks: usize,
    /// Exponent of the curve from which em starts [default: 1]
    #[arg(long, value_name = "ETA", allow_negative_numbers = true)]
    pub start: Option<f64>,
    /// Number of steps of em [default: 2000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse_whole::<usize>)]
    pub steps: Option<usize>,
    /// Write the propensities to this file, for `eval` and `train`
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print the estimate as one JSON object
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &PropensitiesArgs) -> Result<(), Failure> {
    let settings = settings(args)?;
    args.log.check()?;
    args.out.as_deref().map_or(Ok(()), |out| write_file::check(out, &[&args.log.log, &args.log.data]))?;
    let estimate = estimate(&args.log.read()?, &settings)?;
    if let Some(out) = &args.out {
        let text = estimate.propensities(settings.ranks)?.to_json() + "\n";
        write_file::write(out, text.as_bytes())?;
    }
    if args.json {
        let value = serde_json::to_value(&estimate)
            .map_err(|error| Error::data(format!("the estimate cannot be written as JSON: {error}")))?;
        return print_object("propensity_estimate", value);
    }
    print_line(&lines(&estimate).join("\n"))
}

/// Returns the settings, and refuses those without effect.
fn settings(args: &PropensitiesArgs) -> Result<EstimationSettings, Error> {
    let source: Source = args.source.parse()?;
    let curve: Curve = args.curve.parse()?;
    if source != Source::Em {
        let given = [("start", args.start.is_some()), ("steps", args.steps.is_some())];
        if let Some((name, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
            return Err(Error::config(name, "only em has it; leave it out, or add --source em"));
        }
    }
    let defaults = EstimationSettings::default();
    let settings = EstimationSettings {
        source,
        curve,
        ranks: args.ranks,
        start: args.start.unwrap_or(defaults.start),
        steps: args.steps.unwrap_or(defaults.steps),
    };
    settings.check()?;
    Ok(settings)
}

fn lines(estimate: &PropensityEstimate) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(eta) = estimate.eta {
        let interval = interval(eta).map_or(String::new(), |text| format!(", 95 % {text}"));
        lines.push(format!("eta: {:.4}{interval}", eta.value));
    }
    lines.push(format!(
        "documents at two ranks or more: {}, of {}",
        estimate.documents,
        counted(estimate.queries, "query")
    ));
    lines.push(String::new());
    lines.push(format!("{:>5} {:>14} {:>12} {:>10}  95 %", "rank", "impressions", "clicks", "p"));
    lines.extend(estimate.ranks.iter().map(|one| {
        format!(
            "{:>5} {:>14} {:>12} {:>10.6}  {}",
            one.rank + 1,
            number(one.impressions),
            number(one.clicks),
            one.p.value,
            interval(one.p).unwrap_or_else(|| "–".to_owned())
        )
    }));
    if !is_quiet() {
        lines.extend(estimate.notes.iter().map(|note| format!("note: {note}")));
    }
    lines
}

fn interval(of: Estimated) -> Option<String> {
    Some(format!("{:.6} to {:.6}", of.low?, of.high?))
}

//! `rankscope eval --clicks`: DCG of a model from the clicks on the lists of another ranker.

use std::path::{Path, PathBuf};

use clap::Args;
use rankscope::Error;
use rankscope::clicks::{ClickEvaluation, Clip, Discounts, SessionMean, evaluate_clicks};
use rankscope::metric::{DCG, Discount, Measure};
use serde_json::{Map, Value, json};

use super::args::MeasureList;
use super::click_args::{NameArgs, NamedCurve, PROPENSITIES_HELP, number, read_log, scores_of_rows, source};
use super::eval::EvalArgs;
use super::reading::DataFiles;
use super::terminal::{is_quiet, name_of, print_line, print_object};
use super::{Failure, files};

/// The measure without `--measures`.
const USUAL: &str = "dcg@10";

/// Arguments of `eval` about clicks.
#[derive(Debug, Args)]
pub struct ClickEvalArgs {
    /// Click log of other lists on these data: DCG with the clicks as gains, from click/propensity. Grades are not read
    #[arg(long, value_name = "LOG", requires = "propensities",
        conflicts_with_all = ["threshold", "max_grade", "label_gain", "group", "empty", "weighted", "per_query"])]
    pub clicks: Option<PathBuf>,
    #[arg(long, value_name = "SOURCE", requires = "clicks", help = PROPENSITIES_HELP)]
    pub propensities: Option<String>,
    /// Model file of another ranker: the difference is estimated within sessions
    #[arg(long, value_name = "FILE", requires = "clicks")]
    pub against: Option<PathBuf>,
    /// Propensities below it count as it, which makes values too low; none clips nothing [default: none]
    #[arg(long, value_name = "P", requires = "clicks", allow_negative_numbers = true)]
    pub clip: Option<String>,
    /// Names of documents in the log, as for simulate-clicks: lines, comments or auto [default: lines]
    #[arg(long, value_name = "SOURCE", requires = "clicks")]
    pub ids: Option<String>,
}

pub fn run(args: &EvalArgs, log: &Path) -> Result<(), Failure> {
    let ClickEvalArgs { propensities, against, clip, ids, .. } = &args.clicks;
    let clip = clip.as_deref().map_or(Ok(None), parse_clip)?;
    let names = NameArgs { ids: ids.clone().unwrap_or_else(|| "lines".to_owned()) };
    names.check()?;
    let measures = measures(&args.measures)?;
    // The option is required.
    let propensities = propensities.as_deref().unwrap_or_default();
    let inputs: Vec<&Path> = [args.file.as_path(), &args.model, log]
        .into_iter()
        .chain(against.as_deref())
        .chain(NamedCurve::path(propensities))
        .collect();
    files::check_inputs(&inputs)?;
    let named = NamedCurve::read(propensities)?;
    let new = files::read_model(&args.model)?;
    let old = against.as_deref().map(files::read_model).transpose()?;
    let (data, _) = DataFiles::of_model(&args.reading, &new)?.read_ungraded(&args.file)?;
    let curve = named.curve(&data)?;
    let (log, _) = read_log(log, &data, &names.of(&data)?)?;
    let scores = [Some(&new), old.as_ref()].into_iter().flatten().map(|model| scores_of_rows(model, &data));
    let scores = scores.collect::<Result<Vec<_>, _>>()?;

    let mut evaluations = Vec::with_capacity(measures.len());
    for measure in &measures {
        let discounts = scores.iter().map(|scores| Discounts::by_scores(&data, scores, measure.cut_off));
        let discounts = discounts.collect::<Result<Vec<_>, _>>()?;
        evaluations.push(evaluate_clicks(
            &log,
            &discounts[0],
            discounts.get(1),
            source(curve.as_ref()),
            clip,
        )?);
    }
    let evaluated = || measures.iter().map(ToString::to_string).zip(&evaluations);
    if args.json {
        let values = evaluated().map(|(name, evaluation)| (name, json!(evaluation)));
        let object = json!({ "clip": clip, "measures": Value::Object(values.collect::<Map<_, _>>()) });
        return print_object("click_evaluation", object);
    }
    let old = against.as_deref().map(name_of);
    for (name, evaluation) in evaluated() {
        print_line(&lines(&name, evaluation, &name_of(&args.model), old.as_deref()).join("\n"))?;
    }
    Ok(())
}

fn parse_clip(text: &str) -> Result<Option<f64>, Error> {
    match text.trim() {
        "none" => Ok(None),
        text => Clip::at(text).map(Some),
    }
}

/// Reads the measures, which must be DCG.
fn measures(lists: &[MeasureList]) -> Result<Vec<Measure>, Error> {
    let mut names = MeasureList::names(lists);
    if names.is_empty() {
        names.push(USUAL.to_owned());
    }
    names
        .iter()
        .map(|name| {
            let measure: Measure = name.parse()?;
            // Clicks are the gains.
            let is_dcg = measure == DCG.at(measure.cut_off) && measure.discount == Discount::Log2RankPlusOne;
            if is_dcg {
                return Ok(measure);
            }
            let problem = format!(
                "{measure} needs grades; clicks estimate dcg and dcg@k, whose gains are the chances of a click"
            );
            Err(Error::config("measures", problem))
        })
        .collect()
}

fn lines(name: &str, evaluation: &ClickEvaluation, new: &str, old: Option<&str>) -> Vec<String> {
    let of = |what: String, mean: &SessionMean| {
        let interval = match (mean.low, mean.high, mean.standard_error) {
            (Some(low), Some(high), Some(error)) => {
                format!(", 95 % {low:.6} to {high:.6}, standard error {error:.6}")
            }
            _ => String::new(),
        };
        format!("{what} {:.6}{interval}", mean.mean)
    };
    let mut lines = vec![format!(
        "{} over {} sessions",
        of(format!("{name} of {new}"), &evaluation.new),
        number(evaluation.sessions)
    )];
    if let (Some(old), Some(mean)) = (old, &evaluation.old) {
        lines.push(of(format!("{name} of {old}"), mean));
    }
    if let Some(difference) = &evaluation.difference {
        lines.push(of("difference".to_owned(), difference));
    }
    if !is_quiet() {
        lines.extend(evaluation.notes.iter().map(|note| format!("note: {note}")));
    }
    lines
}

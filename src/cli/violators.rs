//! `rankscope violators`.

use std::path::PathBuf;

use clap::Args;
use rankscope::Error;
use rankscope::data::Dataset;
use rankscope::inspect::{Judgement, View};
use rankscope::model::Model;
use rankscope::util::escape::visible;
use serde_json::json;

use super::options::{Given, OfLoss};
use super::reading::{DataFiles, ReadingArgs};
use super::reports::figure;
use super::terminal::{is_quiet, print_line, print_object};
use super::{Failure, files};

/// Arguments of `violators`.
#[derive(Debug, Args)]
pub struct ViolatorsArgs {
    /// Data in LETOR format, as a table (CSV, TSV) or as pages (JSON), plain or gzip; - is standard input
    pub file: PathBuf,
    /// Model file, plain or gzip; - is standard input
    #[arg(long, value_name = "FILE")]
    pub model: PathBuf,
    #[command(flatten)]
    pub options: Given<OfLoss>,
    /// The qid of the query in the file
    #[arg(long, value_name = "QID", allow_hyphen_values = true)]
    pub query: String,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// Most features in the text.
const MOST_FEATURES: usize = 10;

pub fn run(args: &ViolatorsArgs) -> Result<(), Failure> {
    files::check_inputs(&[&args.file, &args.model])?;
    let model = files::read_model(&args.model)?;
    let mut settings = model.settings.clone();
    args.options.apply(&mut settings)?;
    let config = settings.parse()?;
    args.options.check_effect(&settings, std::slice::from_ref(&settings.method))?;
    let loss = config.learner.loss().ok_or_else(|| {
        let problem = format!("{} has no structured loss, so no ranking violates it", model.settings.method);
        Error::config("method", problem)
    })?;
    let w = model.weights()?;
    let data = DataFiles::of_model(&args.reading, &model)?.read(&args.file)?;
    files::warn_about_features(&data, &model);

    let id = args.query.strip_prefix("qid:").unwrap_or(&args.query);
    let place = data.queries().find(|query| query.id == id).map(|query| query.index);
    let Some(index) = place else {
        return Err(Error::data(format!("no query {id:?} among the {} of the file", data.n_queries())).into());
    };
    let data = data.grouped(&config.group)?;
    let scaled = model.scale(&data);
    let max_grade = data.max_grade().max(model.max_grade);
    let loss = loss.clone().up_to(max_grade);
    // A model file does not hold the weights of pairs, so these data stand for the training data.
    let loss = loss.weighted_by(&data);
    let groups = loss.slack_groups();
    let judgement = Judgement {
        measure: config.measures[0],
        threshold: config.threshold,
        max_grade,
        diverse_ranks: config.diverse_ranks,
    };
    // Before the map, a weight belongs to a column of the map, not to a feature.
    let parts = if model.map.is_none() { w } else { &[] };
    // If the loss aligns its reference, the model's own scores align it.
    let view = View::new(&*scaled, index, &groups, judgement, w, Some(w))?;
    let place = view.inspect(0, None);

    if args.json {
        return print_object(
            "violator",
            json!({
                "query": place.id, "documents": place.documents.len(),
                    "reference": place.reference, "predicted": place.predicted, "violator": place.violator,
                    "loss": place.loss, "margin": place.margin, "hinge": place.hinge,
                    "coefficients": place.coefficients,
                "features": shares(&model, &scaled, index, &place.coefficients, parts).iter().map(|share| json!({
                    "index": share.feature + 1, "name": model.feature_name(share.feature),
                    "weight": share.weight, "difference": share.difference, "part": share.part(),
                })).collect::<Vec<_>>(),
            }),
        );
    }
    print_line(&format!(
        "query {}: {} documents; {}",
        visible(&place.id),
        place.documents.len(),
        place.oracle
    ))?;
    print_line(&format!("H = loss - margin = {:.6} - {:.6} = {:.6}", place.loss, place.margin, place.hinge))?;
    print_line("rank  reference         model             violator")?;
    for (rank, ((reference, predicted), violator)) in
        place.reference.iter().zip(&place.predicted).zip(&place.violator).enumerate()
    {
        let cell = |document: u32| {
            let grade = place.documents[document as usize].grade;
            format!("{:<17} ", format!("{document} (grade {grade})"))
        };
        let line = format!("{:>4}  {}{}{}", rank + 1, cell(*reference), cell(*predicted), cell(*violator));
        print_line(line.trim_end())?;
    }
    let shares = shares(&model, &scaled, index, &place.coefficients, parts);
    if !shares.is_empty() {
        print_line("feature                        weight  difference  part of the margin")?;
    }
    for share in shares.iter().take(MOST_FEATURES) {
        let name = model.feature_name(share.feature);
        let (weight, difference) = (figure(share.weight, 5), figure(share.difference, 5));
        print_line(&format!(
            "{:<26} {weight:>10}  {difference:>10}  {:>18}",
            visible(&name),
            figure(share.part(), 6)
        ))?;
    }
    let rest = shares.len().saturating_sub(MOST_FEATURES);
    if rest > 0 && !is_quiet() {
        print_line(&format!("and {rest} more features, which --json prints"))?;
    }
    Ok(())
}

/// The part of a feature in the margin ⟨w, δψ⟩.
struct Share {
    /// From 0.
    feature: usize,
    weight: f64,
    /// δψ of the feature, as the model sees it.
    difference: f64,
}

impl Share {
    fn part(&self) -> f64 {
        self.weight * self.difference
    }
}

/// Returns the features with a part in the margin, the greatest first.
///
/// `coefficients`: those of the documents of the query in δψ. `weights`: of the features; empty if there are none.
fn shares(
    model: &Model,
    scaled: &Dataset,
    query: usize,
    coefficients: &[f64],
    weights: &[f64],
) -> Vec<Share> {
    let mut sums = vec![0.0; scaled.n_features()];
    scaled.pull_back(scaled.query(query).documents, coefficients, &mut sums);
    let features = weights.iter().zip(sums).enumerate().take(model.n_features);
    let mut shares: Vec<Share> = features
        .map(|(feature, (&weight, difference))| Share { feature, weight, difference })
        .filter(|share| share.part() != 0.0)
        .collect();
    shares.sort_by(|one, other| other.part().abs().total_cmp(&one.part().abs()));
    shares
}

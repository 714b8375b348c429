//! `rankscope explain`.

use std::path::PathBuf;

use clap::Args;
use rankscope::Error;
use rankscope::data::Grade;
use rankscope::export::{DocumentIds, IdOrigin, IdSource, ranks};
use rankscope::model::Model;
use rankscope::model::explanation::{Explanation, FeaturePart, check_map};
use rankscope::ranking::scorer::Scorer;
use rankscope::util::escape::visible;
use serde_json::{Value, json};

use super::args::parse_pair;
use super::importance::Importance;
use super::reading::{DataFiles, ReadingArgs};
use super::reports::figure;
use super::terminal::{print_line, print_object};
use super::{Failure, files};

/// Arguments of `explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// Data in LETOR format, plain or gzip; - is standard input
    pub file: PathBuf,
    /// Model file, plain or gzip; - is standard input
    #[arg(long, value_name = "FILE")]
    pub model: PathBuf,
    /// The qid of the query in the file
    #[arg(long, value_name = "QID", allow_hyphen_values = true)]
    pub query: String,
    /// Two documents of the query, by their places in it from 0, such as 3,0 [default: the first and second of the
    /// ranking]
    #[arg(long, value_name = "I,K", allow_hyphen_values = true, value_parser = parse_pair)]
    pub documents: Option<[usize; 2]>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// What names one of both documents.
struct ShownDocument<'a> {
    id: &'a str,
    /// `None` if the data have no grade for it.
    grade: Option<Grade>,
    rank: usize,
}

/// Most features in the text.
const MOST_FEATURES: usize = 20;

pub fn run(args: &ExplainArgs) -> Result<(), Failure> {
    files::check_inputs(&[&args.file, &args.model])?;
    let model = files::read_model(&args.model)?;
    check_map(&model.map)?;
    let (data, ungraded) = DataFiles::of_model(&args.reading, &model)?.read_ungraded(&args.file)?;
    files::warn_about_features(&data, &model);
    let id = args.query.strip_prefix("qid:").unwrap_or(&args.query);
    let Some(query) = data.find_query(id) else {
        let problem =
            format!("no query {id:?} among the {} of the file; give the qid of one", data.n_queries());
        return Err(Error::data(problem).into());
    };
    let ids = DocumentIds::of(&data, IdSource::Auto)?;
    let ranks = ranks(&data, query, &model.score_query(&data, query)?, &ids);
    let documents = args.documents.map_or_else(|| first_two(&ranks), Ok)?;
    let result = model.explain(&data, query, documents)?;
    let first_row = data.query(query).documents.start;
    let shown = documents.map(|document| {
        let row = first_row + document;
        let is_ungraded = data.line(row).is_some_and(|line| ungraded.binary_search(&line).is_ok());
        ShownDocument {
            id: ids.get(row),
            grade: (!is_ungraded).then(|| data.grade(row)),
            rank: ranks[document],
        }
    });
    if args.json {
        return print_object("explanation", object(id, &model, &result, &shown));
    }
    let [one, other] = documents;
    print_line(&format!(
        "query {}: document {one} has the score {}, document {other} {}; difference {}",
        visible(id),
        figure(result.scores[0], 6),
        figure(result.scores[1], 6),
        figure(result.difference, 6)
    ))?;
    for (document, ShownDocument { id: name, grade, rank }) in documents.into_iter().zip(&shown) {
        let grade = grade.map_or_else(|| "no grade".to_owned(), |grade| format!("grade {grade}"));
        let name = match ids.origin {
            IdOrigin::Lines { .. } => format!("line {name}"),
            IdOrigin::Keys | IdOrigin::FirstWords => format!("id {name}"),
        };
        print_line(&format!("document {document}: {name}, {grade}, rank {rank} of {}", ranks.len()))?;
    }
    let importance = Importance::of(&model);
    let of_model = |[uses, gain]: [String; 2]| format!(" {uses:>8} {gain:>12}");
    print_line(&format!(
        "{:<30} {:>12} {:>12} {:>12}{}",
        "feature",
        format!("document {one}"),
        format!("document {other}"),
        "difference",
        importance.as_ref().map_or_else(String::new, |found| of_model(found.headings().map(str::to_owned)))
    ))?;
    for part in result.features.iter().take(MOST_FEATURES) {
        let [first, second] =
            part.values.map(|x| if x.is_nan() { "missing".to_owned() } else { figure(x, 6) });
        let name = name(&model, part);
        print_line(&format!(
            "{:<30} {first:>12} {second:>12} {:>12}{}",
            visible(&name),
            figure(part.difference, 6),
            importance.as_ref().map_or_else(String::new, |found| of_model(found.figures(part.feature)))
        ))?;
    }
    match result.features.len().saturating_sub(MOST_FEATURES) {
        0 => {}
        rest => print_line(&format!("and {rest} more features, which --json prints"))?,
    }
    print_line(&meaning(&model, &result, documents))
}

/// Returns what the numbers of the table are.
fn meaning(model: &Model, result: &Explanation, [one, other]: [usize; 2]) -> String {
    let difference = if matches!(model.scorer, Scorer::Linear { .. }) {
        "weight times difference of the values".to_owned()
    } else {
        format!(
            "Shapley value: how much the score changes when the value of document {other} becomes that of document \
             {one}, averaged over all orders of the features"
        )
    };
    format!(
        "Values are as the model sees them. A difference is the feature's {difference}. Equal values have 0, and the \
         differences add up to {}.",
        figure(result.difference, 6)
    )
}

/// Returns the first two documents of the ranking.
fn first_two(ranks: &[usize]) -> Result<[usize; 2], Error> {
    let place = |rank: usize| ranks.iter().position(|&one| one == rank);
    match (place(1), place(2)) {
        (Some(first), Some(second)) => Ok([first, second]),
        _ => Err(Error::data("the query has one document, and two are compared; choose another query")),
    }
}

/// Returns the name of a feature, or of the product of several.
fn name(model: &Model, part: &FeaturePart) -> String {
    part.factors.iter().map(|&feature| model.feature_name(feature)).collect::<Vec<_>>().join(" · ")
}

fn object(id: &str, model: &Model, found: &Explanation, documents: &[ShownDocument; 2]) -> Value {
    let importance = Importance::of(model);
    let features = found.features.iter().map(|part| {
        let mut one = json!({
            "index": part.feature + 1, "name": name(model, part), "weight": part.weight,
            "values": part.values, "difference": part.difference,
        });
        if let Some(importance) = &importance {
            let ([uses, gain], (n, gained)) = (importance.headings(), importance.of_column(part.feature));
            (one[uses], one[gain]) = (json!(n), json!(gained));
        }
        one
    });
    json!({
        "query": id, "documents": found.documents, "ids": documents.each_ref().map(|one| one.id),
        "grades": documents.each_ref().map(|one| one.grade), "ranks": documents.each_ref().map(|one| one.rank),
        "scores": found.scores, "difference": found.difference, "features": features.collect::<Vec<_>>(),
    })
}

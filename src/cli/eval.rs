//! `rankscope eval`.

use std::path::PathBuf;

use clap::Args;
use rankscope::Error;
use rankscope::data::{Dataset, Grade, Grouping};
use rankscope::metric::{Conventions, Gain, GainTable, Mean, Measure, NamedMeasure, ReadMeasure, Undefined};
use rankscope::model::Model;
use rankscope::util::escape::visible;
use serde_json::{Map, Value, json};

use super::args::{MeasureList, parse_gains, parse_grade};
use super::eval_clicks::{self, ClickEvalArgs};
use super::reading::{DataFiles, ReadingArgs};
use super::terminal::{is_quiet, print_line, print_object, say};
use super::threads::ThreadArgs;
use super::{Failure, files};

/// Conventions of measures, below the options of `eval`.
const CONVENTIONS: &str = "\
Conventions: ndcg and dcg have the gain 2^g - 1 for grade g and the discount 1/log2(rank + 1), ranks from 1; +linear
takes the gain g, and +gain:0,1,3,7 or --label-gain these gains. ap, rr, p, recall, success and auc count documents from the threshold on as good. err takes the
greatest grade of the data, training data included, unless it is given. Every value is the expected value over all
orders of documents with equal scores. Names of ir_measures and trec_eval have their meaning there if they are written
as there: nDCG@10 has the linear gain. `rankscope measures` lists all measures and names.";

/// Arguments of `eval`.
#[derive(Debug, Args)]
#[command(after_help = CONVENTIONS)]
pub struct EvalArgs {
    /// Data in LETOR format, as a table (CSV, TSV) or as pages (JSON), plain or gzip; - is standard input
    pub file: PathBuf,
    /// Model file, plain or gzip; - is standard input
    #[arg(long, value_name = "FILE")]
    pub model: PathBuf,
    /// Measures, separated by commas [default: the measure that the model was trained for]
    #[arg(long, value_name = "LIST")]
    pub measures: Vec<MeasureList>,
    /// Grade from which a document is good, 1 to 255 [default: that of the model; 1 for names of other programs]
    #[arg(long, value_name = "GRADE", allow_negative_numbers = true, value_parser = parse_grade)]
    pub threshold: Option<u8>,
    /// Greatest grade of err, 1 to 255 [default: that of the data; 4 for ERR of ir_measures]
    #[arg(long, value_name = "GRADE", allow_negative_numbers = true, value_parser = parse_grade)]
    pub max_grade: Option<u8>,
    /// Gains of the grades 0, 1, 2, … for ndcg and dcg, such as 0,1,3,7 [default: 2^g - 1]
    #[arg(long, value_name = "GAINS", value_parser = parse_gains)]
    pub label_gain: Option<GainTable>,
    /// Groups of documents for dndcg@k and repeats@k: key:NAME or feature:I [default: those of the model]
    #[arg(long, value_name = "GROUP")]
    pub group: Option<String>,
    /// Value of queries without a defined measure (for example without a good document): skip, zero or one
    #[arg(long, default_value = "skip", value_name = "CONVENTION")]
    pub empty: String,
    /// Means by the weights of the queries, from --query-weight or FILE.weight
    #[arg(long)]
    pub weighted: bool,
    /// Print a table of the values of every query, with tabs; the means go to standard error
    #[arg(long)]
    pub per_query: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub clicks: ClickEvalArgs,
    #[command(flatten)]
    pub threads: ThreadArgs,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// A measure with its values.
struct Column {
    read: ReadMeasure,
    conventions: Conventions,
    mean: Mean,
    per_query: Vec<Option<f64>>,
}

pub fn run(args: &EvalArgs) -> Result<(), Failure> {
    args.threads.count()?;
    if let Some(log) = &args.clicks.clicks {
        return eval_clicks::run(args, log);
    }
    files::check_inputs(&[&args.file, &args.model])?;
    let convention: Undefined = args.empty.parse()?;
    let given = MeasureList::names(&args.measures)
        .iter()
        .map(|name| NamedMeasure::read(name))
        .collect::<Result<Vec<_>, Error>>()?;
    let mut model = files::read_model(&args.model)?;
    if let Some(group) = &args.group {
        group.parse::<Grouping>()?;
        model.settings.group.clone_from(group);
    }
    let read = read_measures(args, &given, &model)?;
    model.check_groups(&read.iter().map(|one| one.measure).collect::<Vec<_>>())?;
    let files = DataFiles::of_model(&args.reading, &model)?;
    let data = if args.weighted { files.read_weighted(&args.file)? } else { files.read(&args.file)? };
    args.threads.start(data.n_queries())?;
    files::warn_about_features(&data, &model);
    let columns = evaluate(read, &mut model, &data, convention, args.weighted)?;
    let notes = notes(&columns, &data);

    if args.json {
        return print_object("evaluation", object(args, convention, &data, &columns, &notes));
    }
    if args.per_query {
        let names: Vec<&str> = columns.iter().map(|column| column.read.name.as_str()).collect();
        print_line(&format!("query\tdocuments\t{}", names.join("\t")))?;
        for (index, query) in data.queries().enumerate() {
            let values: Vec<String> = columns.iter().map(|column| cell(column.per_query[index])).collect();
            print_line(&format!("{}\t{}\t{}", visible(query.id), query.documents.len(), values.join("\t")))?;
        }
        // Standard output has the table alone, so that other programs can read it.
        columns.iter().for_each(|column| say(&line(args, column, data.n_queries(), convention)));
        notes.iter().for_each(|note| say(&format!("note: {note}")));
        return Ok(());
    }
    for column in &columns {
        print_line(&line(args, column, data.n_queries(), convention))?;
    }
    let mut notes = notes.iter().filter(|_| !is_quiet());
    notes.try_for_each(|note| print_line(&format!("note: {note}")))
}

/// Returns the measures with their scale of grades: those that were given, else those of the model.
fn read_measures(args: &EvalArgs, given: &[NamedMeasure], model: &Model) -> Result<Vec<ReadMeasure>, Error> {
    let threshold = model.settings.threshold;
    let of_model;
    let named = if given.is_empty() {
        let measures = model.settings.parse()?.measures;
        of_model =
            measures.iter().map(|one| NamedMeasure::read(&one.key())).collect::<Result<Vec<_>, _>>()?;
        &of_model
    } else {
        given
    };
    let mut read: Vec<ReadMeasure> =
        named.iter().map(|name| name.with_scale(args.threshold, args.max_grade, threshold)).collect();
    if given.is_empty() {
        // Nobody wrote these names, so they cannot be mistaken for those of another program.
        read.iter_mut().for_each(|one| one.note = None);
    }
    if args.threshold.is_some() && !read.iter().any(|one| one.measure.needs_threshold()) {
        let problem = "none of these measures depends on it; ap, rr, p@k, recall@k, success@k and auc do";
        return Err(Error::config("threshold", problem));
    }
    if let Some(table) = args.label_gain {
        let takes = |one: &ReadMeasure| {
            let parameters = one.measure.kind.parameters;
            parameters.gain && parameters.discount && one.measure.gain == Gain::Exponential
        };
        if !read.iter().any(takes) {
            let problem = "none of these measures has the gain 2^g - 1 in sums; ndcg and dcg do";
            return Err(Error::config("label-gain", problem));
        }
        for one in read.iter_mut().filter(|one| takes(one)) {
            one.measure.gain = Gain::Table(table);
            one.note = None;
        }
    }
    let has_scale = |one: &ReadMeasure| one.measure.kind.parameters.max_grade;
    if args.max_grade.is_some() && !read.iter().any(has_scale) {
        return Err(Error::config("max-grade", "none of these measures depends on it; err does"));
    }
    Ok(read)
}

/// Evaluates the model once for every threshold.
fn evaluate(
    read: Vec<ReadMeasure>,
    model: &mut Model,
    data: &Dataset,
    convention: Undefined,
    is_weighted: bool,
) -> Result<Vec<Column>, Error> {
    let greatest = data.max_grade().max(model.max_grade);
    let mut thresholds: Vec<Grade> = read.iter().map(|one| one.threshold).collect();
    thresholds.sort_unstable();
    thresholds.dedup();
    let mut columns: Vec<Option<Column>> = read.iter().map(|_| None).collect();
    for threshold in thresholds {
        model.settings.threshold = threshold;
        let places: Vec<usize> =
            (0..read.len()).filter(|&place| read[place].threshold == threshold).collect();
        let measures: Vec<Measure> = places.iter().map(|&place| read[place].measure).collect();
        let mut evaluation = model.evaluate(data, &measures, convention)?;
        if is_weighted {
            for (at, mean) in evaluation.means.iter_mut().enumerate() {
                let values = evaluation.per_query.iter().enumerate();
                let weighted = values.map(|(query, values)| (values[at], data.weight(query)));
                *mean = Mean::weighted(weighted, convention);
            }
        }
        for (at, place) in places.into_iter().enumerate() {
            columns[place] = Some(Column {
                read: read[place].clone(),
                conventions: measures[at].conventions(threshold, greatest),
                mean: evaluation.means[at],
                per_query: evaluation.per_query.iter().map(|values| values[at]).collect(),
            });
        }
    }
    Ok(columns.into_iter().flatten().collect())
}

/// Returns sentences about names with two meanings, and about grades beyond the scale of a measure.
fn notes(columns: &[Column], data: &Dataset) -> Vec<String> {
    let mut notes: Vec<String> = columns.iter().filter_map(|column| column.read.note.clone()).collect();
    for column in columns {
        if let Some(greatest) = column.conventions.greatest_grade.filter(|&grade| grade < data.max_grade()) {
            notes.push(format!(
                "{}: the data have grade {}, which counts as the greatest grade {greatest}",
                column.read.name,
                data.max_grade()
            ));
        }
    }
    notes
}

fn line(args: &EvalArgs, column: &Column, queries: usize, convention: Undefined) -> String {
    let conventions = match column.conventions.text().as_str() {
        "" => String::new(),
        text => format!("; {text}"),
    };
    format!(
        "{} {} over {} of {queries} queries{} ({} with {}: {}){conventions}",
        column.read.name,
        number(column.mean.value),
        column.mean.counted,
        if args.weighted { " by their weights" } else { "" },
        column.mean.undefined,
        column.read.measure.undefined_reason(),
        match convention {
            Undefined::Skip => "left out",
            Undefined::CountAsZero => "counted as 0",
            Undefined::CountAsOne => "counted as 1",
        }
    )
}

fn object(
    args: &EvalArgs,
    convention: Undefined,
    data: &Dataset,
    columns: &[Column],
    notes: &[String],
) -> Value {
    let pairs = |value: &dyn Fn(&Column) -> Value| {
        let pairs = columns.iter().map(|column| (column.read.name.clone(), value(column)));
        Value::Object(pairs.collect::<Map<_, _>>())
    };
    let mut result = json!({
        "queries": data.n_queries(),
        "empty": convention.to_string(),
        "weighted": args.weighted,
        "measures": pairs(&|column| json!(column.mean.value)),
        "counted": pairs(&|column| json!(column.mean.counted)),
        "undefined": pairs(&|column| json!(column.mean.undefined)),
        "conventions": pairs(&|column| json!(column.conventions)),
        "computed": pairs(&|column| json!(column.read.measure.key())),
        "notes": notes,
    });
    if args.per_query {
        let rows = data.queries().enumerate().map(|(index, query)| {
            json!({
                "query": query.id,
                "documents": query.documents.len(),
                "measures": pairs(&|column| json!(column.per_query[index])),
            })
        });
        result["per_query"] = rows.collect();
    }
    result
}

/// Returns a cell of the table of queries, empty if the measure is undefined for the query.
fn cell(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| format!("{value:.6}"))
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.6}"))
}

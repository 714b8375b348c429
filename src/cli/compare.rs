//! `rankscope compare`.

mod winner;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use rankscope::Error;
use rankscope::data::Dataset;
use rankscope::method::METHODS;
use rankscope::method::settings::TrainingSettings;
use rankscope::model::{DataSource, Provenance};
use rankscope::ranker::Ranker;
use rankscope::study::{
    ComparisonPlan, ComparisonRow, ComparisonTable, DataFields, SourceData, StudySession,
};
use rankscope::util::escape::visible;
use serde_json::json;

use super::args::{MeasureList, parse_whole};
use super::measures::{translate, translate_settings};
use super::options::{Given, OfComparison};
use super::origin;
use super::reading::{DataFiles, ReadFile, ReadingArgs};
use super::signals::Interrupt;
use super::study::work;
use super::terminal::{is_quiet, print_line, print_object, say};
use super::threads::ThreadArgs;
use super::{Failure, files, write_file};

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// Training data in LETOR format, as a table (CSV, TSV) or as pages (JSON), plain or gzip; none if only rankers are compared
    #[arg(required_unless_present = "ranker")]
    pub file: Option<PathBuf>,
    /// Test data
    #[arg(long, value_name = "FILE")]
    pub test: PathBuf,
    /// Validation data that choose C; without them, cross-validation chooses it
    #[arg(long, value_name = "FILE", requires = "file")]
    pub valid: Option<PathBuf>,
    /// Folds of the cross-validation over queries
    #[arg(long, default_value_t = 5, value_name = "N", conflicts_with = "valid", allow_negative_numbers = true, value_parser = parse_whole::<usize>)]
    pub folds: usize,
    /// Methods to compare, separated by commas; mean-difference is always shown [default: all]
    #[arg(long, value_delimiter = ',', value_name = "LIST", requires = "file")]
    pub methods: Vec<String>,
    /// A ranker beside the methods, once for each: a model of Rankscope, LightGBM, XGBoost, RankLib or SVM^rank, a run
    /// of TREC, a file with one score a line, or feature:NAME
    #[arg(long, value_name = "FILE")]
    pub ranker: Vec<PathBuf>,
    /// Method or ranker that all others are compared with [default: the best of each measure]
    #[arg(long, value_name = "ROW")]
    pub against: Option<String>,
    /// Order of equal scores of rankers: expected (a mean over all orders) or trec (as in trec_eval)
    #[arg(long, value_name = "ORDER", default_value = "expected", value_parser = ["expected", "trec"], requires = "ranker")]
    pub ties: String,
    /// Measures of the comparison, separated by commas; the first one chooses the iterates on validation data
    #[arg(long, value_name = "LIST", default_value = "ndcg@10,map,mrr@10")]
    pub measures: Vec<MeasureList>,
    /// Values of C to try, separated by commas
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "LIST",
        default_value = "0.01,0.1,1,10,100",
        // clap would parse a negative first value as an option.
        allow_hyphen_values = true
    )]
    pub c_grid: Vec<f64>,
    #[command(flatten)]
    pub options: Given<OfComparison>,
    /// Means, differences, intervals and tests by the weights of the test queries, from TEST.weight or column:NAME of
    /// --query-weight; without training data also from a file of --query-weight
    #[arg(long, conflicts_with_all = ["study", "per_query"])]
    pub weighted: bool,
    /// Print CSV with one value a row: methods, measures, test, validation and folds
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Print the table as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print a table of the values of every test query, with tabs
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    pub per_query: bool,
    /// Print the comparison as a study, and train nothing
    #[arg(long, conflicts_with_all = ["json", "csv", "per_query", "out"])]
    pub study: bool,
    /// Write the model of the method with the best validation value of the first measure to this file
    #[arg(long, value_name = "FILE", requires = "file")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub threads: ThreadArgs,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// The line without any training, which every comparison shows.
const UNTRAINED: &str = "mean-difference";

/// Training, validation and test data, with where they come from.
struct Sets {
    /// `None` if nothing is trained.
    train: Option<Arc<Dataset>>,
    valid: Option<Arc<Dataset>>,
    test: Arc<Dataset>,
    /// Rankers by their names in the plan.
    rankers: Vec<(String, Arc<Ranker>)>,
    checksums: [String; 3],
    origin: Provenance,
}

/// Returns the methods, with the untrained line last if it is not among them. No method means all of them.
fn with_untrained(methods: &[String]) -> Vec<String> {
    if methods.is_empty() {
        return METHODS.iter().map(|method| method.name.to_owned()).collect();
    }
    let mut all = methods.to_vec();
    if !all.iter().any(|method| method.trim().eq_ignore_ascii_case(UNTRAINED)) {
        all.push(UNTRAINED.to_owned());
    }
    all
}

pub fn run(args: &CompareArgs) -> Result<(), Failure> {
    let threads = args.threads.count()?;
    let mut settings = TrainingSettings::default();
    if args.valid.is_some() {
        "validation".clone_into(&mut settings.choose);
    }
    args.options.apply(&mut settings)?;
    translate_settings(&mut settings)?;
    let measures = translate(MeasureList::names(&args.measures), settings.threshold)?;
    let seed = settings.seed;
    let folds = if args.valid.is_some() { None } else { Some(args.folds) };
    let plan = ComparisonPlan {
        settings,
        methods: args.file.as_ref().map_or_else(Vec::new, |_| with_untrained(&args.methods)),
        c_grid: args.c_grid.clone(),
        measures,
        folds,
        rankers: args.ranker.iter().map(|path| path.display().to_string()).collect(),
        ties: args.ties.clone(),
        against: args.against.clone().unwrap_or_default(),
    }
    .checked()?;
    let asked = if args.methods.is_empty() { &plan.methods } else { &args.methods };
    args.options.check_effect(&plan.settings, asked)?;

    for method in &plan.methods {
        let settings = TrainingSettings { method: method.clone(), ..plan.settings.clone() };
        settings.parse()?.check_validation(args.valid.is_some())?;
    }
    if args.study {
        return print_study(args, &plan);
    }
    let inputs: Vec<&Path> =
        args.file.iter().chain([&args.test]).chain(&args.valid).map(PathBuf::as_path).collect();
    let is_file = |path: &&Path| path.to_str().and_then(Ranker::feature).is_none();
    let rankers = args.ranker.iter().map(PathBuf::as_path).filter(is_file);
    let inputs: Vec<&Path> = inputs.into_iter().chain(rankers).collect();
    files::check_inputs(&inputs)?;
    args.out.as_deref().map_or(Ok(()), |out| write_file::check(out, &inputs))?;
    let sets = read_sets(args)?;
    if let (Some(folds), Some(train)) = (folds, &sets.train) {
        // Too many folds are refused before any training.
        train.fold(folds, 0, seed)?;
    }
    let mut session = start(&plan, &sets)?;
    let interrupt =
        Interrupt::catch().map_err(|error| Failure::File { path: "signal handler".to_owned(), error })?;
    work::train(&mut session, threads, None, &interrupt)?;
    if args.per_query {
        return print_queries(&mut session);
    }
    let table = print_comparison(args, &mut session, &sets)?;
    let (done, of) = table.rows.iter().fold((0, 0), |(done, of), row| (done + row.done, of + row.of));
    if interrupt.is_caught() && done < of {
        return Err(Failure::Interrupted(format!("interrupted: {done} of {of} runs are finished")));
    }
    args.out.as_deref().map_or(Ok(()), |out| winner::write(out, &plan, &table, sets, &interrupt))
}

/// Prints the table in the form of the arguments, and returns it.
fn print_comparison(
    args: &CompareArgs,
    session: &mut StudySession,
    sets: &Sets,
) -> Result<ComparisonTable, Failure> {
    let Some(comparison) = session.comparison()? else {
        return Err(Error::data("the study of the comparison has another form").into());
    };
    let weights: Vec<f64> = (0..sets.test.n_queries()).map(|query| sets.test.weight(query)).collect();
    let table = if args.weighted { comparison.weighted_table(&weights) } else { comparison.table() };
    if args.csv {
        table.note.iter().for_each(|note| say(note));
        let checksums = sets.checksums.each_ref().map(String::as_str);
        print_line(comparison.csv_of(&table, checksums).trim_end())?;
    } else if args.json {
        let mut object = json!(table);
        object["weighted"] = args.weighted.into();
        print_object("comparison", object)?;
    } else {
        print_text(&table)?;
        if args.weighted && !is_quiet() {
            print_line("Means, differences, intervals and tests are by the weights of the test queries.")?;
        }
    }
    Ok(table)
}

/// Reads the data and says where they come from.
fn read_sets(args: &CompareArgs) -> Result<Sets, Failure> {
    let read_ranker = |path: &PathBuf| -> Result<_, Failure> {
        Ok((path.display().to_string(), Arc::new(files::read_ranker(path)?)))
    };
    let rankers = args.ranker.iter().map(read_ranker).collect::<Result<Vec<_>, Failure>>()?;
    let files = match rankers.iter().find_map(|(_, ranker)| ranker.as_model()) {
        // Where nothing is trained, a gap is what it is to the program of the model.
        Some(model) if args.file.is_none() => DataFiles::of_model(&args.reading, model)?,
        _ => DataFiles::new(&args.reading)?,
    };
    let train = args.file.as_deref().map(|path| files.read_training(path)).transpose()?;
    let like_train = |path: &Path, train: &ReadFile| -> Result<_, Failure> {
        files.read_like_checked(path, &train.columns, &train.rules)
    };
    // Without training data there are no validation data.
    let valid = args.valid.as_deref().zip(train.as_ref());
    let valid = valid.map(|(path, train)| like_train(path, train)).transpose()?;
    let (test, of_test) = match &train {
        Some(train) if args.weighted => files.read_like_weighted(&args.test, &train.columns, &train.rules)?,
        Some(train) => like_train(&args.test, train)?,
        None if args.weighted => {
            files.read_weighted_checked(&args.test).map(|test| (test.data, test.checksum))?
        }
        None => files.read_checked(&args.test).map(|test| (test.data, test.checksum))?,
    };
    let rules = train.as_ref().map_or_else(|| args.reading.rules(), |train| train.rules.clone());
    let train = train.map(|train| (train.data, train.checksum));
    for (name, ranker) in &rankers {
        files::warn_about_ranker(name, ranker, &test)?;
    }
    let source = |path: &Path, checksum: &str, data: &Dataset| -> DataSource {
        origin::source(Some((path, checksum.to_owned())), data)
    };
    let of_train = train.as_ref().map_or("", |(_, checksum)| checksum).to_owned();
    let of_valid = valid.as_ref().map_or("", |(_, checksum)| checksum).to_owned();
    let sources = [
        args.file.as_deref().zip(train.as_ref()).map(|(path, (data, checksum))| source(path, checksum, data)),
        args.valid
            .as_deref()
            .zip(valid.as_ref())
            .map(|(path, (data, checksum))| source(path, checksum, data)),
        Some(source(&args.test, &of_test, &test)),
    ];
    let paths = args.file.iter().chain([&args.test]).chain(&args.valid);
    Ok(Sets {
        origin: origin::of_files(sources, paths, &args.reading, rules),
        train: train.map(|(data, _)| Arc::new(data)),
        valid: valid.map(|(data, _)| Arc::new(data)),
        test: Arc::new(test),
        rankers,
        checksums: [of_train, of_valid, of_test],
    })
}

/// Returns the study of the comparison with its data.
fn start(plan: &ComparisonPlan, sets: &Sets) -> Result<StudySession, Error> {
    let named = |name: &str| Some(name.to_owned());
    let data = DataFields {
        train: sets.train.as_ref().and(named("train")),
        valid: sets.valid.as_ref().and(named("valid")),
        test: named("test"),
        ..DataFields::default()
    };
    let mut session = StudySession::new(&plan.study(&data)?.json())?;
    let files = [("train", sets.train.as_ref()), ("valid", sets.valid.as_ref()), ("test", Some(&sets.test))];
    for (name, data) in files.into_iter().filter_map(|(name, data)| Some((name, data?))) {
        session.give(name, SourceData::Documents(Arc::clone(data)))?;
    }
    for (name, ranker) in &sets.rankers {
        if Ranker::feature(name).is_none() {
            session.give(name, SourceData::Ranker(Arc::clone(ranker)))?;
        }
    }
    session.prepare()?;
    Ok(session)
}

/// Prints the table, with the seconds of every method.
fn print_text(table: &ComparisonTable) -> Result<(), Failure> {
    // A ranker is not trained.
    let time =
        |row: &ComparisonRow| if row.of == 0 { "–".to_owned() } else { format!("{:.2}", row.seconds) };
    let seconds = table.rows.iter().map(time);
    for (line, seconds) in table.text().lines().zip(["seconds".to_owned()].into_iter().chain(seconds)) {
        print_line(&format!("{line} {seconds:>8}"))?;
    }
    if let Some(differences) = table.differences_text() {
        print_line("")?;
        print_line(differences.trim_end())?;
    }
    table.note.iter().filter(|_| !is_quiet()).try_for_each(|note| print_line(note))
}

/// Prints one line per test query and row, with the measures at the values of C that each measure chose.
fn print_queries(session: &mut StudySession) -> Result<(), Failure> {
    let rows: Vec<String> = {
        let Some(comparison) = session.comparison()? else { return Ok(()) };
        comparison.table().rows.into_iter().map(|row| row.label).collect()
    };
    let measures = session.outline().records;
    print_line(&format!("query\trow\t{}", measures.join("\t")))?;
    for (row, label) in rows.iter().enumerate() {
        for query in session.row_queries(row)? {
            let value = |value: &Option<f64>| value.map_or_else(String::new, |value| format!("{value:.6}"));
            let values: Vec<String> = query.values.iter().map(value).collect();
            print_line(&format!("{}\t{}\t{}", visible(&query.query), visible(label), values.join("\t")))?;
        }
    }
    Ok(())
}

/// Prints the comparison as a study on the same files.
fn print_study(args: &CompareArgs, plan: &ComparisonPlan) -> Result<(), Failure> {
    let file = |path: &Path| path.display().to_string();
    let data = DataFields {
        train: args.file.as_deref().map(file),
        valid: args.valid.as_deref().map(file),
        test: Some(file(&args.test)),
        ..DataFields::default()
    };
    print_line(plan.study(&data)?.json().trim_end())
}

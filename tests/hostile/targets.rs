//! Properties that hold for any bytes: one function per kind of hostile input, which panics if one is violated.
//!
//! The fuzzers in `fuzz/` and the property tests in this folder call the same functions.

use std::sync::Arc;

use rankscope::data::{
    DataReader, Dataset, GroupFile, Grouping, LetorParser, MAX_GRADE, MAX_NAME, Parsed, ReadingSettings,
    parse_names, preview, to_letor_lines,
};
use rankscope::data_report::{DataFile, data_report};
use rankscope::export::{self, ModelFormat};
use rankscope::learner::cutting_plane::LedgerPage;
use rankscope::loss::{Class, Decay, DecayProfile, Generator, PositionCost, RankingMeasure};
use rankscope::method::METHODS;
use rankscope::method::settings::TrainingSettings;
use rankscope::metric::LAST_EXACT;
use rankscope::metric::{AUC, AVERAGE_PRECISION, Labels, Measure, NamedMeasure, Undefined};
use rankscope::model::Model;
use rankscope::ranking::TiedRanking;
use rankscope::ranking::scorer::{ClassLink, Scorer, Term, WeakLearner};
use rankscope::ratings::factorization::{
    FactorModel, FactorizationSettings, RatingScorer, RatingsProgress, RatingsRun,
};
use rankscope::ratings::{Filter, GradeScale, Ratings, RatingsReader, TitlesReader};
use rankscope::run::{Progress, TrainingRun};
use rankscope::util::error::{Error, Problem};

use super::reports::{Magnitudes, check_report, check_stop};

/// Limit in bytes for the dense matrix of the LETOR target, because a short text can require a large matrix.
const LETOR_LIMIT: u64 = 4 << 20;

/// LETOR text gives the same data set or the same error for any cuts. Data sets are valid, and errors name the place.
///
/// The first byte determines the cuts, the rest is the text.
pub fn letor(bytes: &[u8]) {
    let Some((&seed, text)) = bytes.split_first() else { return };
    let mut parser = LetorParser::with_limit(LETOR_LIMIT);
    parser.push(text);
    let whole = parser.finish();

    let mut parser = LetorParser::with_limit(LETOR_LIMIT);
    let (mut rest, mut state) = (text, u32::from(seed));
    while !rest.is_empty() {
        // A linear congruential generator; its high bits are random enough to cut text.
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let size = ((state >> 24) as usize % (2 + usize::from(seed) % 32)).min(rest.len());
        parser.push(&rest[..size]);
        rest = &rest[size..];
    }
    assert_eq!(parser.bytes(), text.len() as u64);
    assert_eq!(parser.finish(), whole, "the cuts changed what was read");

    match whole {
        Err(error) => check_error(&error, text),
        Ok(parsed) => check_parsed(&parsed, text),
    }
}

/// A file in any format gives the same data or the same error for any cuts, by any rules. Data are valid, errors name
/// the place, and data written as LETOR lines are read as the same data.
///
/// Bytes 0 and 1 determine the cuts and the rules. The rest is the text, or group sizes and a text with 0 between them.
pub fn formats(bytes: &[u8]) {
    let Some((&[seed, rules], text)) = bytes.split_first_chunk::<2>() else { return };
    let pick = |bit: u8, word: &str| if rules >> bit & 1 == 1 { word.to_owned() } else { String::new() };
    let settings = ReadingSettings {
        zero_based: rules & 1 == 1,
        label: pick(1, "1"),
        qid: String::new(),
        docid: pick(6, "title"),
        ignore: if rules >> 2 & 1 == 1 { vec!["title".to_owned()] } else { Vec::new() },
        unjudged: pick(3, if seed & 1 == 0 { "drop" } else { "zero" }),
        grades: pick(4, if seed & 2 == 0 { "round" } else { "-1,0.5" }),
        missing: pick(5, ["zero", "mean", "query-mean"][usize::from(seed) % 3]),
        without: if seed & 4 == 0 { Vec::new() } else { vec!["2".to_owned()] },
        means: if seed & 8 == 0 { Vec::new() } else { vec![0.5, -2.0] },
    };
    let mut parts = text.splitn(2, |&byte| byte == 0);
    let first = parts.next().unwrap_or_default();
    let (groups, text) = match parts.next() {
        Some(text) => (Some(first), text),
        None => (None, first),
    };
    let groups = groups.map(|text| GroupFile {
        name: "sizes".into(),
        text: text.to_vec(),
        is_beside: rules >> 6 & 1 == 1,
    });
    let new =
        || DataReader::new(&settings, groups.clone()).expect("the rules are known").with_limit(LETOR_LIMIT);
    let (mut whole, mut pieces) = (new(), new());
    whole.push(text);
    for piece in text.chunks(1 + usize::from(seed) % 37) {
        pieces.push(piece);
    }
    let whole = whole.finish();
    assert_eq!(pieces.finish(), whole, "the cuts changed what was read");
    for is_whole in [false, true] {
        let found = preview(text, is_whole, &settings, groups.clone()).expect("the rules are known");
        assert!(found.problems.len() == found.n_problems.min(20) && found.rows.len() <= 6);
        // The preview of a whole file is right about it.
        let is_read = found.n_problems == 0 && found.refusal.is_none() && found.documents > 0;
        assert!(!(is_whole && whole.is_ok()) || is_read, "{found:?}");
    }
    match whole {
        // Faults of a sum name lines of the group sizes.
        Err(error) => check_error(&error, text),
        Ok(read) => {
            check_words(&read.read_as);
            check_parsed(&read.parsed, text);
            let data = &read.parsed.dataset;
            if data.n_documents() * data.n_features() <= 2_000 {
                check_report_of_data(data, &read.ungraded);
                let letor = to_letor_lines(data, &data.file_order(), 0..data.n_documents());
                let again = Dataset::from_letor(&letor).expect("it is LETOR text");
                assert_eq!(again.n_features(), data.n_features());
                for row in 0..data.n_documents() {
                    assert_eq!(again.grade(row), data.grade(row));
                    assert_eq!(again.line(row), data.line(row));
                    let bits =
                        |data: &Dataset| data.features(row).iter().map(|v| v.to_bits()).collect::<Vec<_>>();
                    assert_eq!(bits(&again), bits(data));
                }
            }
        }
    }
}

/// The report of the data, as training and test data, has a count, a place and advice for every finding.
fn check_report_of_data(data: &Dataset, ungraded: &[usize]) {
    let file = DataFile { name: "data", data, ungraded, has_numbered_queries: false };
    let report = data_report(&[file, file], 1);
    for finding in &report.findings {
        assert!(0 < finding.count && finding.count <= finding.of, "{finding:?}");
        assert!(finding.places.len() <= 3 && !finding.advice.is_empty(), "{finding:?}");
    }
    let measures = report.features.iter().flat_map(|one| [one.ndcg, one.auc]).flatten();
    assert!(measures.into_iter().all(|value| (0.0..=1.0 + 1e-12).contains(&value)));
}

/// Text of ratings and titles gives the same result for any cuts. Ratings are valid, errors name the place, and a run
/// over what was read ends with finite figures.
///
/// The first byte determines the cuts and the grades, the rest is the text.
pub fn ratings(bytes: &[u8]) {
    let Some((&seed, text)) = bytes.split_first() else { return };
    let scale = if seed & 1 == 0 { GradeScale::Ceil } else { GradeScale::Double };
    let (mut whole, mut pieces) = (RatingsReader::new(scale), RatingsReader::new(scale));
    let (mut titles, mut title_pieces) = (TitlesReader::new(), TitlesReader::new());
    whole.push(text);
    titles.push(text);
    for piece in text.chunks(1 + usize::from(seed) % 37) {
        pieces.push(piece);
        title_pieces.push(piece);
    }
    assert_eq!(pieces.bytes(), text.len() as u64);
    let whole = whole.finish();
    assert_eq!(pieces.finish(), whole, "the cuts changed what was read");
    let titles = titles.finish();
    assert_eq!(title_pieces.finish(), titles, "the cuts changed the titles");
    if let Err(error) = titles {
        check_error(&error, text);
    }
    match whole {
        Err(error) => check_error(&error, text),
        Ok(read) => {
            let rows = read.ratings.rows();
            assert_eq!((rows.n_users(), rows.n_items()), (read.report.users, read.report.items));
            assert_eq!(rows.n_ratings(), read.report.ratings);
            assert_eq!(read.report.grades.iter().sum::<usize>(), read.report.ratings);
            for user in 0..rows.n_users() {
                let mut items = rows.items(user).to_vec();
                items.sort_unstable();
                assert!(items.windows(2).all(|pair| pair[0] != pair[1]), "an item counts once");
                assert!(!items.is_empty() && items.iter().all(|&item| (item as usize) < rows.n_items()));
                assert!(rows.grades(user).iter().all(|&grade| grade <= LAST_EXACT));
            }
            if rows.n_ratings() <= 200 {
                factorize(&read.ratings, bytes);
            }
        }
    }
}

fn factorize(ratings: &Ratings, bytes: &[u8]) {
    let ratings = match ratings.filtered(Filter { item_ratings: 1, user_ratings: 3 }) {
        Err(error) => return check_error(&error, bytes),
        Ok((ratings, _)) => ratings,
    };
    let settings =
        FactorizationSettings { rank: 2, c: vec![1e3], rounds: 2, turns: 1, keep: 2, ..Default::default() };
    let mut run = match RatingsRun::new(&ratings, &settings) {
        Err(error) => return check_error(&error, bytes),
        Ok(run) => run,
    };
    // More slices than a run of this size can need.
    for _ in 0..1_000_000 {
        match run.advance(10_000) {
            Err(error) => return check_error(&error, bytes),
            Ok(RatingsProgress::Working { .. }) => {}
            Ok(RatingsProgress::Stepped { step, .. }) => {
                assert!(
                    step.objective.is_finite() && step.objective <= step.before * (1.0 + 1e-9),
                    "{step:?}"
                );
            }
            Ok(RatingsProgress::Finished { result }) => {
                assert!(result.certificate.lower_bound <= result.objective * (1.0 + 1e-9), "{result:?}");
                return;
            }
        }
    }
    panic!("the run does not end");
}

/// A file of factors is rejected with a reason, or gives finite scores and comes back.
pub fn factors(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match FactorModel::parse(text) {
        Err(error) => check_error(&error, bytes),
        Ok(model) => {
            assert_eq!(FactorModel::parse(&model.json()).as_ref(), Ok(&model), "its own file is read back");
            let items: Vec<u32> = (0..model.items.len() as u32).collect();
            for user in 0..model.users.len() {
                assert!(model.factors.scores(user, &items).iter().all(|score| score.is_finite()));
            }
        }
    }
}

/// A model file is rejected with a reason, or gives a model that scores, evaluates and exports to every format.
pub fn model(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let model = match Model::parse(text) {
        Err(error) => return check_error(&error, bytes),
        Ok(model) => model,
    };
    check_model(&model, bytes);
}

fn is_single(scorer: &Scorer) -> bool {
    matches!(scorer, Scorer::Classes { link: ClassLink::Single, .. })
}

/// Returns the sum of all |numbers| that a score of this row can add up, also where they cancel.
fn size_of_terms(scorer: &Scorer, row: &[f64]) -> f64 {
    let of_term = |term: &Term| match &term.weak {
        WeakLearner::Tree { nodes } => nodes.iter().map(|node| (term.weight * node.value()).abs()).sum(),
        _ => term.value(row).abs(),
    };
    match scorer {
        Scorer::Linear { weights } => weights.iter().zip(row).map(|(w, x)| (w * x).abs()).sum(),
        Scorer::Network { output, .. } => output.iter().map(|output| output.abs()).sum(),
        _ => scorer.ensembles().iter().flatten().map(of_term).sum(),
    }
}

/// Checks that a model is read back from its own file, and that it scores, evaluates and exports to every format.
/// `bytes`: the input that it came from.
pub fn check_model(model: &Model, bytes: &[u8]) {
    let json = model.json();
    assert_eq!(Model::parse(&json).as_ref(), Ok(model), "its own file is read back");
    let data = small_data();
    match model.score(&data) {
        Err(error) => check_error(&error, bytes),
        Ok(scores) => {
            assert!(scores.len() == data.n_documents() && scores.iter().all(|score| score.is_finite()));
        }
    }
    let scaled = model.scale(&data);
    match model.explain(&data, 0, [0, 1]) {
        Err(error) => check_error(&error, bytes),
        Ok(found) => {
            let parts = || found.features.iter().map(|one| one.difference);
            let size = parts().map(f64::abs).sum::<f64>() + found.scores[0].abs() + found.scores[1].abs();
            // What cancels leaves its rounding.
            let of_terms = |document: usize| size_of_terms(&model.scorer, &scaled.features(document));
            let size = size + of_terms(0) + of_terms(1);
            // Scores of other programs have 32 bits. Subnormal numbers have few digits.
            let (rounding, least) = if is_single(&model.scorer) { (1e-5, 1e-37) } else { (1e-9, 1e-300) };
            assert!((parts().sum::<f64>() - found.difference).abs() <= rounding * size + least, "{found:?}");
        }
    }
    match model.evaluate(&data, &[AUC.whole(), AVERAGE_PRECISION.whole()], Undefined::Skip) {
        Err(error) => check_error(&error, bytes),
        Ok(evaluation) => assert!(
            evaluation
                .means
                .iter()
                .all(|mean| mean.value.is_none_or(|value| (0.0..=1.0 + 1e-9).contains(&value)))
        ),
    }
    match export::card(model) {
        Err(error) => check_error(&error, bytes),
        Ok(card) => assert!(card.starts_with("# Model card") && card.ends_with('\n')),
    }
    for name in (0..model.n_features.min(10)).map(|feature| model.feature_name(feature)) {
        assert!(!name.is_empty() && !name.contains(char::is_control), "{name:?} is a name");
    }
    for format in [ModelFormat::Elasticsearch, ModelFormat::Solr] {
        match export::model(model, format, &[Some("title".to_owned()), None], "a model") {
            Err(error) => check_error(&error, bytes),
            Ok(text) => {
                let value: serde_json::Value = serde_json::from_str(&text).expect("an export is JSON");
                assert!(value.is_object());
            }
        }
    }
}

/// Settings in JSON are rejected with the name of the setting, or give a run whose figures are all finite.
pub fn settings(bytes: &[u8]) {
    let Ok(settings) = serde_json::from_slice::<TrainingSettings>(bytes) else { return };
    match settings.profiles(20) {
        Err(error) => check_error(&error, bytes),
        Ok(profiles) => {
            assert!(profiles.c.iter().chain(&profiles.a).all(|value| value.is_finite() && *value >= 0.0));
        }
    }
    if let Err(error) = settings.parse() {
        check_error(&error, bytes);
        assert!(matches!(error, Error::Config { .. }), "{error:?} names a setting");
        return;
    }
    run(small_data(), &settings, 4);
}

/// A cost prints and parses back, and has finite costs or a reason.
fn check_cost(cost: &PositionCost, bytes: &[u8]) {
    assert_eq!(cost.text().parse::<PositionCost>().as_ref(), Ok(cost));
    let kinds = [None].into_iter().chain(cost.kinds().into_iter().map(Some));
    let classes: Vec<Class> =
        kinds.flat_map(|kind| [0, MAX_GRADE].map(|grade| Class { grade, kind: kind.clone() })).collect();
    match cost.rows(&classes, 5) {
        Err(error) => check_error(&error, bytes),
        Ok(rows) => assert!(rows.iter().flatten().all(|cost| cost.is_finite())),
    }
}

/// Texts of the grammars in settings: parsed decay profiles, measures and generators print and parse back.
pub fn words(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match text.parse::<Decay>() {
        Err(error) => check_error(&error, bytes),
        Ok(decay) => check_decay(decay, bytes),
    }
    match text.parse::<Measure>() {
        Err(error) => check_error(&error, bytes),
        Ok(measure) => {
            assert_eq!(measure.key().parse::<Measure>().as_ref(), Ok(&measure));
            let grades = [2, 0, 31, 1, 0];
            let ranking = TiedRanking::by_scores(&[0.5, 0.5, -1.0, 0.0, 3.0]);
            let labels = Labels {
                grades: &grades,
                groups: &[1, 0, 1, 0, 7],
                max_grade: MAX_GRADE,
                threshold: 1,
                unjudged: 0,
            };
            assert!(measure.value(&ranking, &labels).is_none_or(f64::is_finite), "{measure}");
        }
    }
    match NamedMeasure::read(text) {
        Err(error) => check_error(&error, bytes),
        Ok(named) => {
            let read = named.with_scale(None, None, 1);
            assert_eq!(read.measure.key().parse::<Measure>().as_ref(), Ok(&read.measure));
        }
    }
    match text.parse::<Grouping>() {
        Err(error) => check_error(&error, bytes),
        Ok(grouping) => {
            assert_eq!(grouping.to_string().parse::<Grouping>().as_ref(), Ok(&grouping));
            let data = small_data();
            match data.grouped(&grouping) {
                Err(error) => check_error(&error, bytes),
                Ok(grouped) => {
                    let query = grouped.query(0);
                    assert!(grouping.is_none() || query.groups.len() == query.grades.len());
                }
            }
        }
    }
    match text.parse::<PositionCost>() {
        Err(error) => check_error(&error, bytes),
        Ok(cost) => check_cost(&cost, bytes),
    }
    match text.parse::<Generator>() {
        Err(error) => check_error(&error, bytes),
        Ok(generator) => assert_eq!(generator.to_string().parse::<Generator>(), Ok(generator)),
    }
    match text.parse::<RankingMeasure>() {
        Err(error) => check_error(&error, bytes),
        Ok(measure) => {
            if let Some(bound) = measure.bind(&[2, 0, 31, 1, 0], 1) {
                assert!(bound.gain.iter().chain(&bound.discount).all(|value| value.is_finite()), "{measure}");
                assert!(bound.discount.is_sorted_by(|a, b| a >= b), "{measure}");
            }
        }
    }
}

/// A file of feature names is rejected by line, or gives names that are short, printable and distinct.
pub fn names(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match parse_names(text) {
        Err(error) => check_error(&error, bytes),
        Ok(names) => {
            let mut given: Vec<&str> = names.iter().flatten().map(String::as_str).collect();
            assert!(!given.is_empty());
            for name in &given {
                assert!(!name.is_empty() && name.chars().count() <= MAX_NAME);
                assert!(!name.contains(char::is_control));
            }
            given.sort_unstable();
            assert!(given.windows(2).all(|pair| pair[0] != pair[1]), "no two features share a name");
        }
    }
}

/// A tiny data set of any finite numbers, any method and any C gives finite reports and a named reason to stop.
///
/// Bytes 0 to 4 determine method, C, scaling, features and scheme. The byte pairs after them determine grades and
/// features.
pub fn numbers(bytes: &[u8]) {
    let Some((&[method, c, scaling, width, scheme], rest)) = bytes.split_first_chunk::<5>() else { return };
    const SCALINGS: [&str; 5] = ["none", "query", "rank", "minmax", "standard"];
    let settings = TrainingSettings {
        method: METHODS[usize::from(method) % METHODS.len()].name.to_owned(),
        c: 10_f64.powi(i32::from(c) % 40 - 20),
        scale: SCALINGS[usize::from(scaling) % SCALINGS.len()].to_owned(),
        working_set: ["n-slack", "1-slack"][usize::from(scheme) % 2].to_owned(),
        decay: ["power:0.5", "measure", "log", "list:1,0.5"][usize::from(scheme) / 2 % 4].to_owned(),
        drop_near_duplicates: scheme & 0x80 != 0,
        rounds: Some(5),
        epochs: Some(3),
        hidden: 3,
        ..TrainingSettings::default()
    };
    let n_features = 1 + usize::from(width) % 4;
    let mut text = String::new();
    for (row, document) in rest.chunks_exact(1 + 2 * n_features).take(24).enumerate() {
        text += &format!("{} qid:{}", document[0] % 4, row / 6);
        for (index, pair) in document[1..].chunks_exact(2).enumerate() {
            // A sign, an exponent from −307 to 307, and a digit.
            let exponent = i32::from(pair[0]) * 614 / 255 - 307;
            let digit = f64::from(pair[1] % 16) - 8.0;
            text += &format!(" {}:{:e}", index + 1, digit * 10_f64.powi(exponent));
        }
        text.push('\n');
    }
    let Ok(data) = Dataset::from_letor(&text) else { return };
    run(data, &settings, 6);
}

/// Runs a few iterations and inspects all of it.
fn run(data: Dataset, settings: &TrainingSettings, iterations: usize) {
    let settings = TrainingSettings {
        max_iterations: settings.max_iterations.min(iterations),
        measures: settings.measures.iter().take(4).cloned().collect(),
        ..settings.clone()
    };
    let magnitudes = Magnitudes::of(&data, &settings);
    let mut run = match TrainingRun::new(Arc::new(data), &settings) {
        Err(error) => return check_error(&error, &[]),
        Ok(run) => run,
    };
    let (mut reported, mut ranks_violators) = (None, false);
    // More slices than a run of this size can need.
    for _ in 0..100_000 {
        match run.advance(7) {
            Progress::Working { .. } => {}
            Progress::Stepped { report } => {
                check_report(&report, &magnitudes);
                reported = Some(report.step.iteration);
                ranks_violators = report.step.planes().is_some();
            }
            Progress::Stopped { stop } => {
                check_stop(&stop, reported);
                if let Some(iteration) = reported.filter(|_| ranks_violators) {
                    inspect_all(&run, iteration);
                }
                let model = run.model().expect("its numbers are finite");
                assert!(model.scorer.check().is_ok());
                return;
            }
        }
    }
    panic!("the run does not end");
}

/// Requests every inspection of the last iteration.
fn inspect_all(run: &TrainingRun, iteration: usize) {
    let page = LedgerPage { count: 100, ..LedgerPage::default() };
    let certificate = run.certificate(iteration, page).expect("the iteration was reported");
    for value in [
        certificate.primal,
        certificate.dual,
        certificate.own_dual,
        certificate.norm,
        certificate.residual,
        certificate.fullest,
    ] {
        assert!(value.is_finite(), "{certificate:?}");
    }
    for row in run.queries(iteration).expect("the iteration was reported") {
        assert!(row.slack.is_finite() && row.loss.is_finite(), "{row:?}");
        let inspection = run.inspect(iteration, row.query).expect("the query is used");
        // The value of y* is 0. Rounding may put the oracle's ranking slightly below it.
        let rounding = 1e-9 * (1.0 + inspection.loss + inspection.margin.abs());
        assert!(inspection.hinge.is_finite() && inspection.hinge >= -rounding, "{inspection:?}");
        run.contributions(iteration, row.query).expect("the query is used");
        run.search_table(iteration, row.query).expect("the query is used");
        run.motion(iteration, row.query).expect("the query is used");
    }
}

/// Checks that an error has a kind, a place and a readable reason.
pub fn check_error(error: &Error, text: &[u8]) {
    let lines = text.iter().filter(|&&byte| byte == b'\n').count() + 1;
    match error {
        Error::Parse { problems, total } => {
            assert_eq!(problems.len(), (*total).min(20));
            assert!(*total > 0);
            for Problem { line, column, problem } in problems {
                // JSON without bytes ends before its first line.
                assert!((1..=lines.max(1)).contains(line) || text.is_empty(), "line {line} of {lines}");
                assert!(*column <= text.len() + 2, "column {column}: {problem}");
                check_words(problem);
            }
        }
        Error::Config { field, problem } => {
            check_words(field);
            check_words(problem);
        }
        Error::Absent { what, problem } => {
            check_words(what);
            check_words(problem);
        }
        Error::Data { problem } => check_words(problem),
        Error::Numeric { stage, problem } => {
            check_words(stage);
            check_words(problem);
        }
    }
}

/// Checks that a message is a short single line for any input.
fn check_words(words: &str) {
    assert!(!words.is_empty());
    assert!(!words.contains('\n') && !words.contains('\r'), "{words:?} has lines");
    assert!(words.chars().count() <= 1_000, "{} characters: {:.200}", words.chars().count(), words);
}

fn check_parsed(parsed: &Parsed, text: &[u8]) {
    let data = &parsed.dataset;
    assert!(data.n_queries() > 0 && data.n_documents() >= data.n_queries());
    let covered: usize = data.queries().map(|query| query.documents.len()).sum();
    assert_eq!(covered, data.n_documents());
    for query in data.queries() {
        assert!(!query.id.is_empty() && !query.documents.is_empty());
        assert!(query.grades.iter().all(|&grade| grade <= data.max_grade()));
    }
    let greatest = data.queries().flat_map(|query| query.grades.iter().copied()).max();
    assert_eq!(greatest, Some(data.max_grade()));
    for document in 0..data.n_documents() {
        assert!(data.features(document).iter().all(|value| value.is_finite()));
    }
    assert_eq!(parsed.warnings.len(), parsed.n_warnings.min(20));
    for warning in &parsed.warnings {
        assert!(warning.line >= 1 && warning.line <= text.len() + 1);
        check_words(&warning.problem);
    }
    if data.n_documents() * data.n_features() <= 2_000 {
        check_written(data);
    }
}

/// Checks that a data set written as LETOR text parses back to the same data.
fn check_written(data: &Dataset) {
    let mut text = String::new();
    for query in data.queries() {
        for document in query.documents {
            text += &format!("{} qid:{}", data.grade(document), query.id);
            for (index, value) in data.features(document).iter().enumerate() {
                text += &format!(" {}:{value:e}", index + 1);
            }
            text.push('\n');
        }
    }
    let again = Dataset::from_letor(&text).expect("written data are read");
    assert_eq!((again.n_queries(), again.n_features()), (data.n_queries(), data.n_features()));
    for document in 0..data.n_documents() {
        let bits = |data: &Dataset| data.features(document).iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&again), bits(data));
    }
}

fn check_decay(decay: Decay, bytes: &[u8]) {
    assert_eq!(decay.to_string().parse::<Decay>().map(|again| again.to_string()), Ok(decay.to_string()));
    match decay.clone().mended() {
        Err(error) => check_error(&error, bytes),
        Ok(mended @ Decay::List(_)) => {
            let profile = DecayProfile::new(mended, 1.0, None);
            check_profile(&profile.expect("a mended list is a profile"));
        }
        Ok(_) => {}
    }
    for (offset, cut) in [(1.0, None), (2.0, Some(3)), (1e-300, None), (1e300, Some(1))] {
        match DecayProfile::new(decay.clone(), offset, cut) {
            Err(error) => check_error(&error, bytes),
            Ok(profile) => check_profile(&profile),
        }
    }
}

fn check_profile(profile: &DecayProfile) {
    let discount: Vec<f64> = (0..30).map(|rank| 1.0 / (rank as f64 + 1.0)).collect();
    let c = profile.vector(&discount);
    assert!(c.iter().all(|value| value.is_finite() && *value >= 0.0), "{profile:?}");
    assert!(c.is_sorted_by(|a, b| a >= b), "{profile:?}");
    assert!(c[0] > 0.0, "{profile:?}");
}

fn small_data() -> Dataset {
    let text = "2 qid:1 1:0.5 2:-3 # site=a\n0 qid:1 1:1 2:0 # site=b\n1 qid:1 1:0 2:2 # site=a\n0 qid:1 1:0 2:2\n\
                0 qid:2 1:7\n1 qid:2 2:0.25 3:1\n0 qid:3 1:1\n0 qid:3 1:2\n31 qid:4 1:1\n1 qid:4 2:1\n0 qid:4 3:1\n";
    Dataset::from_letor(text).expect("it is LETOR text")
}

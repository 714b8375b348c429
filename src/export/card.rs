//! The model card: what a model is, where it comes from, and what it can do, in Markdown.
//!
//! Source of the outline: Mitchell et al., *Model Cards for Model Reporting*, FAccT 2019.

mod markdown;

use super::command::{CommandFiles, reading_words, train_command};
use crate::method::{effective_options, method};
use crate::metric::{Measure, TIES};
use crate::model::{DataSource, Foreign, MeasuredValue, Model, Provenance};
use crate::ranking::scorer::{ClassLink, Scorer};
use crate::util::error::Error;

use markdown::{Card, numbers, texts};

/// Most features in the table.
const MOST_FEATURES: usize = 20;

/// Returns the card of a model. What the model file does not say is named as unknown.
///
/// # Errors
/// [`Error::Config`] if the method of the model is unknown, which a model file cannot have.
pub fn card(model: &Model) -> Result<String, Error> {
    let unknown = Provenance::default();
    let origin = model.provenance.as_ref().unwrap_or(&unknown);
    let mut card = Card(String::new());
    if let Some(foreign) = &model.foreign {
        what_foreign_is(&mut card, model, foreign);
        features(&mut card, model)?;
        limits(&mut card, model, origin);
        return Ok(card.0);
    }
    what_it_is(&mut card, model, origin)?;
    settings(&mut card, model)?;
    data(&mut card, model, origin)?;
    measured(&mut card, model, origin)?;
    features(&mut card, model)?;
    limits(&mut card, model, origin);
    reproduce(&mut card, model, origin);
    Ok(card.0)
}

const SUM_OF_TERMS: &str = "a sum of simple functions of the features: single features, thresholds or trees";

fn kind_of(model: &Model) -> &'static str {
    match &model.scorer {
        Scorer::Linear { .. } => "a weighted sum of the features",
        Scorer::Additive { .. } => SUM_OF_TERMS,
        Scorer::Classes { link: ClassLink::Single, .. } => SUM_OF_TERMS,
        Scorer::Classes { link: ClassLink::Logistic | ClassLink::Ordinal, ensembles }
            if ensembles.len() == 1 =>
        {
            "the logistic function of a sum of trees"
        }
        Scorer::Network { .. } => "a network with one hidden layer over the features",
        Scorer::Classes { .. } => "an expected grade from one sum of trees per class",
    }
}

fn introduce(card: &mut Card, model: &Model) {
    card.paragraph("# Model card");
    let behind = match model.map.kind() {
        "none" => String::new(),
        kind => format!(", after the feature map {kind}"),
    };
    card.paragraph(&format!(
        "This model ranks the documents of a query. It gives every document a score from {} features, and a document \
         with a larger score ranks higher. The score is {}{behind}.",
        model.n_features,
        kind_of(model)
    ));
}

fn what_it_is(card: &mut Card, model: &Model, origin: &Provenance) -> Result<(), Error> {
    let method = method(&model.settings.method)?;
    introduce(card, model);
    let program = match origin.program.as_str() {
        "" => "an unknown version of Rankscope, because the model file is older than this record".to_owned(),
        program => format!("`{}`", program.replace('`', "'")),
    };
    card.list(&[
        format!("Method: {} (`{}`). {}", method.label, method.name, method.summary),
        format!("Definition: {}", method.formula),
        format!("Source: {}", method.source),
        format!("Trained by: {program}"),
    ]);
    Ok(())
}

/// Says what the file of another program says. Such files do not say their data.
fn what_foreign_is(card: &mut Card, model: &Model, foreign: &Foreign) {
    introduce(card, model);
    let kind = foreign.line().replace('`', "'");
    card.list(&[
        format!("Trained by: `{kind}`"),
        "Its settings and its data do not stand in the file.".to_owned(),
    ]);
}

fn settings(card: &mut Card, model: &Model) -> Result<(), Error> {
    card.heading("Settings");
    let options = effective_options(&model.settings)?;
    let changed = |name: &str| if name.is_empty() { "none".to_owned() } else { name.to_owned() };
    card.table(vec![
        texts("option", options.iter().map(|one| format!("--{}", one.name.replace('_', "-"))).collect()),
        texts("value", options.iter().map(|one| changed(&one.text(&model.settings))).collect()),
        texts("meaning", options.iter().map(|one| one.summary.to_owned()).collect()),
    ])
}

fn data(card: &mut Card, model: &Model, origin: &Provenance) -> Result<(), Error> {
    card.heading("Data");
    let sets = [("training", &origin.train), ("validation", &origin.valid), ("test", &origin.test)];
    let known: Vec<(&str, &DataSource)> =
        sets.into_iter().filter_map(|(name, source)| Some((name, source.as_ref()?))).collect();
    if known.is_empty() {
        card.paragraph("The model file does not say which data it was trained on.");
    } else {
        let of = |text: fn(&DataSource) -> &Option<String>| -> Vec<String> {
            known.iter().map(|(_, source)| text(source).clone().unwrap_or_default()).collect()
        };
        let size = |number: fn(&DataSource) -> usize| -> Vec<Option<f64>> {
            known.iter().map(|(_, source)| Some(number(source) as f64)).collect()
        };
        card.table(vec![
            texts("set", known.iter().map(|(name, _)| (*name).to_owned()).collect()),
            texts("file", of(|source| &source.file)),
            texts("checksum", of(|source| &source.checksum)),
            numbers("queries", size(|source| source.queries)),
            numbers("documents", size(|source| source.documents)),
            numbers("features", size(|source| source.features)),
        ])?;
        card.paragraph(
            "The checksum is FNV-1a with 64 bits over the bytes of the file. It detects accidents, not forgery.",
        );
    }
    if origin.train.as_ref().is_some_and(|source| source.weighted) {
        card.paragraph(
            "The queries of the training data have weights. Training counts a query by its weight; the measured values \
             count every query once.",
        );
    }
    let words = origin.reading.as_ref().map(reading_words).unwrap_or_default();
    if !words.is_empty() {
        card.paragraph(&format!(
            "The files were read with `{}`. New data for the model are read in the same way.",
            words.join(" ").replace('`', "'")
        ));
    }
    if let Some([train, valid, test]) = origin.split {
        let seed = origin.split_seed.map_or_else(String::new, |seed| format!(", seed {seed}"));
        card.paragraph(&format!(
            "The training file was split by query into {train} % training, {valid} % validation and {test} % test data{seed}."
        ));
    }
    card.paragraph(&format!(
        "The highest grade of the training data is {}. Documents from grade {} on count as good.",
        model.max_grade, model.settings.threshold
    ));
    Ok(())
}

fn measured(card: &mut Card, model: &Model, origin: &Provenance) -> Result<(), Error> {
    card.heading("Measured values");
    let sets = &origin.measured;
    let mut names: Vec<&str> = Vec::new();
    for MeasuredValue { measure, .. } in sets.train.iter().chain(&sets.valid).chain(&sets.test) {
        if !names.contains(&measure.as_str()) {
            names.push(measure);
        }
    }
    if names.is_empty() {
        card.paragraph(
            "The model file has no measured values. `rankscope eval DATA --model MODEL` measures it.",
        );
        return Ok(());
    }
    let of = |values: &[MeasuredValue]| -> Vec<Option<f64>> {
        let value = |name: &&str| values.iter().find(|one| one.measure == **name).and_then(|one| one.value);
        names.iter().map(value).collect()
    };
    let mut columns = vec![texts("measure", names.iter().map(|name| (*name).to_owned()).collect())];
    for (head, values) in [("training", &sets.train), ("validation", &sets.valid), ("test", &sets.test)] {
        if !values.is_empty() {
            columns.push(numbers(head, of(values)));
        }
    }
    card.table(columns)?;
    card.paragraph(&format!(
        "Values are means over the queries that define the measure. Ranks count from 1, and g is the grade of a document. \
         With ties a value is the {TIES}. The conventions:"
    ));
    let convention = |name: &&str| {
        let measure: Measure = name.parse().ok()?;
        let conventions = measure.conventions(model.settings.threshold, model.max_grade);
        let parts = match conventions.text().as_str() {
            "" => String::new(),
            text => format!("{text}; "),
        };
        let undefined = measure.undefined_reason();
        let key = measure.key();
        Some(format!("`{key}`: {parts}range {}; queries with {undefined} are left out", conventions.range))
    };
    card.list(&names.iter().filter_map(convention).collect::<Vec<_>>());
    Ok(())
}

fn features(card: &mut Card, model: &Model) -> Result<(), Error> {
    card.heading("Features");
    let named = model.names.iter().flatten().count();
    if named < model.n_features {
        card.paragraph(&format!(
            "{named} of {} features have a name in the model file; the others are called f1, f2, … by their index.",
            model.n_features
        ));
    }
    if model.map.kind() == "rbf" {
        card.paragraph(
            "The score compares whole documents with landmarks, so no feature has a weight of its own.",
        );
        return Ok(());
    }
    let monomials = model.map.monomials();
    let index = |column: usize| match monomials.get(column) {
        Some(factors) => factors.iter().map(|one| (one + 1).to_string()).collect::<Vec<_>>().join(" · "),
        None => (column + 1).to_string(),
    };
    let name = |column: usize| match monomials.get(column) {
        Some(factors) => factors.iter().map(|&one| model.feature_name(one)).collect::<Vec<_>>().join(" · "),
        None => model.feature_name(column),
    };
    let uses = model.scorer.features();
    let listed_uses = &uses[..uses.len().min(MOST_FEATURES)];
    if listed_uses.is_empty() {
        card.paragraph("The model uses no feature.");
        return Ok(());
    }
    let mut columns = vec![
        texts("index", listed_uses.iter().map(|one| index(one.feature)).collect()),
        texts("feature", listed_uses.iter().map(|one| name(one.feature)).collect()),
    ];
    let what = match &model.scorer {
        Scorer::Linear { weights } => {
            let weight = listed_uses.iter().map(|one| weights.get(one.feature).copied()).collect();
            columns.push(numbers("weight", weight));
            "the largest weights by size; they belong to the features after the scaling"
        }
        _ => {
            columns.push(numbers("importance", listed_uses.iter().map(|one| Some(one.importance)).collect()));
            columns.push(numbers("uses", listed_uses.iter().map(|one| Some(one.uses as f64)).collect()));
            "the most important features: the sum of the gains of their splits in trees, else of the sizes of their \
             weights"
        }
    };
    card.paragraph(&format!("{} of {} used features, {what}.", listed_uses.len(), uses.len()));
    card.table(columns)
}

fn limits(card: &mut Card, model: &Model, origin: &Provenance) {
    card.heading("Limits");
    let mut limits = vec![
        "Scores compare documents of one query. They are neither probabilities nor comparable between queries.".to_owned(),
        if model.foreign.is_some() && !model.names.is_empty() {
            "The model finds features by name, else by index. Data must have the same features in the same units."
        } else {
            "The model takes features by index. Data must have the same features in the same columns and units."
        }
        .to_owned(),
        match &model.foreign {
            Some(foreign) if foreign.follows_gaps => "A feature that a document lacks goes its own way through each tree.",
            _ => match model.reading().map_or("", |reading| reading.rules.missing.trim()) {
                "mean" => "A missing value counts as the mean of the feature in the training data.",
                "query-mean" => "A missing value counts as the mean of the feature in the query.",
                _ => "A feature that a document lacks counts as 0.",
            },
        }
        .to_owned(),
    ];
    if let Some(foreign) = &model.foreign {
        // A sentence of a list begins with a capital letter and ends with a full stop.
        limits.extend(foreign.notes.iter().map(|note| {
            let mut sentence = format!("{note}.");
            if let Some(first) = sentence.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            sentence
        }));
    }
    if model.scaling.is_by_query() {
        limits.push(
            "Features are scaled within each query, so a score depends on the other documents of the query."
                .to_owned(),
        );
    }
    match &origin.train {
        Some(train) => limits.push(format!(
            "It learned from {} queries and may fail on queries of another kind.",
            train.queries
        )),
        None => limits.push("Its training data are unknown.".to_owned()),
    }
    if origin.measured.test.is_empty() {
        limits.push("It was not measured on test data, so its value on new queries is unknown.".to_owned());
    }
    if let Some(end) = &origin.training {
        let is_complete = ["converged", "complete", "no weak learner", "same feature", "stopped early"]
            .contains(&&*end.stopped);
        if !is_complete {
            limits.push(format!(
                "Training ended before it was complete, after iteration {} (`{}`).",
                end.iterations,
                end.stopped.replace('`', "'")
            ));
        }
        if end.little_learned {
            limits.push(
                "It learned little: the objective is at best hardly below its value at w = 0, so it hardly decides how \
                 the model ranks."
                    .to_owned(),
            );
        }
    }
    if model.is_constant() {
        limits.push("All its scores are equal, so it orders nothing.".to_owned());
    }
    card.list(&limits);
}

fn reproduce(card: &mut Card, model: &Model, origin: &Provenance) {
    card.heading("How to reproduce");
    if origin.changed_names {
        card.paragraph(
            "There is no command, because the name of a file does not fit in a model file, or training went on from a model.",
        );
    } else {
        command(card, model, origin);
    }
    let Some(end) = &origin.training else { return };
    let mut facts = vec![format!(
        "training ended after iteration {} (`{}`), and the model is that of iteration {}",
        end.iterations,
        end.stopped.replace('`', "'"),
        end.iteration
    )];
    if let Some(objective) = end.objective {
        facts.push(format!("the smallest objective is {objective}"));
    }
    if let Some(gap) = end.gap {
        facts.push(format!("it is within {gap:.2e} of the optimum, relative to itself"));
    }
    card.paragraph(&format!(
        "The same files, settings and program version give the same numbers: {}.",
        facts.join("; ")
    ));
}

/// Adds the command that trains the model again.
fn command(card: &mut Card, model: &Model, origin: &Provenance) {
    let file = |source: &Option<DataSource>| source.as_ref().and_then(|source| source.file.clone());
    let known = file(&origin.train);
    let files = CommandFiles {
        train: known.clone().unwrap_or_else(|| "TRAIN".to_owned()),
        valid: file(&origin.valid),
        test: file(&origin.test),
        split: origin.split,
        split_seed: origin.split_seed,
        names: origin.names_file.clone(),
        reading: origin.reading.clone(),
    };
    if known.is_none() {
        card.paragraph(
            "The model file does not name its data; put the training file in the place of `TRAIN`.",
        );
    }
    card.code("sh", &(train_command(&model.settings, &files) + " --out model.json"));
}

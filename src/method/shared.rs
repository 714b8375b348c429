//! Options that several methods share, with the same key, words and check.

use super::MethodOption;
use super::option::option;
use crate::data::MAX_GRADE;
use crate::loss::{RankingMeasure, Reference};
use crate::method::settings::TrainingSettings;
use crate::metric::{Discount, Gain, Measure};
use crate::util::error::{Error, shown};
use crate::util::menu_entry::Choice;

pub(super) const THRESHOLD: MethodOption = MethodOption {
    minimum: Some(1.0),
    maximum: Some(MAX_GRADE as f64),
    check: check_threshold,
    ..option!(threshold, Integer, "Good from grade", "Documents from this grade on are good, the others bad.")
};

/// The measure that a method optimises. Every method says in its grammar which ones it takes.
pub(super) const MEASURE: MethodOption = MethodOption {
    check: |settings| match settings.measure.parse::<RankingMeasure>() {
        Ok(_) => Ok(()),
        Err(problem) => settings.measure.parse::<Measure>().map(drop).map_err(|_| problem),
    },
    ..option!(measure, Choice, "Measure", "The measure whose loss is bounded.")
};

/// The gain of a grade, for methods that optimise a measure of gains.
pub(super) const LABEL_GAIN: MethodOption = MethodOption {
    choices: &[
        choice("", "that of the measure", "Usually 2^r − 1, about twice the gain of the grade below.", ""),
        choice("linear", "r", "The gain of a document is its grade.", "b_i = r_i"),
    ],
    grammar: "linear, or the gains of the grades 0, 1, 2, … such as 0,1,3,7",
    check: |settings| label_gain(settings).map(drop),
    ..option!(label_gain, Choice, "Gain of a grade", "Gains of the grades in the measure of the method.")
};

pub(super) const REFERENCE: MethodOption = MethodOption {
    choices: REFERENCES,
    check: |settings| settings.reference.parse::<Reference>().map(drop),
    ..option!(reference, Choice, "Reference ranking", "Which ranking without a loss is y*.")
};

/// The reference of methods for which all ideal rankings are the same ranking.
pub(super) const IDEAL_OR_RAMP: MethodOption = MethodOption {
    choices: &[
        sourced([
            "aligned",
            "ideal",
            "Good documents before bad ones: one convex problem.",
            "H = max_y [Δ(y) − ⟨w, δψ(y)⟩]",
            "",
        ]),
        RAMP,
    ],
    check: |settings| settings.reference.parse::<Reference>().map(drop),
    ..option!(reference, Choice, "Reference ranking", "Ranking that violators are compared with.")
};

const RAMP: Choice = sourced([
    "ramp",
    "ramp (the model's own)",
    "The model's own ranking, updated in rounds: hopeless queries are given up, so they do not pull w to 0.",
    "R(w) = max_y [Δ(y) + ⟨w, ψ(y)⟩] − max_y ⟨w, ψ(y)⟩",
    "Chapelle, Do, Le, Smola and Teo 2008",
]);

pub(super) const REFERENCES: &[Choice] = &[
    sourced([
        "aligned",
        "aligned",
        "The ideal ranking that the model likes best, chosen again in rounds: the tightest bound.",
        "y* = argmax over rankings with Δ = 0 of ⟨w, ψ(y)⟩",
        "concave-convex procedure",
    ]),
    sourced([
        "averaged",
        "averaged",
        "The mean of ψ over all ideal rankings: one convex problem.",
        "ψ(y*) = mean over rankings with Δ = 0 of ψ(y)",
        "",
    ]),
    sourced([
        "fixed",
        "fixed",
        "The documents sorted by grade, as published; with many ties w = 0 is hard to beat.",
        "y* = by grade, equal grades in file order",
        "Le and Smola 2007; Chakrabarti et al. 2008",
    ]),
    RAMP,
];

pub(super) const DISCOUNT: MethodOption = MethodOption {
    choices: &[
        choice("standard", "standard", "Falls from the first rank on.", "D(j) = 1/log2(j+2)"),
        choice(
            "flat",
            "flat top two",
            "The first two ranks have the same weight.",
            "D(0) = D(1) = 1, D(j) = 1/log2(j+1)",
        ),
    ],
    check: |settings| discount(settings).map(drop),
    ..option!(discount, Choice, "Discount", "Weight of a rank.")
};

/// The number of first ranks that count. Every method gives its own summary and its own default.
pub(super) const fn cut_off_option(if_absent: Option<usize>, summary: &'static str) -> MethodOption {
    MethodOption {
        minimum: Some(1.0),
        check: |settings| cut_off(settings).map(drop),
        ..option!(cut_off, Integer, "Cut-off k", "")
    }
    .with(if_absent, summary)
}

/// The number of passes over the data that a method makes if none is given.
pub(super) const fn epochs_option(if_absent: usize) -> MethodOption {
    MethodOption {
        minimum: Some(1.0),
        check: |settings| settings.epochs.map_or(Ok(()), |epochs| count("epochs", epochs)),
        ..option!(epochs, Integer, "Epochs", "")
    }
    .with(Some(if_absent), "Passes over the training data; validation data choose among them.")
}

/// The end of training by validation data, for the methods whose rounds or epochs these choose.
pub(super) const PATIENCE: MethodOption = MethodOption {
    minimum: Some(1.0),
    check: |settings| settings.patience.map_or(Ok(()), |rounds| count("patience", rounds)),
    ..option!(
        patience,
        Integer,
        "Patience",
        "Stop after this many rounds without a higher validation measure; empty for never."
    )
};

/// The number of rounds if the settings name none.
pub(super) const fn rounds_option(if_absent: usize) -> MethodOption {
    MethodOption {
        minimum: Some(1.0),
        check: |settings| settings.rounds.map_or(Ok(()), |rounds| count("rounds", rounds)),
        ..option!(rounds, Integer, "Rounds", "")
    }
    .with(Some(if_absent), "Rounds of boosting; validation data choose among them.")
}

/// Refuses a count of 0.
pub(super) fn count(name: &'static str, count: usize) -> Result<(), Error> {
    if count == 0 { Err(Error::config(name, "0 would not train at all; the smallest is 1")) } else { Ok(()) }
}

/// Returns a choice of an option: name, label, summary, formula, source.
pub(super) const fn sourced([name, label, summary, formula, source]: [&'static str; 5]) -> Choice {
    Choice { name, label, summary, formula, source }
}

/// Returns a choice of an option without a source.
pub(super) const fn choice(
    name: &'static str,
    label: &'static str,
    summary: &'static str,
    formula: &'static str,
) -> Choice {
    Choice { name, label, summary, formula, source: "" }
}

/// Returns the cut-off, if one is given.
pub(super) fn cut_off(settings: &TrainingSettings) -> Result<Option<usize>, Error> {
    match settings.cut_off {
        Some(0) => Err(Error::config("cut_off", "0 would count no rank; the smallest cut-off is 1")),
        cut_off => Ok(cut_off),
    }
}

/// Returns the gain that is given apart from the measure, if there is one.
pub(super) fn label_gain(settings: &TrainingSettings) -> Result<Option<Gain>, Error> {
    let text = settings.label_gain.trim();
    let refused = |problem| Error::config(LABEL_GAIN.name, format!("{} {problem}", shown(text)));
    if text.is_empty() { Ok(None) } else { Gain::parse(text).map(Some).map_err(refused) }
}

/// Returns the measure that a method optimises, with the gain of the settings.
pub(super) fn optimised_measure(settings: &TrainingSettings) -> Result<Measure, Error> {
    let measure: Measure = settings.measure.parse()?;
    label_gain(settings)?.map_or(Ok(measure), |gain| measure.with_gain(gain))
}

/// Returns the discount of SVM-NDCG.
pub(super) fn discount(settings: &TrainingSettings) -> Result<Discount, Error> {
    match settings.discount.trim().to_ascii_lowercase().as_str() {
        "standard" => Ok(Discount::Log2RankPlusOne),
        "flat" => Ok(Discount::FlatTopTwo),
        other => Err(Error::config("discount", format!("{} is not one of standard, flat", shown(other)))),
    }
}

fn check_threshold(settings: &TrainingSettings) -> Result<(), Error> {
    if (1..=MAX_GRADE).contains(&settings.threshold) {
        return Ok(());
    }
    let problem = format!(
        "{} is not a grade from which on documents can be good; choose one from 1 to {MAX_GRADE}",
        settings.threshold
    );
    Err(Error::config("threshold", problem))
}

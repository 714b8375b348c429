//! Linear models of SVM^rank and SVM^light. Source: the format that `svm_rank_learn` writes, versions 6.

use super::{Foreign, Read, fault};
use crate::data::MAX_FEATURES;
use crate::ranking::scorer::{Scorer, Term, WeakLearner};
use crate::util::counted::counted;
use crate::util::error::{Error, shown};

use super::fields::index;
use super::layout::constant;

const PROGRAM: &str = "SVM^rank";

/// Returns the model of a file. The score is ⟨w, x⟩ − b with w = Σ α_i x_i over the support vectors.
pub(super) fn read(text: &str) -> Result<Read, Error> {
    let mut lines = text.lines().enumerate();
    let version = lines.next().map_or("", |(_, line)| line.trim());
    // The value stands before "# name" in each of the ten lines of the head.
    let mut value = |name: &str| -> Result<String, Error> {
        let (_, line) = lines.next().ok_or_else(|| fault(PROGRAM, format!("the head ends before {name}")))?;
        match line.split_once('#') {
            Some((value, words)) if words.contains(name) => Ok(value.trim().to_owned()),
            _ => Err(fault(PROGRAM, format!("{} stands where {name} is expected", shown(line)))),
        }
    };
    let kernel = value("kernel type")?;
    if kernel != "0" {
        let kind = match kernel.as_str() {
            "1" => "a polynomial kernel",
            "2" => "an RBF kernel",
            "3" => "a sigmoid kernel",
            _ => "another kernel",
        };
        return Err(fault(PROGRAM, format!("it has {kind}; only linear models (-t 0) can be opened")));
    }
    for name in ["-d", "-g", "-s", "-r", "-u"] {
        value(&format!("kernel parameter {name}"))?;
    }
    let n_features = index(number(&value("highest feature index")?)?);
    if n_features > MAX_FEATURES {
        return Err(fault(PROGRAM, format!("{n_features} features; at most {MAX_FEATURES} can be opened")));
    }
    value("number of training documents")?;
    value("number of support vectors")?;
    let threshold = number(&value("threshold b")?)?;
    let mut weights = vec![0.0; n_features];
    for (at, line) in lines {
        let vector = line.split('#').next().unwrap_or("");
        let mut words = vector.split_whitespace();
        let Some(alpha) = words.next() else { continue };
        let in_line = |problem: String| fault(PROGRAM, format!("line {}: {problem}", at + 1));
        let alpha = number(alpha).map_err(|_| in_line(format!("{} is no number", shown(alpha))))?;
        for word in words {
            let parsed = word.split_once(':').and_then(|(index, value)| {
                Some((
                    index.parse::<usize>().ok()?,
                    value.parse::<f64>().ok().filter(|value| value.is_finite())?,
                ))
            });
            let (index, value) =
                parsed.ok_or_else(|| in_line(format!("{} is not <index>:<value>", shown(word))))?;
            let weight = index.checked_sub(1).and_then(|index| weights.get_mut(index));
            *weight.ok_or_else(|| in_line(format!("feature {index} of {n_features}")))? += alpha * value;
        }
    }
    let about = Foreign {
        program: PROGRAM.to_owned(),
        kind: format!("linear, {}{}", counted(n_features, "feature"), of_version(version)),
        ..Foreign::default()
    };
    let scorer = if threshold == 0.0 { Scorer::Linear { weights } } else { shifted(weights, -threshold) };
    Ok(Read { about, scorer, n_features, names: Vec::new() })
}

fn of_version(line: &str) -> String {
    let version = line.strip_prefix("SVM-light Version ").unwrap_or("").trim();
    if version.is_empty() {
        String::new()
    } else {
        format!(" ({})", version.chars().take(20).collect::<String>())
    }
}

/// Returns a linear scorer with a constant.
pub(super) fn shifted(weights: Vec<f64>, by: f64) -> Scorer {
    let weighted = weights.into_iter().enumerate().filter(|&(_, weight)| weight != 0.0);
    let terms = weighted.map(|(feature, weight)| Term { weight, weak: WeakLearner::Feature { feature } });
    Scorer::Additive { terms: std::iter::once(constant(by)).chain(terms).collect() }
}

fn number(text: &str) -> Result<f64, Error> {
    text.parse().map_err(|_| fault(PROGRAM, format!("{} is no number", shown(text))))
}

//! The shell command that reproduces a run.

use serde::Deserialize;

use crate::method::settings::TrainingSettings;
use crate::method::{METHOD, OptionKind, effective_options};
use crate::model::Reading;

/// Names of the files of a run, as the command uses them.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CommandFiles {
    /// Training data.
    pub train: String,
    /// Validation data.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub valid: Option<String>,
    /// Test data.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub test: Option<String>,
    /// Shares in per cent if the training file is split by query.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub split: Option<[f64; 3]>,
    /// Seed of the split if it differs from the seed of the settings.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub split_seed: Option<u64>,
    /// File of the feature names.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub names: Option<String>,
    /// How the files are read, if by other rules than those of plain LETOR text.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub reading: Option<Reading>,
}

/// Returns `rankscope train …`, quoted for a POSIX shell.
///
/// It contains the method, C and every option that has an effect and differs from its default.
pub fn train_command(settings: &TrainingSettings, files: &CommandFiles) -> String {
    let mut words = vec!["rankscope".to_owned(), "train".to_owned(), file(&files.train)];
    let mut option = |name: &str, value: String| words.extend([format!("--{name}"), value]);
    for (name, path) in [("valid", &files.valid), ("test", &files.test), ("names", &files.names)] {
        if let Some(path) = path {
            option(name, file(path));
        }
    }
    if let Some(shares) = files.split {
        option("split", shares.map(|share| share.to_string()).join("/"));
        if let Some(seed) = files.split_seed.filter(|&seed| seed != settings.seed) {
            option("split-seed", seed.to_string());
        }
    }
    if let Some(reading) = &files.reading {
        words.extend(reading_words(reading));
    }
    // The options of an unknown method cannot be determined.
    for setting in effective_options(settings).unwrap_or_else(|_| vec![&METHOD]) {
        let name = setting.name.replace('_', "-");
        if !["method", "c"].contains(&setting.name) && setting.is_default(settings) {
            continue;
        }
        // Without validation data there is nothing to choose by, and the program refuses to.
        let has_validation = files.valid.is_some() || files.split.is_some_and(|[_, valid, _]| valid > 0.0);
        if setting.needs_validation() && !has_validation {
            continue;
        }
        match setting.kind {
            OptionKind::Flag => words.push(format!("--{name}")),
            _ => words.extend([format!("--{name}"), setting.text(settings)]),
        }
    }
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// Returns the options of how files are read, not quoted.
pub fn reading_words(
    Reading { rules, group_sizes, columns_like, query_weight, .. }: &Reading,
) -> Vec<String> {
    let mut words = Vec::new();
    let mut option = |name: &str, value: &str| match value {
        "" => {}
        value if value.starts_with('-') => words.push(format!("--{name}={value}")),
        value => words.extend([format!("--{name}"), value.to_owned()]),
    };
    for (name, path) in [("group-sizes", group_sizes), ("columns-like", columns_like)] {
        option(name, &path.as_deref().map(file).unwrap_or_default());
    }
    option("query-weight", query_weight.as_deref().unwrap_or_default());
    for (name, rule) in [
        ("label", &rules.label),
        ("qid", &rules.qid),
        ("docid", &rules.docid),
        ("ignore", &rules.ignore.join(",")),
        ("unjudged", &rules.unjudged),
        ("grades", &rules.grades),
        ("missing", &rules.missing),
        ("without", &rules.without.join(",")),
    ] {
        option(name, rule);
    }
    if rules.zero_based {
        words.push("--zero-based".to_owned());
    }
    words
}

/// Returns a file name that is not mistaken for an option or for standard input.
fn file(name: &str) -> String {
    if name.starts_with('-') { format!("./{name}") } else { name.to_owned() }
}

/// Quotes a word for a POSIX shell.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "_-./:=,@%+".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

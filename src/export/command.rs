//! The command that reproduces a run, ready for a shell.

use serde::Deserialize;

use crate::settings::TrainingSettings;

/// The files of a run, by the names that the command will find them under.
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
    /// Shares in per cent, where the training file is split by query.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub split: Option<[f64; 3]>,
    /// What the split was drawn by, where it is not the seed of the settings.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub split_seed: Option<u64>,
}

/// `rankscope train …` with everything that differs from its defaults, quoted for a POSIX shell.
pub fn train_command(settings: &TrainingSettings, files: &CommandFiles) -> String {
    let usual = TrainingSettings::default();
    let mut words = vec!["rankscope".to_owned(), "train".to_owned(), file(&files.train)];
    let mut option = |name: &str, value: String| words.extend([format!("--{name}"), value]);
    for (name, path) in [("valid", &files.valid), ("test", &files.test)] {
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
    option("method", settings.method.clone());
    let texts = [
        ("measure", &settings.measure, &usual.measure),
        ("decay", &settings.decay, &usual.decay),
        ("reference", &settings.reference, &usual.reference),
        ("discount", &settings.discount, &usual.discount),
        ("feature-map", &settings.feature_map, &usual.feature_map),
        ("generator", &settings.generator, &usual.generator),
        ("pairs", &settings.pairs, &usual.pairs),
        ("slacks", &settings.slacks, &usual.slacks),
        ("working-set", &settings.working_set, &usual.working_set),
        ("scale", &settings.scale, &usual.scale),
    ];
    for (name, value, _) in texts.into_iter().filter(|(_, value, usual)| value != usual) {
        option(name, value.clone());
    }
    if settings.components != usual.components {
        option("components", settings.components.join(","));
    }
    if !settings.measures.is_empty() {
        option("measures", settings.measures.join(","));
    }
    for (name, value) in [("decay-cut", settings.decay_cut), ("cut-off", settings.cut_off)] {
        if let Some(value) = value {
            option(name, value.to_string());
        }
    }
    option("c", settings.c.to_string());
    let changed = |value: String, usual: String| (value != usual).then_some(value);
    let rest = [
        ("offset", changed(settings.offset.to_string(), usual.offset.to_string())),
        ("threshold", changed(settings.threshold.to_string(), usual.threshold.to_string())),
        ("gap", changed(settings.gap.to_string(), usual.gap.to_string())),
        ("max-iterations", changed(settings.max_iterations.to_string(), usual.max_iterations.to_string())),
        ("seed", changed(settings.seed.to_string(), usual.seed.to_string())),
    ];
    for (name, value) in rest {
        if let Some(value) = value {
            option(name, value);
        }
    }
    for (name, wanted) in
        [("drop-zero", settings.drop_zero), ("drop-near-duplicates", settings.drop_near_duplicates)]
    {
        if wanted {
            words.push(format!("--{name}"));
        }
    }
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// A file name that is no option, and not standard input.
fn file(name: &str) -> String {
    if name.starts_with('-') { format!("./{name}") } else { name.to_owned() }
}

/// A word as a POSIX shell reads it back.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "_-./:=,@%+".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

//! The menu of measures: every entry can be trained by exactly the methods that it names, and nothing is missing.

use std::sync::Arc;

use crate::support::Random;
use rankscope::method::settings::TrainingSettings;
use rankscope::method::{Family, METHODS, MeasureChoice, Method, catalog};
use rankscope::run::{Progress, TrainingRun};

/// Returns the methods that are trained for a measure.
fn methods() -> impl Iterator<Item = &'static Method> {
    METHODS.iter().copied().filter(|method| method.options.iter().any(|option| option.name == "measure"))
}

fn settings(method: &str, measure: &str) -> TrainingSettings {
    TrainingSettings {
        method: method.to_owned(),
        measure: measure.to_owned(),
        // Measures of groups need them.
        group: "feature:1".to_owned(),
        max_iterations: 3,
        rounds: Some(3),
        ..TrainingSettings::default()
    }
}

/// Returns a name of an entry with its default cut-off.
fn usual(entry: &MeasureChoice, name: &str) -> String {
    entry.default_cut_off.map_or_else(|| name.to_owned(), |k| format!("{name}@{k}"))
}

/// Returns the texts that the controls of an entry can make: with and without a cut-off, parameters and suffixes.
fn texts(entry: &MeasureChoice) -> Vec<String> {
    let mut texts = vec![usual(entry, entry.name)];
    if entry.cut_off {
        texts.push(format!("{}@3", entry.name));
    }
    if entry.cut_off && !entry.needs_cut_off {
        texts.push(entry.name.to_owned());
    }
    if !entry.parameters.is_empty() {
        let numbers: Vec<String> =
            entry.parameters.iter().map(|one| one.default.unwrap_or(4.0).to_string()).collect();
        texts.push(format!("{}:{}", usual(entry, entry.name), numbers.join(",")));
    }
    texts
}

/// Returns whether an entry of the method has the name in a text, and a cut-off if the text has one.
fn is_offered(method: &Method, text: &str) -> bool {
    let stem = text.split(['@', ':', '+']).next().unwrap_or_default();
    catalog().measures.iter().any(|entry| {
        let has_name = entry.name == stem || entry.other_names.contains(&stem);
        has_name && entry.methods.contains(&method.name) && (entry.cut_off || !text.contains('@'))
    })
}

/// Returns the suffixes of an entry, each alone and all together.
fn suffixes(entry: &MeasureChoice) -> Vec<String> {
    let alone = entry.variants.iter().flat_map(|variant| variant.choices);
    let mut suffixes: Vec<String> =
        alone.filter(|choice| !choice.name.is_empty()).map(|choice| format!("+{}", choice.name)).collect();
    if suffixes.len() > 1 {
        suffixes.push(suffixes.concat());
    }
    suffixes
}

#[test]
fn every_entry_is_trained_by_the_methods_that_it_names_and_refused_by_the_others() {
    let data = Arc::new(Random::new(9).dataset(5, 7, 3, 3));
    let trains = |settings: &TrainingSettings| {
        let what = format!("{} for {}", settings.measure, settings.method);
        let mut run =
            TrainingRun::new(Arc::clone(&data), settings).unwrap_or_else(|fault| panic!("{what}: {fault}"));
        let mut steps = 0;
        loop {
            match run.advance(1000) {
                Progress::Working { .. } => {}
                Progress::Stepped { .. } => steps += 1,
                Progress::Stopped { .. } => break,
            }
        }
        assert!(steps > 1, "{what}: {steps} steps");
    };
    for method in methods() {
        for entry in catalog().measures {
            let named = entry.methods.contains(&method.name);
            for text in texts(entry) {
                let settings = settings(method.name, &text);
                assert_eq!(settings.parse().is_ok(), is_offered(method, &text), "{text} for {}", method.name);
                if named {
                    trains(&settings);
                }
            }
            for suffix in suffixes(entry) {
                // Smooth methods have the usual discount.
                let takes = named && !(method.family == Family::Descent && suffix.contains("flat"));
                let settings = settings(method.name, &(usual(entry, entry.name) + &suffix));
                let parsed = settings.parse();
                assert_eq!(parsed.is_ok(), takes, "{} for {}", settings.measure, method.name);
                if let Ok(config) = parsed {
                    let key = config.measures[0].key();
                    assert!(key.ends_with(&suffix), "{} is reported as {key}", settings.measure);
                    trains(&settings);
                }
            }
            for name in entry.other_names.iter().filter(|_| named) {
                assert!(
                    settings(method.name, &usual(entry, name)).parse().is_ok(),
                    "{name} for {}",
                    method.name
                );
            }
        }
    }
}

#[test]
fn every_measure_that_a_method_can_be_trained_for_is_in_the_menu() {
    let reported = rankscope::metric::menu();
    let names = reported.iter().map(|choice| choice.name).chain(["mwta", "mrr", "map", "eru-raw", "err:4"]);
    for name in names {
        for method in methods() {
            let accepted = settings(method.name, name).parse().is_ok();
            assert_eq!(accepted, is_offered(method, name), "{name} for {}", method.name);
        }
    }
}

#[test]
fn every_method_of_an_entry_has_a_measure() {
    for entry in catalog().measures {
        assert!(!entry.methods.is_empty(), "{}", entry.name);
        for name in entry.methods {
            assert!(methods().any(|method| method.name == *name), "{name} has no option for {}", entry.name);
        }
        for variant in entry.variants {
            assert_eq!(variant.choices[0].name, "", "{}: the first choice is the usual one", entry.name);
        }
    }
}

#[test]
fn a_single_feature_is_not_chosen_by_a_measure_of_which_less_is_better() {
    for measure in ["repeats@5", "cost", "pair-error"] {
        let refused = settings("single-feature", measure).parse().expect_err("less is better").to_string();
        assert!(refused.contains("less is better"), "{refused}");
    }
    for measure in ["repeats@5", "pair-error", "tau"] {
        let refused = settings("adarank", measure).parse().expect_err("AdaRank weighs by gain").to_string();
        assert!(refused.contains("AdaRank needs a measure"), "{refused}");
    }
}

//! What holds for every laboratory.

use rankscope::Error;
use rankscope::data::{Dataset, generate_letor};
use rankscope::method::OptionKind;
use rankscope::theory::{LabData, labs, run};

#[test]
fn every_laboratory_runs_with_its_defaults_and_its_extremes() {
    let data = Dataset::from_letor(&generate_letor(12, 8, 1)).expect("made data");
    let sets = LabData { train: Some(&data), test: None };
    for lab in labs() {
        let mut all = vec![Vec::new()];
        for option in lab.options {
            assert!(option.read(option.default).is_ok(), "{} has a default of {}", lab.name, option.name);
            if option.kind == OptionKind::List {
                continue;
            }
            if option.choices.is_empty() {
                all.extend(
                    [option.minimum, option.maximum].map(|number| vec![format!("{}={number}", option.name)]),
                );
            }
            all.extend(option.choices.iter().map(|choice| vec![format!("{}={}", option.name, choice.name)]));
        }
        for options in all {
            let result = match run(lab.name, &options, sets) {
                Ok(result) => result,
                // The data have twelve features, and the first feature of two is not the second one.
                Err(Error::Config { field: "features" | "scorer", .. }) if lab.needs_data => continue,
                Err(error) => panic!("{options:?}: {error}"),
            };
            assert!(!result.lines().is_empty(), "{} {options:?} has a text", lab.name);
            let json = serde_json::to_value(&result).expect("JSON");
            assert_eq!(json["lab"], lab.name);
        }
        let without = run(lab.name, &[], LabData::default());
        assert_eq!(without.is_err(), lab.needs_data, "{} without data", lab.name);
        let tested = run(lab.name, &[], LabData { test: Some(&data), ..sets });
        let is_same = tested == run(lab.name, &[], sets);
        assert_eq!(is_same, !lab.takes_test, "{} with test data", lab.name);
    }
}

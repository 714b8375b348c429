//! Settings that are refused, with the name of the setting: the same ones natively and on wasm32.

use crate::test;
use rankscope::model::Model;
use rankscope::settings::TrainingSettings;

fn parsed(settings: TrainingSettings) -> Result<(), String> {
    settings.parse().map(drop).map_err(|fault| fault.to_string())
}

#[test]
fn a_threshold_is_a_grade_above_0() {
    let with = |threshold| parsed(TrainingSettings { threshold, ..TrainingSettings::default() });
    assert_eq!((with(1), with(31)), (Ok(()), Ok(())));
    for threshold in [0, 32, 200] {
        let fault = with(threshold).expect_err("no grade");
        assert!(fault.starts_with(&format!("threshold: {threshold} is not a grade")), "{fault}");
        assert!(fault.ends_with("choose one from 1 to 31"), "{fault}");
    }
}

#[test]
fn both_worlds_take_the_same_whole_numbers() {
    let model = |settings: &str| {
        format!(
            r#"{{"format": "rankscope-model", "version": 1, "settings": {settings}, "max_grade": 1,
                "scaling": {{"kind": "none"}}, "weights": [1.0]}}"#
        )
    };
    for field in ["max_iterations", "cut_off", "decay_cut"] {
        let with = |number: u64| {
            let settings = format!(r#"{{"method": "svm-mrr", "{field}": {number}}}"#);
            let read = serde_json::from_str(&settings).map_err(|fault| fault.to_string()).and_then(parsed);
            assert_eq!(Model::parse(&model(&settings)).is_ok(), read.is_ok(), "{field} {number}");
            read
        };
        assert_eq!(with(u32::MAX.into()), Ok(()), "{field}");
        assert!(with(u64::from(u32::MAX) + 1).is_err() && with(u64::MAX).is_err(), "{field}");
    }
    #[cfg(target_pointer_width = "64")]
    assert_eq!(
        parsed(TrainingSettings { decay_cut: Some(5_000_000_000), ..TrainingSettings::default() }),
        Err("decay_cut: 5000000000 is too large; the largest is 4294967295".to_owned())
    );
}

//! Files of studies, with the guarantees of `targets.rs`.

use rankscope::chart::marks_svg;
use rankscope::study::{
    Cell, CellRun, CellSettings, DataFields, MOST_TRAININGS, Source, SourceData, Study, StudySets, StudyTable,
};

use super::targets::check_error;

/// A study is refused with place and reason, or has at most so many trainings and parses back from its own JSON. Its
/// empty table, its sets and its keys can be made.
pub fn studies(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let study = match Study::parse(text) {
        Err(error) => return check_error(&error, bytes),
        Ok(study) => study,
    };
    let cells = study.cells().expect("they were made by the check");
    assert!(!cells.is_empty());
    assert!(cells.iter().map(|cell| cell.trainings).sum::<usize>() <= MOST_TRAININGS);
    let trains = |cell: &Cell| cell.trainings > 0 || matches!(cell.settings, CellSettings::Ranker(_));
    assert!(cells.iter().all(|cell| trains(cell) && !cell.candidates.is_empty()));
    let again = Study::parse(&study.json()).expect("a study writes a study");
    assert_eq!(again, study);
    let own = DataFields { train: Some("a".to_owned()), test: Some("b".to_owned()), ..DataFields::default() };
    match study.on(&own) {
        Err(error) => check_error(&error, bytes),
        Ok(moved) => assert_eq!(Study::parse(&moved.json()).expect("a study writes a study"), moved),
    }
    let sources = study.sources();
    let is_small = |source: &Source| match source {
        Source::Sample(sample) => sample.queries * sample.documents <= 1000,
        Source::Shop { .. } => true,
        Source::GeneratedRatings { generate, .. } => generate.users * generate.items <= 1000,
        Source::File(_) | Source::Ranker(_) | Source::Ratings { .. } => false,
    };
    if !sources.iter().all(is_small) || cells.len() > 100 {
        return;
    }
    let made = |source: &Source| source.generated().expect("a sample").expect("it was checked");
    let data: Vec<SourceData> = sources.iter().map(made).collect();
    match StudySets::new(&study, &data) {
        Err(error) => check_error(&error, bytes),
        Ok(sets) => {
            let keys = CellRun::keys(&study, &cells, &sets).expect("its own cells");
            assert!(keys.iter().all(|key| key.len() == 16));
            let table = StudyTable::new(&study, &cells, &vec![None; cells.len()], &sets);
            assert!(table.markdown(&study).starts_with("# "));
            for plot in table.plots(&study) {
                check_error(&marks_svg(&plot).expect_err("there is no value"), bytes);
            }
        }
    }
}

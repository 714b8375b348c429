//! Damaged click logs: they are refused with the line, or give counts, estimates and weights without contradiction.

use rankscope::clicks::{
    ClickLog, ClickReader, Clip, Curve, Discounts, EstimationSettings, Estimator, LogNames, PropensitySource,
    evaluate_clicks,
};
use rankscope::data::{Dataset, LetorParser};
use rankscope::util::error::Error;

use super::targets::check_error;

/// The data that the logs name.
const DATA: &[u8] = b"2 qid:a 1:0.5\n0 qid:a 1:0.25\n1 qid:a 1:0.125\n1 qid:b 1:2\n0 qid:b 1:-1\n";

/// Most seconds are spent in the estimate; so many ranks are enough to reach all of its branches.
const RANKS: usize = 4;

/// The bytes are a log. Chunks do not matter. A log that is read has clicks within its impressions, and what is
/// computed from it is finite or refused.
pub fn click_logs(bytes: &[u8]) {
    let data = data();
    let names = LogNames::lines(&data);
    let whole = read(&data, &names, [bytes]);
    assert_eq!(read(&data, &names, bytes.chunks(3)), whole, "chunks change the log");
    match whole {
        Err(error) => check_error(&error, bytes),
        Ok(log) => check(&data, &log),
    }
}

fn data() -> Dataset {
    let mut parser = LetorParser::new();
    parser.push(DATA);
    parser.finish().unwrap_or_else(|error| panic!("{error}")).dataset
}

fn read<'a>(
    data: &Dataset,
    names: &LogNames,
    chunks: impl IntoIterator<Item = &'a [u8]>,
) -> Result<ClickLog, Error> {
    let mut reader = ClickReader::new(data, names);
    chunks.into_iter().for_each(|chunk| reader.push(chunk));
    reader.finish()
}

fn check(data: &Dataset, log: &ClickLog) {
    for cell in log.cells() {
        assert!(cell.clicks >= 0.0 && cell.impressions.is_finite());
        assert!(cell.clicks <= cell.impressions * (1.0 + 1e-9), "{cell:?}");
        assert!((cell.document as usize) < log.n_documents(cell.query as usize));
        assert!(cell.propensity.is_none_or(|p| p > 0.0 && p <= 1.0));
    }
    let Ok(summary) = log.summary(None) else { return };
    assert_eq!(summary.ranks.iter().map(|rank| rank.clicks).sum::<f64>(), log.n_clicks());
    if let Ok(naive) = log.click_weights(Estimator::Naive, None, Clip::None) {
        assert_eq!(naive.weights.len(), data.n_documents());
        assert!(naive.weights.iter().all(|weight| *weight >= 0.0 && weight.is_finite()));
        assert!(data.clone().with_click_weights(naive.weights).is_ok());
    }
    if log.has_propensities()
        && let Ok(estimate) = log.click_weights(Estimator::Ips, Some(PropensitySource::Log), Clip::Auto)
    {
        assert!(estimate.weights.iter().all(|weight| *weight >= 0.0 && weight.is_finite()));
        let scores: Vec<f64> = (0..data.n_documents()).map(|row| data.features(row)[0]).collect();
        let discounts = Discounts::by_scores(data, &scores, None).unwrap_or_else(|error| panic!("{error}"));
        if let Ok(value) = evaluate_clicks(log, &discounts, None, PropensitySource::Log, None) {
            assert!(value.new.mean >= 0.0 && value.new.mean.is_finite());
        }
    }
    for curve in [Curve::Power, Curve::Free] {
        let settings = EstimationSettings { curve, ranks: RANKS, ..EstimationSettings::default() };
        if let Ok(estimate) = rankscope::clicks::estimate(log, &settings) {
            assert!(estimate.ranks.iter().all(|rank| rank.p.value.is_finite()));
        }
    }
}

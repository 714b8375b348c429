//! Newton steps of the linear convex methods: their number, and their time relative to bare passes.

use std::sync::Arc;

use rankscope::data::Dataset;
use rankscope::learner::descent::{
    BinaryLogistic, Descent, DescentConfig, ListNet, PairLogistic, QueryScoreLoss, Ridge, ScoreLoss,
    SquaredHinge, Targets,
};
use rankscope::learner::{Advance, Learner, StopReason};
use rankscope::loss::PairTable;
use rankscope::method::settings::TrainingSettings;
use rankscope::ranking::scorer::Scorer;

use crate::data::{SMALL, made};
use crate::training::bare_pair;
use crate::{Row, seconds};

const REPETITIONS: usize = 7;
const GAP: f64 = 1e-6;

/// The loss of a query with the rows of its documents.
type Bound = (std::ops::Range<usize>, Box<dyn QueryScoreLoss>);

/// Returns two rows per method: the steps to a gap of 1e-6, and the time of each step.
pub fn rows() -> Vec<Row> {
    let targets = Targets::Grade;
    let losses: [(&str, Box<dyn ScoreLoss>); 5] = [
        ("regression", Box::new(Ridge { targets })),
        ("logistic", Box::new(BinaryLogistic { threshold: 1 })),
        ("ranknet-linear", Box::new(PairLogistic)),
        ("ranksvm-squared", Box::new(SquaredHinge)),
        ("listnet", Box::new(ListNet { targets })),
    ];
    let data = Arc::new(made(&SMALL, 1));
    losses.iter().flat_map(|(name, loss)| of(name, loss.as_ref(), &data)).collect()
}

fn of(name: &str, loss: &dyn ScoreLoss, data: &Arc<Dataset>) -> [Row; 2] {
    let config = DescentConfig { c: TrainingSettings::default().c, gap: GAP, ..DescentConfig::default() };
    let table = PairTable::equal();
    let bound: Vec<Bound> = data
        .queries()
        .filter_map(|query| Some((query.documents, loss.bind(query.grades, &table)?)))
        .collect();
    let (mut values, mut sums) = (Vec::new(), Vec::new());
    let mut steps = (0, f64::NAN);
    for _ in 0..REPETITIONS {
        let pair = bare_pair(data);
        let mut learner =
            Descent::new(Arc::clone(data), loss, config.clone()).expect("the settings fit the data");
        loop {
            match seconds(|| learner.advance(usize::MAX)) {
                (_, Advance::Stopped(end)) => {
                    assert_eq!(end.reason, StopReason::Converged, "{name} has a proof of its gap");
                    break;
                }
                (time, Advance::Stepped(step)) if step.iteration > 0 => {
                    let own = own_sums(data, &bound, &learner, step.iteration);
                    steps = (step.iteration, step.gap.unwrap_or(f64::NAN));
                    sums.push(own / pair);
                    values.push((time - own) / pair);
                }
                _ => {}
            }
        }
    }
    sums.sort_by(f64::total_cmp);
    let note = format!("the sums of the loss take another {:.1} pairs", sums[sums.len() / 2]);
    let count = Row {
        row: format!("steps {name}"),
        unit: "steps",
        values: vec![steps.0 as f64],
        note: format!("C = {}, gap {:.1e}", config.c, steps.1),
    };
    [count, Row { row: format!("step {name}"), unit: "pairs", values, note }]
}

/// Returns the seconds of the sums of the loss in a step that is tried once: its curvature at the start of the step,
/// times every feature, and its value and pulls at the end.
fn own_sums(data: &Dataset, bound: &[Bound], learner: &Descent, iteration: usize) -> f64 {
    let weights = |iteration: usize| match learner.scorer(iteration).expect("it was reported").into_owned() {
        Scorer::Linear { weights } => weights,
        _ => panic!("the scorer is linear"),
    };
    let (before, after) = (weights(iteration - 1), weights(iteration));
    let mut total = 0.0;
    for (documents, loss) in bound {
        let n = documents.len();
        let columns: Vec<Vec<f64>> = (0..data.n_features())
            .map(|feature| documents.clone().map(|document| data.features(document)[feature]).collect())
            .collect();
        let [before, after] = [&before, &after].map(|w| data.scores(documents.clone(), w));
        let mut into = vec![0.0; n];
        total += seconds(|| {
            let curvature = loss.curvature(&before).expect("the loss is convex");
            for column in &columns {
                curvature(column, &mut into);
                std::hint::black_box(&mut into);
            }
            std::hint::black_box(loss.evaluate(&after, &mut into));
        })
        .0;
    }
    total
}

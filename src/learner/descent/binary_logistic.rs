//! Binary logistic regression: good documents against bad documents, independent of their queries.

use crate::data::{Dataset, Grade};
use crate::loss::PairTable;
use crate::util::error::Error;

use super::pair_logistic::Logistic;
use super::{Curvature, QueryScoreLoss, ScoreLoss};

/// `log(1 + e^{−y_i (s_i + b)})` summed over documents, with a free bias b; y_i = 1 for good documents, else −1.
///
/// Cost: O(n). Source: reference 13 of Tsai et al. 2007.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BinaryLogistic {
    /// Documents with this grade or a higher one are good.
    pub threshold: Grade,
}

impl ScoreLoss for BinaryLogistic {
    fn bind(&self, grades: &[Grade], _table: &PairTable) -> Option<Box<dyn QueryScoreLoss>> {
        let sign = |&grade: &Grade| if grade >= self.threshold { 1.0 } else { -1.0 };
        Some(Box::new(QueryBinaryLogistic { signs: grades.iter().map(sign).collect() }))
    }

    fn is_pointwise(&self) -> bool {
        true
    }

    fn check(&self, data: &Dataset) -> Result<(), Error> {
        let any = |is: &dyn Fn(Grade) -> bool| {
            data.queries().any(|query| query.grades.iter().any(|&grade| is(grade)))
        };
        let missing = match (any(&|grade| grade >= self.threshold), any(&|grade| grade < self.threshold)) {
            (true, true) => return Ok(()),
            (false, _) => "no document reaches",
            (true, false) => "every document reaches",
        };
        Err(Error::data(format!(
            "{missing} grade {}, the threshold of a good document; logistic regression needs good and bad documents",
            self.threshold
        )))
    }
}

struct QueryBinaryLogistic {
    signs: Vec<f64>,
}

impl QueryScoreLoss for QueryBinaryLogistic {
    fn size(&self) -> usize {
        self.signs.len()
    }

    fn evaluate(&self, scores: &[f64], pull: &mut [f64]) -> f64 {
        let mut value = 0.0;
        for ((score, sign), pull) in scores.iter().zip(&self.signs).zip(pull) {
            let loss = Logistic::at(sign * score);
            *pull = sign * loss.force;
            value += loss.value;
        }
        value
    }

    fn curvature<'a>(&'a self, scores: &'a [f64]) -> Option<Curvature<'a>> {
        let curvatures: Vec<f64> = scores.iter().map(|&score| Logistic::at(score).curvature()).collect();
        Some(Box::new(move |v, out| {
            for ((out, v), curvature) in out.iter_mut().zip(v).zip(&curvatures) {
                *out = curvature * v;
            }
        }))
    }
}

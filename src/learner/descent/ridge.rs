//! Ridge regression on the grades: half the squared distance of every score to its target.

use crate::data::{Dataset, Grade};
use crate::loss::PairTable;
use crate::util::error::Error;

use super::{Curvature, QueryScoreLoss, ScoreLoss, Targets};

/// `½ (s_i + b − t_i)²` summed over documents, with a free bias b.
///
/// Cost: O(n). Source: Tewari 2015, "pointwise approach". The paper has no bias; the bias does not change any
/// ranking.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ridge {
    /// t by grade.
    pub targets: Targets,
}

impl ScoreLoss for Ridge {
    fn bind(&self, grades: &[Grade], _table: &PairTable) -> Option<Box<dyn QueryScoreLoss>> {
        Some(Box::new(QueryRidge { targets: grades.iter().map(|&grade| self.targets.of(grade)).collect() }))
    }

    fn is_pointwise(&self) -> bool {
        true
    }

    fn check(&self, data: &Dataset) -> Result<(), Error> {
        self.targets.check(data)?;
        let mut grades = data.queries().flat_map(|query| query.grades);
        match grades.next() {
            Some(first) if grades.any(|grade| grade != first) => Ok(()),
            Some(first) => Err(Error::data(format!(
                "all documents have grade {first}; regression needs documents of two different grades"
            ))),
            None => {
                Err(Error::data("there are no documents; regression needs documents of two different grades"))
            }
        }
    }
}

pub(super) struct QueryRidge {
    pub(super) targets: Vec<f64>,
}

impl QueryScoreLoss for QueryRidge {
    fn size(&self) -> usize {
        self.targets.len()
    }

    fn evaluate(&self, scores: &[f64], pull: &mut [f64]) -> f64 {
        let mut value = 0.0;
        for ((score, target), pull) in scores.iter().zip(&self.targets).zip(pull) {
            let residual = target - score;
            *pull = residual;
            value += 0.5 * residual * residual;
        }
        value
    }

    fn curvature<'a>(&'a self, _scores: &'a [f64]) -> Option<Curvature<'a>> {
        Some(Box::new(|v, out| out.copy_from_slice(v)))
    }
}

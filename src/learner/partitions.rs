//! Queries in partitions that no memory holds together: what a learner asks of them, and how the answers add up.
//!
//! Everything that a learner needs of its queries is a sum over them, at some w. A partition sums over its queries in
//! their order, and the sums of the partitions are added in the order of the partitions. The result therefore depends
//! on the partitions and their order, not on where or when an answer is computed. Must not know losses.

use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use crate::linalg::dot::add_scaled;
use crate::util::error::Error;

/// Queries in partitions, wherever they are.
pub trait Partitions: Send + Sync {
    /// Returns the answers of all partitions, in the order of the partitions.
    ///
    /// An answer depends on the question alone, so a partition can be lost and made again.
    ///
    /// # Errors
    /// If a partition does not answer.
    fn ask(&self, question: &Question) -> Result<Vec<Answer>, Error>;
}

/// A question to every partition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// Every w to which the reference rankings have been aligned so far, in that order. A partition that was made again
    /// aligns its references to them once more.
    pub alignments: Vec<Vec<f64>>,
    /// What is asked.
    pub about: About,
}

/// What a learner asks of its queries. Vectors have one value per feature.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum About {
    /// The sizes of the queries that the loss can use.
    Sizes,
    /// The directions of w to which the first references can be aligned.
    Directions,
    /// The separation oracles at a w.
    Pass {
        /// w.
        w: Vec<f64>,
        /// Whether this is the trial of a start, whose measures nobody reads.
        is_trial: bool,
    },
    /// An alignment of the reference rankings to a w.
    Alignment {
        /// w.
        w: Vec<f64>,
    },
    /// Value and gradient of a smooth loss at a w.
    Slope {
        /// w.
        w: Vec<f64>,
        /// b.
        bias: f64,
    },
    /// The derivatives of a smooth loss by its bias at a w.
    Bias {
        /// w.
        w: Vec<f64>,
        /// b.
        bias: f64,
    },
    /// Second derivatives of a smooth loss at a w.
    Curvature {
        /// w.
        w: Vec<f64>,
        /// b.
        bias: f64,
    },
}

/// The answer of one partition, or the sum of the answers of all.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Answer {
    /// To [`About::Sizes`].
    Sizes(Sizes),
    /// To [`About::Directions`].
    Directions(Directions),
    /// To [`About::Pass`].
    Pass(PassSums),
    /// To [`About::Alignment`].
    Alignment(AlignmentSums),
    /// To [`About::Slope`].
    Slope(SlopeSums),
    /// To [`About::Bias`].
    Bias(BiasSums),
    /// To [`About::Curvature`].
    Curvature(CurvatureSums),
}

/// Sizes of the queries that a loss can use.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Sizes {
    /// Their number.
    pub queries: usize,
    /// The sum of their weights.
    pub weight: f64,
    /// Number of their blocks.
    pub blocks: usize,
    /// The sum of the sizes of their smooth losses, times their weights.
    pub terms: f64,
    /// Whether every block has one loss.
    pub has_single_losses: bool,
    /// Whether a reference ranking can be realigned.
    pub aligns: bool,
    /// Whether the first round has a reference of its own.
    pub begins_aligned: bool,
    /// Steps of the long searches of a pass.
    pub long_search_steps: f64,
}

/// Sums of δψ that say where w can start.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Directions {
    /// The covariance of the features with the grades within queries.
    pub grade_covariance: Vec<f64>,
    /// Ideal rankings against chance.
    pub mean_difference: Vec<f64>,
}

/// The sums of a pass of the separation oracles, for one slack of all queries.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PassSums {
    /// Hinges.
    pub hinge: f64,
    /// Decrease of the hinges if the references were realigned by this w.
    pub alignment_gain: f64,
    /// Expected losses of the rankings by the scores.
    pub expected_loss: f64,
    /// Hinges by component.
    pub component_hinges: Vec<f64>,
    /// Losses of the violators.
    pub loss: f64,
    /// δψ of the violators.
    pub delta_psi: Vec<f64>,
    /// Whether every δψ is relative to the model's own ranking.
    pub is_ramp: bool,
    /// What is wrong with a score, if anything is.
    pub problem: Option<String>,
}

/// The sums of an alignment of the reference rankings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AlignmentSums {
    /// Whether every score is in its range. Nothing is aligned otherwise.
    pub is_finite: bool,
    /// Whether a reference changed.
    pub has_changed: bool,
    /// Whether a loss changed too, so that planes of earlier violators belong to another loss.
    pub is_renewed: bool,
    /// Shift of the sum of δψ.
    pub shift: Vec<f64>,
}

/// Value and gradient of a smooth loss, each query times its coefficient.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SlopeSums {
    /// Whether every score is finite. The other sums are 0 otherwise.
    pub is_finite: bool,
    /// Losses.
    pub loss: f64,
    /// Their gradient in w.
    pub gradient: Vec<f64>,
    /// Pair errors of the queries that have pairs, by their weights.
    pub pair_error: f64,
    /// The sum of those weights.
    pub pair_weight: f64,
}

/// The derivatives of a smooth loss by its bias.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct BiasSums {
    /// Derivative in b.
    pub slope: f64,
    /// Sum of the absolute values of its terms, the scale for comparing it with 0.
    pub size: f64,
    /// Second derivative in b.
    pub curvature: f64,
}

/// Second derivatives of a smooth loss.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CurvatureSums {
    /// Lower triangle of the Hessian in w, row by row.
    pub hessian: Vec<f64>,
    /// Derivatives of the gradient by the bias; 0 without one.
    pub cross: Vec<f64>,
    /// Second derivative by the bias; 0 without one.
    pub bias: f64,
}

impl Answer {
    /// Whether every vector has a value per feature. `d`: number of features.
    fn fits(&self, d: usize) -> bool {
        let widths = match self {
            Self::Directions(sums) => vec![sums.grade_covariance.len(), sums.mean_difference.len()],
            Self::Pass(sums) => vec![sums.delta_psi.len()],
            Self::Alignment(sums) => vec![sums.shift.len()],
            Self::Slope(sums) => vec![sums.gradient.len()],
            Self::Curvature(sums) => {
                let triangle = d.checked_mul(d + 1).map_or(0, |twice| twice / 2);
                vec![sums.cross.len(), if sums.hessian.len() == triangle { d } else { usize::MAX }]
            }
            Self::Sizes(_) | Self::Bias(_) => Vec::new(),
        };
        widths.iter().all(|&width| width == d)
    }

    /// Adds the answer of the next partition to the same question. `None` if it answers another question, or about
    /// other features.
    fn plus(self, next: Self) -> Option<Self> {
        Some(match (self, next) {
            (Self::Sizes(sum), Self::Sizes(next)) => Self::Sizes(Sizes {
                queries: sum.queries.saturating_add(next.queries),
                weight: sum.weight + next.weight,
                blocks: sum.blocks.saturating_add(next.blocks),
                terms: sum.terms + next.terms,
                has_single_losses: sum.has_single_losses && next.has_single_losses,
                aligns: sum.aligns || next.aligns,
                begins_aligned: sum.begins_aligned || next.begins_aligned,
                long_search_steps: sum.long_search_steps + next.long_search_steps,
            }),
            (Self::Directions(sum), Self::Directions(next)) => Self::Directions(Directions {
                grade_covariance: added(sum.grade_covariance, &next.grade_covariance)?,
                mean_difference: added(sum.mean_difference, &next.mean_difference)?,
            }),
            (Self::Pass(sum), Self::Pass(next)) => Self::Pass(PassSums {
                hinge: sum.hinge + next.hinge,
                alignment_gain: sum.alignment_gain + next.alignment_gain,
                expected_loss: sum.expected_loss + next.expected_loss,
                component_hinges: added(sum.component_hinges, &next.component_hinges)?,
                loss: sum.loss + next.loss,
                delta_psi: added(sum.delta_psi, &next.delta_psi)?,
                is_ramp: sum.is_ramp && next.is_ramp,
                problem: sum.problem.or(next.problem),
            }),
            (Self::Alignment(sum), Self::Alignment(next)) => Self::Alignment(AlignmentSums {
                is_finite: sum.is_finite && next.is_finite,
                has_changed: sum.has_changed || next.has_changed,
                is_renewed: sum.is_renewed || next.is_renewed,
                shift: added(sum.shift, &next.shift)?,
            }),
            (Self::Slope(sum), Self::Slope(next)) => Self::Slope(SlopeSums {
                is_finite: sum.is_finite && next.is_finite,
                loss: sum.loss + next.loss,
                gradient: added(sum.gradient, &next.gradient)?,
                pair_error: sum.pair_error + next.pair_error,
                pair_weight: sum.pair_weight + next.pair_weight,
            }),
            (Self::Bias(sum), Self::Bias(next)) => Self::Bias(BiasSums {
                slope: sum.slope + next.slope,
                size: sum.size + next.size,
                curvature: sum.curvature + next.curvature,
            }),
            (Self::Curvature(sum), Self::Curvature(next)) => Self::Curvature(CurvatureSums {
                hessian: added(sum.hessian, &next.hessian)?,
                cross: added(sum.cross, &next.cross)?,
                bias: sum.bias + next.bias,
            }),
            _ => return None,
        })
    }
}

/// Returns the sum of two vectors; `None` if they differ in length.
fn added(mut sum: Vec<f64>, next: &[f64]) -> Option<Vec<f64>> {
    if sum.len() != next.len() {
        return None;
    }
    add_scaled(1.0, next, &mut sum);
    Some(sum)
}

/// The partitions of one training, with the alignments of their references.
///
/// Nothing is asked after a failure, because the training must not go on with a part of the queries.
#[derive(Clone)]
pub(crate) struct AskedPartitions {
    partitions: Arc<dyn Partitions>,
    failure: Arc<OnceLock<String>>,
    /// Every w to which the references were aligned.
    alignments: Vec<Vec<f64>>,
    n_features: usize,
    /// Sizes of the queries that the loss can use.
    pub sizes: Sizes,
}

impl AskedPartitions {
    /// Returns the partitions, asked for their sizes.
    ///
    /// # Errors
    /// If a partition does not answer.
    pub fn new(partitions: Arc<dyn Partitions>, n_features: usize) -> Result<Self, Error> {
        let question = Question { alignments: Vec::new(), about: About::Sizes };
        let Answer::Sizes(sizes) = sum_of(partitions.ask(&question)?)? else { return Err(wrong_answer()) };
        Ok(Self { partitions, failure: Arc::default(), alignments: Vec::new(), n_features, sizes })
    }

    /// Returns the sum of the answers of all partitions; `None` after a failure.
    pub fn ask(&self, about: About) -> Option<Answer> {
        if self.failure.get().is_some() {
            return None;
        }
        let question = Question { alignments: self.alignments.clone(), about };
        let fits =
            |answer: Answer| if answer.fits(self.n_features) { Ok(answer) } else { Err(wrong_answer()) };
        let answer = self.partitions.ask(&question).and_then(sum_of).and_then(fits);
        answer.map_err(|error| self.fail(&error)).ok()
    }

    /// Returns the sums of a pass; `None` after a failure.
    pub fn pass(&self, w: &[f64], is_trial: bool) -> Option<PassSums> {
        match self.ask(About::Pass { w: w.to_vec(), is_trial })? {
            Answer::Pass(sums) => Some(sums),
            _ => self.refuse(),
        }
    }

    /// Returns the directions of the starts; `None` after a failure.
    pub fn directions(&self) -> Option<Directions> {
        match self.ask(About::Directions)? {
            Answer::Directions(directions) => Some(directions),
            _ => self.refuse(),
        }
    }

    /// Aligns the references to a w, and returns what changed; `None` after a failure.
    pub fn align(&mut self, w: &[f64]) -> Option<AlignmentSums> {
        match self.ask(About::Alignment { w: w.to_vec() })? {
            Answer::Alignment(sums) => {
                if sums.is_finite {
                    self.alignments.push(w.to_vec());
                }
                Some(sums)
            }
            _ => self.refuse(),
        }
    }

    /// Returns value and gradient of a smooth loss; `None` after a failure.
    pub fn slope(&self, w: &[f64], bias: f64) -> Option<SlopeSums> {
        match self.ask(About::Slope { w: w.to_vec(), bias })? {
            Answer::Slope(sums) => Some(sums),
            _ => self.refuse(),
        }
    }

    /// Returns the derivatives of a smooth loss by its bias; `None` after a failure.
    pub fn bias(&self, w: &[f64], bias: f64) -> Option<BiasSums> {
        match self.ask(About::Bias { w: w.to_vec(), bias })? {
            Answer::Bias(sums) => Some(sums),
            _ => self.refuse(),
        }
    }

    /// Returns second derivatives of a smooth loss; `None` after a failure.
    pub fn curvature(&self, w: &[f64], bias: f64) -> Option<CurvatureSums> {
        match self.ask(About::Curvature { w: w.to_vec(), bias })? {
            Answer::Curvature(sums) => Some(sums),
            _ => self.refuse(),
        }
    }

    /// Returns what went wrong, if anything did.
    pub fn failure(&self) -> Option<&str> {
        self.failure.get().map(String::as_str)
    }

    fn fail(&self, error: &Error) {
        self.failure.get_or_init(|| error.to_string());
    }

    fn refuse<T>(&self) -> Option<T> {
        self.fail(&wrong_answer());
        None
    }
}

/// Returns the sum of the answers of all partitions.
fn sum_of(answers: Vec<Answer>) -> Result<Answer, Error> {
    let mut answers = answers.into_iter();
    let first = answers.next().ok_or_else(|| Error::data("there are no partitions; give at least one"))?;
    answers.try_fold(first, |sum, next| sum.plus(next).ok_or_else(wrong_answer))
}

fn wrong_answer() -> Error {
    Error::data("a partition answers another question than it was asked; pass questions on as they are")
}

//! Short access to the figures of cutting planes, for tests of methods that have them.

use rankscope::learner::{End, PlaneEnd, PlaneFigures, Step};
use rankscope::run::Stop;

/// The figures of a step with cutting planes.
pub trait Figures {
    fn figures(&self) -> &PlaneFigures;
}

/// What is proved at the end of a run with cutting planes.
pub trait Proved {
    fn proved(&self) -> PlaneEnd;
}

impl Figures for Step {
    fn figures(&self) -> &PlaneFigures {
        self.planes().expect("the method finds cutting planes")
    }
}

impl Proved for End {
    fn proved(&self) -> PlaneEnd {
        self.planes.expect("the method finds cutting planes")
    }
}

impl Proved for Stop {
    fn proved(&self) -> PlaneEnd {
        self.planes.expect("the method finds cutting planes")
    }
}

//! The extension module `rankscope._core`: the library behind the Python package. Every function is a thin binding;
//! the package in `rankscope/` reads tables and has the conventions of scikit-learn.

mod convert;
mod data;
mod distributed;
mod loss;
mod measures;
mod model;
mod settings;
mod statistics;
mod study;
mod training;

use pyo3::prelude::*;

#[pymodule]
mod _core {
    #[pymodule_export]
    use crate::convert::RankscopeError;
    #[pymodule_export]
    use crate::data::{Dataset, DatasetBuilder, generate_letor, read_letor};
    #[pymodule_export]
    use crate::distributed::{DistributedTraining, Partition};
    #[pymodule_export]
    use crate::loss::loss;
    #[pymodule_export]
    use crate::measures::{measure_values, prefers_less};
    #[pymodule_export]
    use crate::model::Model;
    #[pymodule_export]
    use crate::settings::{catalog, check_settings, training_settings};
    #[pymodule_export]
    use crate::statistics::{
        bootstrap_mean, holm, kendall_tau, paired_t, rank_biased_overlap, sample, sign_flip, unpaired_t,
        wilcoxon,
    };
    #[pymodule_export]
    use crate::study::{Study, built_in_sample, studies};
    #[pymodule_export]
    use crate::training::Training;
}

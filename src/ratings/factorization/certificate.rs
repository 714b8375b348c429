//! The certificate of a factorisation: a lower bound on its objective for factors of any rank.
//!
//! The least `½(‖U‖² + ‖V‖²)` of a product S is its trace norm, so with free rank the problem is convex in S and b. Its
//! dual is `max Σ α Δ − ½‖Σ_u κ̄_u‖²` over dual variables whose matrix κ̄ has spectral norm at most 1. Any α of the
//! step of the items becomes feasible by a factor z ≤ 1/σ1(κ̄). All of this holds for the present reference rankings.

use serde::Serialize;

/// Bounds on the greatest singular value.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SpectralBound {
    /// A lower bound, by power iteration.
    pub low: f64,
    /// An upper bound with proof.
    pub high: f64,
    /// Whether the upper bound is that of a Cholesky factor close to `low`. Otherwise it can be far too high.
    pub is_tight: bool,
}

/// A lower bound on the objective for any rank.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FactorCertificate {
    /// Bounds on σ1 of κ̄.
    pub sigma: SpectralBound,
    /// z, the factor of the dual variables.
    pub scale: f64,
    /// `z Σ α Δ − ½ z² ‖Σ κ̄‖²`: no U, V and b of any rank have a lower objective.
    pub lower_bound: f64,
    /// The objective that the bound is compared with.
    pub objective: f64,
    /// (objective − lower bound) / objective. Once the rank binds it is the price of the rank, not of convergence.
    pub gap: f64,
    /// Whether this proves that U = V = 0 is optimal up to the gap, so that nothing personal can be learned at this C.
    /// Only the certificate of the biases alone can prove it.
    pub zero_is_optimal: bool,
}

impl FactorCertificate {
    /// Returns the certificate of dual variables.
    ///
    /// `gain`: Σ α Δ. `pull`: ‖Σ_u κ̄_u‖². `is_alone`: whether U and V are 0.
    pub(super) fn new(sigma: SpectralBound, gain: f64, pull: f64, objective: f64, is_alone: bool) -> Self {
        let most = if sigma.high > 0.0 { 1.0 / sigma.high } else { f64::INFINITY };
        // The bound is concave in z, with its maximum at gain / pull.
        let free = if pull > 0.0 { gain / pull } else { most.min(1.0) };
        let feasible = |z: f64| z.clamp(0.0, most.max(0.0));
        // α may use up its price already, so z must not exceed 1.
        let scale = feasible(free).min(1.0);
        let lower_bound = (scale * gain - 0.5 * scale * scale * pull).max(0.0);
        let gap = if objective > 0.0 { ((objective - lower_bound) / objective).max(0.0) } else { 0.0 };
        Self { sigma, scale, lower_bound, objective, gap, zero_is_optimal: is_alone && sigma.high <= 1.0 }
    }
}

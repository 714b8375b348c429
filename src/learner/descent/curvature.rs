//! The Hessian of an objective: a sum over its queries. Must not know particular losses.

use crate::linalg::dot::dot;
use crate::util::threads;

use super::Objective;
use super::member::Member;
use super::objective::Point;

/// Most memory of the queries that threads prepare at the same time, in bytes.
const MOST_BYTES: usize = 1 << 24;

/// An unfinished Hessian.
pub struct HessianWorkspace {
    visited: usize,
    /// Its lower triangle, row by row, d × d values.
    pub(super) hessian: Vec<f64>,
    /// Derivatives in b of the gradient, and of the derivative in b.
    pub(super) cross: Vec<f64>,
    pub(super) bias_curvature: f64,
}

/// What one query adds to the Hessian.
struct QueryCurvature {
    /// Features that some of its documents has. In sparse data, many features occur in no document of a query.
    present: Vec<usize>,
    /// Lower triangle of `c_q XᵀLX` for these features, row by row.
    products: Vec<f64>,
    /// `c_q XᵀL 1` for these features, and `c_q 1ᵀL 1`, with a free bias.
    cross: Vec<f64>,
    bias_curvature: f64,
}

impl HessianWorkspace {
    /// Queries visited so far.
    pub fn visited(&self) -> usize {
        self.visited
    }

    fn add(&mut self, query: &QueryCurvature) {
        let d = self.cross.len();
        let mut products = query.products.iter();
        for (at, &f) in query.present.iter().enumerate() {
            let row = &mut self.hessian[f * d..];
            for (&g, product) in query.present[..=at].iter().zip(products.by_ref()) {
                row[g] += product;
            }
        }
        for (&f, cross) in query.present.iter().zip(&query.cross) {
            self.cross[f] += cross;
        }
        self.bias_curvature += query.bias_curvature;
    }
}

impl Objective {
    /// Starts a Hessian.
    pub fn curving(&self) -> HessianWorkspace {
        let d = self.n_features();
        HessianWorkspace { visited: 0, hessian: vec![0.0; d * d], cross: vec![0.0; d], bias_curvature: 0.0 }
    }

    /// Continues the Hessian at a point for about `left` queries' worth of time, and subtracts the work done from
    /// `left`. Returns its lower triangle once it is complete: row by row, d × d values.
    ///
    /// With a free bias, it is the Hessian of the objective minimised over b. Total cost: `n d²/2` multiplications,
    /// and d products with the curvature of every query.
    pub fn curve(&self, curving: &mut HessianWorkspace, point: &Point, left: &mut usize) -> Option<Vec<f64>> {
        match &self.elsewhere {
            Some(_) => self.add_elsewhere(curving, point),
            None => self.add_members(curving, point, left)?,
        }
        Some(self.finish_curvature(curving))
    }

    /// Adds the members to the Hessian for about `left` queries' worth of time. Returns `None` until all are added.
    pub(super) fn add_members(
        &self,
        curving: &mut HessianWorkspace,
        point: &Point,
        left: &mut usize,
    ) -> Option<()> {
        let d = self.n_features();
        // A row costs d/2 times as much as in a pass, minus a saving because its columns are in the cache.
        let per_query = 1 + d / 8;
        while curving.visited < self.members.len() {
            if *left == 0 {
                return None;
            }
            let members = self.curved_together(curving.visited, *left / per_query);
            let of_query = |place: usize| self.curvature(&members[place], point);
            // Each query is computed by one thread, and they are added in order, so the sums are those of one thread.
            let found =
                if members.len() > 1 { threads::map(members.len(), of_query) } else { vec![of_query(0)] };
            found.iter().flatten().for_each(|query| curving.add(query));
            curving.visited += members.len();
            *left = left.saturating_sub(members.len() * per_query);
        }
        Some(())
    }

    /// Returns the Hessian of all members with that of `½‖w − w₀‖²`.
    fn finish_curvature(&self, curving: &mut HessianWorkspace) -> Vec<f64> {
        let d = self.n_features();
        let mut hessian = std::mem::take(&mut curving.hessian);
        for f in 0..d {
            if curving.bias_curvature > 0.0 {
                let share = curving.cross[f] / curving.bias_curvature;
                for g in 0..=f {
                    hessian[f * d + g] -= share * curving.cross[g];
                }
            }
            hessian[f * d + f] += 1.0;
        }
        hessian
    }

    /// Returns the next members: at most `most` for several threads, if that pays; otherwise one.
    fn curved_together(&self, first: usize, most: usize) -> &[Member] {
        let d = self.n_features();
        let fits = MOST_BYTES / (size_of::<f64>() * d * d.div_ceil(2)).max(1);
        let most = most.min(fits).clamp(1, self.members.len() - first);
        let members = &self.members[first..][..most];
        let documents: usize = members.iter().map(|member| member.documents.len()).sum();
        if threads::pays(documents.saturating_mul(1 + d / 2), d) { members } else { &members[..1] }
    }

    /// Returns what a query adds to the Hessian; `None` for a loss without curvature.
    fn curvature(&self, member: &Member, point: &Point) -> Option<QueryCurvature> {
        let (d, n) = (self.n_features(), member.documents.len());
        let mut columns = vec![0.0; d * n];
        for (place, document) in member.documents.clone().enumerate() {
            self.data.row(document).for_each(|f, value| columns[f * n + place] = value);
        }
        let column = |f: usize| &columns[f * n..(f + 1) * n];
        let present: Vec<usize> = (0..d).filter(|&f| column(f).iter().any(|&value| value != 0.0)).collect();
        // `Descent` refuses losses without curvature. Without it the step would be along the gradient, which descends
        // too.
        let curvature = member.loss.curvature(&point.scores[member.scores.clone()])?;
        let mut product = vec![0.0; n];
        let mut products = Vec::with_capacity(present.len() * (present.len() + 1) / 2);
        let (mut cross, mut bias_curvature) = (Vec::new(), 0.0);
        for (at, &f) in present.iter().enumerate() {
            curvature(column(f), &mut product);
            products.extend(present[..=at].iter().map(|&g| member.coefficient * dot(&product, column(g))));
            if self.has_bias {
                cross.push(member.coefficient * product.iter().sum::<f64>());
            }
        }
        if self.has_bias {
            curvature(&vec![1.0; n], &mut product);
            bias_curvature = member.coefficient * product.iter().sum::<f64>();
        }
        Some(QueryCurvature { present, products, cross, bias_curvature })
    }
}

//! The Hessian of an objective by several threads, with the bits of one. Must not know particular losses.
//!
//! Queries are prepared at the same time. Then each row of the Hessian adds its queries in order.

use crate::kernel::dot;
use crate::threads;

use super::Objective;
use super::member::Member;
use super::objective::{Curving, Point};

/// Most queries of a batch. Their columns and products take memory.
const MOST: usize = 64;

/// A query with the products of its curvature.
struct Curved {
    n: usize,
    coefficient: f64,
    /// Its features, column by column.
    columns: Vec<f64>,
    /// Features that some document has.
    present: Vec<usize>,
    /// L times the column of each present feature.
    products: Vec<f64>,
    /// Sum of `L 1`, with a free bias.
    bias_curvature: f64,
}

impl Objective {
    /// Adds the curvature of the next queries, if they are worth several threads. Returns whether it did.
    pub(super) fn curve_together(&self, curving: &mut Curving, point: &Point, left: &mut usize) -> bool {
        let d = self.n_features();
        let per_query = 1 + d / 8;
        let n = (*left / per_query).clamp(1, MOST).min(self.members.len() - curving.visited);
        let members = &self.members[curving.visited..curving.visited + n];
        let documents: usize = members.iter().map(|member| member.documents.len()).sum();
        if n < 2 || !threads::pays(documents.saturating_mul(1 + d / 2), d) {
            return false;
        }
        let curved = threads::map(n, |place| self.curved(&members[place], point));
        threads::rows(&mut curving.hessian, d, |f, row| {
            for query in curved.iter().flatten() {
                let Ok(at) = query.present.binary_search(&f) else { continue };
                let product = query.product(at);
                for &g in &query.present[..=at] {
                    row[g] += query.coefficient * dot(product, query.column(g));
                }
            }
        });
        if self.has_bias {
            for query in curved.iter().flatten() {
                for (at, &f) in query.present.iter().enumerate() {
                    curving.cross[f] += query.coefficient * query.product(at).iter().sum::<f64>();
                }
                curving.bias_curvature += query.coefficient * query.bias_curvature;
            }
        }
        curving.visited += n;
        *left = left.saturating_sub(n * per_query);
        true
    }

    /// Returns the products of a query; `None` for a loss without curvature.
    fn curved(&self, member: &Member, point: &Point) -> Option<Curved> {
        let (columns, present) = self.columns(member);
        let n = member.documents.len();
        let curvature = member.loss.curvature(&point.scores[member.scores.clone()])?;
        let mut products = vec![0.0; present.len() * n];
        for (product, &f) in products.chunks_mut(n).zip(&present) {
            curvature(&columns[f * n..(f + 1) * n], product);
        }
        let mut bias_curvature = 0.0;
        if self.has_bias {
            let mut product = vec![0.0; n];
            curvature(&vec![1.0; n], &mut product);
            bias_curvature = product.iter().sum();
        }
        Some(Curved { n, coefficient: member.coefficient, columns, present, products, bias_curvature })
    }
}

impl Curved {
    fn column(&self, f: usize) -> &[f64] {
        &self.columns[f * self.n..(f + 1) * self.n]
    }

    fn product(&self, at: usize) -> &[f64] {
        &self.products[at * self.n..(at + 1) * self.n]
    }
}

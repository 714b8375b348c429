//! PageRank of a graph. Must not know what a node is.

/// The share a of a rank that follows the links.
pub(super) const DAMPING: f64 = 0.85;

/// Iterations after which every rank is exact to 1e-15, whatever the graph: 2 · 0.85²¹⁷ < 1e-15.
const MOST_ITERATIONS: usize = 217;

/// The greatest error of a rank.
const PRECISION: f64 = 1e-15;

/// The ranks of the nodes of a graph, with the links that they come from.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LinkRanks {
    /// One rank per node. The sum is 1.
    pub ranks: Vec<f64>,
    /// Number of different links of each node.
    pub n_out: Vec<usize>,
    /// Sum of the ranks of the nodes without links.
    pub loose: f64,
    /// The nodes with a link to node i are `sources[starts[i]..starts[i + 1]]`, in ascending order.
    starts: Vec<usize>,
    sources: Vec<u32>,
}

impl LinkRanks {
    /// Computes the ranks. `links`: source and target of each link; a link that occurs twice counts once.
    ///
    /// p_i = (1 − a)/n + a (Σ_{j→i} p_j/out_j + Σ_{j without links} p_j / n), a = 0.85.
    ///
    /// An iteration is a contraction with the factor a, so the error of p is at most a/(1 − a) times its last change, and
    /// at most 2 aᵏ after k iterations. Cost: O(links · log links), and at most 217 passes over the links.
    /// Source: Brin and Page 1998; Langville and Meyer 2004, section 5, for nodes without links.
    pub fn of(n: usize, mut links: Vec<(u32, u32)>) -> Self {
        links.sort_unstable_by_key(|&(source, target)| (target, source));
        links.dedup();
        let mut starts = vec![0; n + 1];
        let mut n_out = vec![0; n];
        for &(source, target) in &links {
            starts[target as usize + 1] += 1;
            n_out[source as usize] += 1;
        }
        for node in 0..n {
            starts[node + 1] += starts[node];
        }
        let sources = links.into_iter().map(|(source, _)| source).collect();
        let mut graph = Self { ranks: vec![1.0 / n as f64; n], n_out, loose: 0.0, starts, sources };
        for _ in 0..MOST_ITERATIONS {
            let change = graph.advance();
            if change * DAMPING / (1.0 - DAMPING) <= PRECISION {
                break;
            }
        }
        graph.loose = graph.rank_without_links();
        graph
    }

    /// Returns the nodes with a link to a node, in ascending order.
    pub fn sources(&self, node: usize) -> impl Iterator<Item = usize> {
        self.sources[self.starts[node]..self.starts[node + 1]].iter().map(|&source| source as usize)
    }

    /// Computes the next ranks. Returns the sum of the changes.
    fn advance(&mut self) -> f64 {
        let n = self.ranks.len() as f64;
        let loose = self.rank_without_links() / n;
        let next: Vec<f64> = (0..self.ranks.len())
            .map(|node| {
                let linked: f64 =
                    self.sources(node).map(|from| self.ranks[from] / self.n_out[from] as f64).sum();
                (1.0 - DAMPING) / n + DAMPING * (linked + loose)
            })
            .collect();
        let change = next.iter().zip(&self.ranks).map(|(next, last)| (next - last).abs()).sum();
        self.ranks = next;
        change
    }

    fn rank_without_links(&self) -> f64 {
        self.ranks.iter().zip(&self.n_out).filter(|(_, out)| **out == 0).map(|(rank, _)| rank).sum()
    }
}

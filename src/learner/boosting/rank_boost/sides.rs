//! W₊ and W₋ of a cut that moves downwards one document at a time. Must not know features.

use crate::learner::boosting::pairs::PairQueries;

/// Sums of e^{s} and e^{−s} per query and grade on both sides of a moving cut.
pub(super) struct Sides {
    /// First entry of the query of each place, and the place's grade within the query.
    level_of: Vec<(u32, u32)>,
    /// Number of grades of the query that begins at an entry.
    n_levels: Vec<u32>,
    /// [e^{s}, e^{−s}] above the cut, and below it.
    above: Vec<[f64; 2]>,
    below: Vec<[f64; 2]>,
}

impl Sides {
    /// Returns sides with all documents below. `factors`: e^{s} and e^{−s} of each place.
    pub fn new(pairs: &PairQueries, factors: &[[f64; 2]]) -> Self {
        let mut sides =
            Self { level_of: Vec::new(), n_levels: Vec::new(), above: Vec::new(), below: Vec::new() };
        for query in &pairs.queries {
            let first = sides.below.len() as u32;
            let n_levels = query.levels.len() - 1;
            sides.n_levels.extend(std::iter::repeat_n(n_levels as u32, n_levels));
            for (level, places) in query.levels().enumerate() {
                let mut sum = [0.0; 2];
                for place in places {
                    let [up, down] = factors[query.places.start + place];
                    sum = [sum[0] + up, sum[1] + down];
                    sides.level_of.push((first, level as u32));
                }
                sides.below.push(sum);
            }
        }
        sides.above = vec![[0.0; 2]; sides.below.len()];
        sides
    }

    /// Moves a document from below to above, and returns the change of W₊ and W₋.
    pub fn raise(&mut self, place: usize, [up, down]: [f64; 2]) -> [f64; 2] {
        let (first, level) = (self.level_of[place].0 as usize, self.level_of[place].1 as usize);
        let end = first + self.n_levels[first] as usize;
        let (better, worse) = (first..first + level, first + level + 1..end);
        let sum = |of: &[[f64; 2]], which: usize| of.iter().fold(0.0, |sum, one| sum + one[which]);
        let plus = down * sum(&self.below[worse.clone()], 0) - up * sum(&self.above[better.clone()], 1);
        let minus = up * sum(&self.below[better], 1) - down * sum(&self.above[worse], 0);
        let at = first + level;
        self.above[at] = [self.above[at][0] + up, self.above[at][1] + down];
        self.below[at] = [self.below[at][0] - up, self.below[at][1] - down];
        [plus, minus]
    }
}

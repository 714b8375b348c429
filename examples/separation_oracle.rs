//! Calls the separation oracle of a loss by hand: the ranking that violates the margin most, and what it is worth.
//!
//! `cargo run --example separation_oracle`

use rankscope::loss::{Map, RankingLoss};
use rankscope::ranking::Ranking;

fn main() {
    // Five documents of one query: their grades, and the scores of some model.
    let grades = [1, 0, 1, 0, 0];
    let scores = [0.2, 0.9, 0.4, 0.1, 0.3];

    let Some(loss) = (Map { threshold: 1 }).bind(&grades) else {
        println!("Every ranking of these documents has the same loss.");
        return;
    };
    let hinge = |ranking: &Ranking| {
        let coefficients = loss.delta_psi(ranking);
        let margin: f64 =
            coefficients.iter().zip(&scores).map(|(coefficient, score)| coefficient * score).sum();
        // H(y) = Δ(y) − ⟨w, δψ(y)⟩, and ⟨w, δψ(y)⟩ is the dot product of the coefficients with the scores.
        loss.delta(ranking) - margin
    };

    let violator = loss.most_violated(&scores);
    let by_scores = Ranking::by_scores(&scores);
    for (name, ranking) in [("the violator", &violator), ("by the scores", &by_scores)] {
        let (order, delta, h) = (ranking.order(), loss.delta(ranking), hinge(ranking));
        println!("{name:>13}: documents {order:?}, loss {delta:.3}, H {h:.3}");
    }
    // The slack of the query is H of the violator, which no other ranking exceeds.
    assert!(hinge(&violator) >= hinge(&by_scores));
    println!(
        "the cutting plane: ⟨w, δψ⟩ ≥ {:.3} − ξ, δψ = Xᵀ {:.3?}",
        loss.delta(&violator),
        loss.delta_psi(&violator)
    );
}

#[cfg(test)]
mod tests {
    #[test]
    fn it_runs() {
        super::main();
    }
}

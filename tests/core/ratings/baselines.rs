//! JRank against PRank with an explicit kernel, maximum-margin factorisation against its definition, and runs with both.

use std::sync::Arc;

use crate::support::{Random, assert_close};
use rankscope::data::Grade;
use rankscope::ratings::factorization::{
    FactorizationSettings, JRank, MaxMargin, MaxMarginConfig, RatingScorer, RatingsModel, RatingsProgress,
    RatingsResult, RatingsRun, SweptModel,
};
use rankscope::ratings::{GeneratedRatings, GradeScale, Ratings, RatingsReader, Rows, generate_ratings};

fn read(text: &str) -> Ratings {
    let mut reader = RatingsReader::new(GradeScale::Ceil);
    reader.push(text.as_bytes());
    reader.finish().expect("it is sound").ratings
}

fn generated(users: usize, items: usize, seed: u64) -> Ratings {
    let options = GeneratedRatings { users, items, noise: true, scale: true, seed };
    read(&generate_ratings(options).expect("the size is right"))
}

/// Random grades of all pairs, or of about half of them.
fn drawn(random: &mut Random, users: usize, items: usize, is_dense: bool) -> Ratings {
    let mut text = "user,item,rating\n".to_owned();
    for (user, item) in (0..users).flat_map(|user| (0..items).map(move |item| (user, item))) {
        if is_dense || item == user % items || random.integer(0, 1) == 0 {
            text += &format!("{user},{item},{}\n", random.integer(1, 5));
        }
    }
    read(&text)
}

/// PRank with the kernel `(1 + [u = u′] + ⟨r_u, r_u′⟩)(1 + [i = i′])`: mistakes of every epoch, and the score of every
/// pair after the last. `None` if a score met a threshold, where rounding decides.
fn kernel_prank(rows: &Rows, epochs: usize) -> Option<(Vec<usize>, Vec<Vec<f64>>)> {
    let taste = |user: usize| {
        let mut dense = vec![0.0; rows.n_items()];
        let n = rows.items(user).len() as f64;
        let mean = rows.grades(user).iter().map(|&grade| f64::from(grade)).sum::<f64>() / n;
        rows.row(user).for_each(|(item, grade)| dense[item as usize] = f64::from(grade) - mean);
        let norm = dense.iter().map(|value| value * value).sum::<f64>().sqrt();
        if norm > 1e-9 {
            dense.iter_mut().for_each(|value| *value /= norm);
        }
        dense
    };
    let tastes: Vec<Vec<f64>> = (0..rows.n_users()).map(taste).collect();
    let kernel = |(u, i): (usize, u32), (v, j): (usize, u32)| {
        let shared: f64 = tastes[u].iter().zip(&tastes[v]).map(|(one, other)| one * other).sum();
        let same = |is: bool| f64::from(u8::from(is));
        (1.0 + same(u == v) + shared) * (1.0 + same(i == j))
    };
    let mut updates: Vec<((usize, u32), f64)> = Vec::new();
    let mut thresholds = vec![0.0; usize::from(rows.max_grade())];
    let score = |updates: &[((usize, u32), f64)], pair: (usize, u32)| -> f64 {
        updates.iter().map(|&(at, factor)| factor * kernel(at, pair)).sum()
    };
    let mut mistakes = Vec::new();
    for _ in 0..epochs {
        let mut of_epoch = 0;
        for user in 0..rows.n_users() {
            for (item, grade) in rows.row(user) {
                let score = score(&updates, (user, item));
                if !updates.is_empty() && thresholds.iter().any(|bound| (score - bound).abs() < 1e-9) {
                    return None;
                }
                let predicted = thresholds.iter().take_while(|&&bound| score >= bound).count();
                if predicted == usize::from(grade) {
                    continue;
                }
                of_epoch += 1;
                let mut total = 0.0;
                for (k, threshold) in thresholds.iter_mut().enumerate() {
                    let side = if usize::from(grade) > k { 1.0 } else { -1.0 };
                    if (score - *threshold) * side <= 0.0 {
                        *threshold -= side;
                        total += side;
                    }
                }
                updates.push(((user, item), total));
            }
        }
        mistakes.push(of_epoch);
    }
    let of_user = |user| (0..rows.n_items() as u32).map(|item| score(&updates, (user, item))).collect();
    Some((mistakes, (0..rows.n_users()).map(of_user).collect()))
}

#[test]
fn jrank_makes_the_mistakes_of_the_perceptron_with_the_kernel() {
    let mut random = Random::new(1);
    let (mut compared, mut learned) = (0, 0);
    for (users, items) in [(3, 4), (5, 3), (8, 9), (2, 12)].into_iter().cycle().take(40) {
        let ratings = drawn(&mut random, users, items, true);
        let rows = Arc::new(ratings.rows().clone());
        let Some((mistakes, scores)) = kernel_prank(&rows, 5) else { continue };
        let mut model = JRank::new(Arc::clone(&rows)).expect("few items");
        let seen: Vec<usize> = (0..5)
            .map(|_| {
                model.sweep();
                model.mistakes()
            })
            .collect();
        assert_eq!(seen, mistakes);
        let all: Vec<u32> = (0..items as u32).collect();
        for (user, scores) in scores.iter().enumerate() {
            for (seen, expected) in model.scores(user, &all).iter().zip(scores) {
                assert_close(*seen, *expected, 1e-9, "score");
            }
        }
        compared += 1;
        learned += usize::from(mistakes[4] < mistakes[0]);
    }
    assert!(compared >= 10 && learned >= 5, "{compared} compared, {learned} with fewer mistakes in the end");
}

#[test]
fn jrank_scores_a_new_user_by_the_ratings_that_they_give() {
    let text = "user,item,rating\n1,a,5\n1,b,1\n1,c,5\n2,a,1\n2,b,5\n2,c,1\n3,a,5\n3,b,1\n4,a,1\n4,b,5\n";
    let ratings = read(text);
    let all = ratings.rows();
    let mut model = JRank::new(Arc::new(all.clone())).expect("few items");
    (0..10).for_each(|_| model.sweep());
    let before = model.scores(2, &[0, 1, 2]);
    model.fold_in_user(all, 2);
    assert_eq!(model.scores(2, &[0, 1, 2]), before, "the same ratings are the same taste");
    // Users 3 and 4 have not rated c. Their tastes are those of users 1 and 2.
    assert!(model.scores(2, &[2])[0] > model.scores(3, &[2])[0]);
}

/// The objective by its definition, over all thresholds between the lowest and the highest grade.
fn margin_objective(rows: &Rows, rank: usize, c: f64, point: &[f64]) -> f64 {
    let grades: Vec<Grade> = (0..rows.n_users()).flat_map(|user| rows.grades(user).to_vec()).collect();
    let (lowest, highest) =
        (grades.iter().min().copied().unwrap_or(0), grades.iter().max().copied().unwrap_or(0));
    let levels = usize::from(highest - lowest);
    let n_factors = rank * (rows.n_users() + rows.n_items());
    let mut sum: f64 = point[..n_factors].iter().map(|value| 0.5 * value * value).sum();
    for user in 0..rows.n_users() {
        for (item, grade) in rows.row(user) {
            let (u, v) = (user * rank, (rows.n_users() + item as usize) * rank);
            let score: f64 = (0..rank).map(|f| point[u + f] * point[v + f]).sum();
            for q in lowest..highest {
                let threshold = point[n_factors + user * levels + usize::from(q - lowest)];
                let z = if grade <= q { threshold - score } else { score - threshold };
                sum += c * if z <= 0.0 { 0.5 - z } else { 0.5 * (1.0 - z.min(1.0)).powi(2) };
            }
        }
    }
    sum
}

#[test]
fn the_margin_factorisation_follows_its_definition_and_its_gradient() {
    let mut random = Random::new(2);
    let ratings = drawn(&mut random, 5, 6, false);
    let rows = Arc::new(ratings.rows().clone());
    for (rank, c) in [(1, 0.3), (3, 2.0)] {
        let model = MaxMargin::new(Arc::clone(&rows), MaxMarginConfig { rank, c, seed: 1 });
        assert_close(model.objective(), model.evaluate(model.point()).0, 1e-12, "the start");
        for _ in 0..5 {
            let point: Vec<f64> = model.point().iter().map(|_| 3.0 * (random.uniform() - 0.5)).collect();
            let (value, gradient) = model.evaluate(&point);
            assert_close(value, margin_objective(&rows, rank, c, &point), 1e-12, "objective");
            for place in 0..point.len() {
                let at = |step: f64| {
                    let mut moved = point.clone();
                    moved[place] += step;
                    model.evaluate(&moved).0
                };
                assert_close(gradient[place], (at(1e-6) - at(-1e-6)) / 2e-6, 1e-5, "gradient");
            }
        }
    }
}

#[test]
fn sweeps_of_the_margin_factorisation_lower_it_to_a_stationary_point() {
    let ratings = generated(20, 25, 3);
    let rows = Arc::new(ratings.rows().clone());
    let mut model = MaxMargin::new(Arc::clone(&rows), MaxMarginConfig { rank: 2, c: 0.5, seed: 1 });
    let start = model.objective();
    let mut last = start;
    for _ in 0..150 {
        model.sweep();
        assert!(model.objective() <= last, "{} after {last}", model.objective());
        last = model.objective();
    }
    let (_, gradient) = model.evaluate(model.point());
    let norm = gradient.iter().map(|value| value * value).sum::<f64>().sqrt();
    assert!(last < 0.7 * start && norm < 1e-3 * last, "{start} to {last}, gradient {norm}");
    // The factors are those of the point, and a user folded in from their own ratings keeps their taste.
    let taste = model.factors().user(0).to_vec();
    assert_eq!(taste, model.point()[..2]);
    model.fold_in_user(&rows, 0);
    let folded = model.factors().user(0);
    taste.iter().zip(folded).for_each(|(one, other)| assert_close(*other, *one, 1e-2, "the taste"));
}

fn run_to_end(ratings: &Ratings, settings: &FactorizationSettings, budget: usize) -> RatingsResult {
    let mut run = RatingsRun::new(ratings, settings).expect("the settings are right");
    let mut last = 0;
    loop {
        match run.advance(budget).expect("the numbers stay in range") {
            RatingsProgress::Working { done, of } => {
                assert!(last <= done && done <= of, "{done} of {of} after {last}");
                last = done;
            }
            RatingsProgress::Stepped { .. } => {}
            RatingsProgress::Finished { result } => return *result,
        }
    }
}

#[test]
fn a_run_measures_the_baselines_beside_its_own_models() {
    let ratings = generated(40, 40, 3);
    for protocol in ["weak", "strong"] {
        let settings = |baselines: &[&str]| FactorizationSettings {
            rank: 2,
            c: vec![30.0],
            rounds: 1,
            turns: 2,
            keep: 12,
            protocol: protocol.to_owned(),
            baselines: baselines.iter().map(|&name| name.to_owned()).collect(),
            ..Default::default()
        };
        let with = run_to_end(&ratings, &settings(&["mmmf", "jrank"]), usize::MAX);
        assert_eq!(run_to_end(&ratings, &settings(&["jrank", "mmmf"]), 37), with, "slices change nothing");
        let names: Vec<&str> = with.methods.iter().map(|method| method.name).collect();
        assert_eq!(names, ["item-mean", "squared-error", "jrank", "mmmf", "ranking"]);
        for method in &with.methods[..4] {
            assert_eq!(method.behind.len(), 3, "{method:?}");
            let (ranking, own) = (with.methods[4].means[0], method.means[0]);
            let difference = method.behind[0].as_ref().map(|behind| behind.difference);
            assert_close(difference.unwrap(), ranking.unwrap() - own.unwrap(), 1e-12, method.name);
        }
        // The other models are not touched.
        let without = run_to_end(&ratings, &settings(&[]), usize::MAX);
        let own: Vec<_> = with.methods.iter().filter(|one| !["jrank", "mmmf"].contains(&one.name)).collect();
        assert_eq!(own, without.methods.iter().collect::<Vec<_>>());
        // Each of them alone, as a study trains it.
        for (model, place) in [(RatingsModel::JRank, 2), (RatingsModel::Mmmf, 3)] {
            let mut run = RatingsRun::up_to(model, &ratings, &settings(&[])).expect("the settings are right");
            while !run.is_measured() {
                run.advance(100).expect("the numbers stay in range");
            }
            let values: Vec<f64> = run.user_measures(model).iter().filter_map(|of_user| of_user[0]).collect();
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            assert_close(mean, with.methods[place].means[0].unwrap(), 1e-12, model.name());
            assert_eq!(run.chosen_for(model), Some(&with.methods[place].chosen));
            assert!(run.user_measures(RatingsModel::Ranking).is_empty());
        }
    }
}

#[test]
fn unknown_and_repeated_baselines_are_refused() {
    for (names, words) in
        [(vec!["svd"], "\"svd\" is not one of jrank, mmmf"), (vec!["jrank", "jrank"], "twice")]
    {
        let baselines = names.iter().map(|&name| name.to_owned()).collect();
        let refused = FactorizationSettings { baselines, ..Default::default() }.check();
        let text = refused.expect_err("it is wrong").to_string();
        assert!(text.starts_with("baselines: ") && text.contains(words), "{text}");
    }
}

//! One document per group: the rule, its mean over ties, the measures, and the violator, against every ranking.

use std::sync::Arc;

use crate::support::{Random, assert_close, permutations};
use clarabel::algebra::CscMatrix;
use clarabel::solver::SupportedConeT::{NonnegativeConeT, ZeroConeT};
use clarabel::solver::{DefaultSettingsBuilder, DefaultSolver, IPSolver};
use rankscope::data::{Dataset, QueryRows};
use rankscope::linalg::assignment;
use rankscope::loss::{QueryLabels, QueryLoss, Realignment, margin};
use rankscope::method::settings::TrainingSettings;
use rankscope::metric::{Labels, Measure};
use rankscope::ranking::diversity::Diversity;
use rankscope::ranking::{Ranking, ScoredDocuments, TiedRanking};
use rankscope::run::{Progress, TrainingRun};

/// Returns groups of about `n / 2` different numbers, with gaps.
fn groups(random: &mut Random, n: usize) -> Vec<u32> {
    (0..n).map(|_| 3 * random.integer(0, n as i64 / 2) as u32).collect()
}

fn settings(measure: &str, decay: &str, reference: &str) -> TrainingSettings {
    TrainingSettings {
        measure: measure.to_owned(),
        decay: decay.to_owned(),
        reference: reference.to_owned(),
        group: "key:site".to_owned(),
        ..TrainingSettings::default()
    }
}

fn bind(settings: &TrainingSettings, grades: &[u8], groups: &[u32]) -> Option<Box<dyn QueryLoss>> {
    let config = settings.parse().expect("valid settings");
    let labels = QueryLabels { grades, groups, ..QueryLabels::default() };
    let loss = config.learner.loss().expect("a structured loss");
    loss.slack_groups()[0][0].bind_query(&labels).expect("NDCG has a value for every document")
}

/// Returns the first ranks of a diverse list by the words of the rule.
fn by_the_rule(order: &[u32], groups: &[u32], n: usize) -> Vec<u32> {
    let mut list: Vec<u32> = Vec::new();
    for &document in order {
        let is_in = list.iter().any(|&one| groups[one as usize] == groups[document as usize]);
        if !is_in && list.len() < n {
            list.push(document);
        }
    }
    list
}

/// Calls `visit` with every order of the documents that agrees with the scores.
fn each_order(scores: &[f64], visit: &mut impl FnMut(&[u32])) {
    for order in permutations(scores.len()) {
        if order.windows(2).all(|pair| scores[pair[0] as usize] >= scores[pair[1] as usize]) {
            visit(&order);
        }
    }
}

/// Returns every diverse list: all ways to fill the first n ranks with documents of different groups.
fn diverse_lists(groups: &[u32], n: usize) -> Vec<Vec<u32>> {
    let mut lists = vec![Vec::new()];
    for _ in 0..n {
        let longer = |list: &Vec<u32>| -> Vec<Vec<u32>> {
            let is_free =
                |document: &u32| list.iter().all(|&one| groups[one as usize] != groups[*document as usize]);
            let next = (0..groups.len() as u32).filter(is_free);
            next.map(|document| [list.as_slice(), &[document]].concat()).collect()
        };
        let next: Vec<Vec<u32>> = lists.iter().flat_map(longer).collect();
        if next.is_empty() {
            break;
        }
        lists = next;
    }
    lists
}

/// The best value of the linear program: maximise Σ value(i, j) π_ij for π ≥ 0, with one document at each of the first
/// `ranks` ranks, at most one rank for each document, and at most one document of a group at the first `n` ranks.
fn linear_program(groups: &[u32], ranks: usize, n: usize, value: impl Fn(usize, usize) -> f64) -> f64 {
    let documents = groups.len();
    let variables = documents * ranks;
    let row_of = |is_in: &dyn Fn(usize, usize) -> bool| -> Vec<f64> {
        (0..variables).map(|place| f64::from(u8::from(is_in(place / ranks, place % ranks)))).collect()
    };
    let mut a: Vec<Vec<f64>> = (0..ranks).map(|rank| row_of(&|_, j| j == rank)).collect();
    a.extend((0..documents).map(|document| row_of(&|i, _| i == document)));
    let mut different = groups.to_vec();
    different.sort_unstable();
    different.dedup();
    a.extend(different.iter().map(|&group| row_of(&|i, j| groups[i] == group && j < n)));
    let capped = a.len() - ranks;
    let mut b = vec![1.0; a.len()];
    for place in 0..variables {
        let mut row = vec![0.0; variables];
        row[place] = -1.0;
        a.push(row);
        b.push(0.0);
    }
    let q: Vec<f64> = (0..variables).map(|place| -value(place / ranks, place % ranks)).collect();
    let options = DefaultSettingsBuilder::default().verbose(false).build().expect("the options are right");
    let cones = [ZeroConeT(ranks), NonnegativeConeT(capped + variables)];
    let none = CscMatrix::<f64>::zeros((variables, variables));
    let mut solver =
        DefaultSolver::new(&none, &q, &CscMatrix::from(&a), &b, &cones, options).expect("it is well formed");
    solver.solve();
    -solver.solution.obj_val
}

/// Whether the first n documents have different groups.
fn is_diverse(order: &[u32], groups: &[u32], n: usize) -> bool {
    let first = &order[..n];
    (0..n).all(|j| (0..j).all(|i| groups[first[i] as usize] != groups[first[j] as usize]))
}

fn best_of(orders: impl Iterator<Item = f64>) -> f64 {
    orders.fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn the_linear_program_of_the_cut_problem_is_integral() {
    let mut random = Random::new(21);
    for _ in 0..60 {
        let l = random.integer(3, 6) as usize;
        let groups = groups(&mut random, l);
        let rule = Diversity::new(&groups, l, random.integer(1, 4) as usize);
        let n = rule.ranks();
        let cost: Vec<f64> = (0..l * n).map(|_| 2.0 * random.uniform() - 1.0).collect();
        let program = linear_program(&groups, n, n, |document, rank| cost[document * n + rank]);
        let value = |list: &Vec<u32>| list.iter().enumerate().map(|(j, &i)| cost[i as usize * n + j]).sum();
        assert_close(program, best_of(diverse_lists(&groups, n).iter().map(value)), 1e-6, "the program");
    }
}

/// If c went on after rank n, a solution could put half of a document at a rank.
#[test]
fn without_the_cut_the_linear_program_is_fractional() {
    let groups = [0, 1, 2, 0];
    let cost = [[1.0, 2.0, 0.0, 1.0], [0.0, 0.0, 0.0, 0.0], [0.0, 2.0, 2.0, 1.0], [1.0, 0.0, 1.0, 0.0]];
    let value = |order: &Vec<u32>| order.iter().enumerate().map(|(j, &i)| cost[i as usize][j]).sum();
    let orders = permutations(4);
    let best = best_of(orders.iter().filter(|order| is_diverse(order, &groups, 2)).map(value));
    assert_eq!(best, 4.0);
    assert_close(
        linear_program(&groups, 4, 2, |document, rank| cost[document][rank]),
        4.5,
        1e-6,
        "the program",
    );
}

#[test]
fn an_assignment_of_some_columns_is_proved_by_its_prices() {
    let mut random = Random::new(22);
    for _ in 0..200 {
        let rows = random.integer(1, 6) as usize;
        let columns = rows + random.integer(0, 5) as usize;
        let table: Vec<f64> = (0..rows * columns).map(|_| random.integer(-3, 3) as f64 / 2.0).collect();
        let value = |row: usize, column: usize| table[row * columns + column];
        let found = assignment::maximize_some(rows, columns, value);
        let total: f64 = (0..rows).map(|row| value(row, found.column_of_row[row])).sum();
        let prices: f64 = found.row_prices.iter().chain(&found.column_prices).sum();
        assert_close(total, prices, 1e-12, "the prices");
        assert!(found.column_prices.iter().all(|&price| price >= 0.0), "a free column has no price below 0");
        for (row, price) in found.row_prices.iter().enumerate() {
            for (column, other) in found.column_prices.iter().enumerate() {
                assert!(price + other >= value(row, column) - 1e-12);
            }
        }
        let mut taken = found.column_of_row;
        taken.sort_unstable();
        taken.dedup();
        assert_eq!(taken.len(), rows, "one column per row");
    }
}

#[test]
fn the_rule_skips_groups_that_are_in() {
    let rule = |groups: &[u32], n| Diversity::new(groups, 5, n);
    let apply = |groups: &[u32], n| rule(groups, n).apply(&[4, 3, 2, 1, 0]).order().to_vec();
    assert_eq!(apply(&[7, 7, 7, 9, 9], 2), [4, 2, 3, 1, 0]);
    assert_eq!(apply(&[7, 7, 7, 9, 9], 1), [4, 3, 2, 1, 0]);
    // With fewer groups than n, the first ranks are as many as the groups.
    assert_eq!(apply(&[7, 7, 7, 9, 9], 5), [4, 2, 3, 1, 0]);
    assert_eq!(rule(&[7, 7, 7, 9, 9], 5).ranks(), 2);
    assert_eq!(apply(&[], 5), [4, 3, 2, 1, 0]);
}

#[test]
fn means_over_ties_are_those_of_every_order() {
    let mut random = Random::new(23);
    for trial in 0..150 {
        let l = if trial == 0 { 8 } else { random.integer(1, 7) as usize };
        let groups = groups(&mut random, l);
        let scores: Vec<f64> = (0..l).map(|_| random.integer(0, i64::from(trial % 3)) as f64).collect();
        let (tied, n) = (TiedRanking::by_scores(&scores), random.integer(1, 5) as usize);
        let rule = Diversity::new(&groups, l, n);
        let weights: Vec<f64> = (0..n).map(|_| random.uniform()).collect();
        let (mut expected, mut repeats, mut orders) = (vec![0.0; l], 0.0, 0.0);
        each_order(&scores, &mut |order| {
            orders += 1.0;
            let list = by_the_rule(order, &groups, n);
            assert_eq!(rule.apply(order).order()[..list.len()], list);
            list.iter().zip(&weights).for_each(|(&document, weight)| expected[document as usize] += weight);
            let top = &order[..n.min(l)];
            repeats += (top.len() - by_the_rule(top, &groups, l).len()) as f64;
        });
        for (seen, sum) in rule.expected_weights(&tied, &weights).iter().zip(&expected) {
            assert_close(*seen, sum / orders, 1e-13, "a weight");
        }
        assert_close(rule.expected_repeats(&tied, n), repeats / orders, 1e-13, "repeats");
    }
}

#[test]
fn the_measures_follow_their_definitions() {
    let mut random = Random::new(24);
    for _ in 0..100 {
        let l = random.integer(1, 7) as usize;
        let (groups, grades) = (groups(&mut random, l), random.grades(l, 3));
        let scores: Vec<f64> = (0..l).map(|_| random.integer(0, 2) as f64).collect();
        let labels = Labels { grades: &grades, groups: &groups, max_grade: 3, threshold: 1, unjudged: 0 };
        let tied = TiedRanking::by_scores(&scores);
        for n in [1, 2, 4] {
            let dcg = |list: &[u32]| -> f64 {
                let gain = |document: u32| f64::from((1 << grades[document as usize]) - 1);
                list.iter().enumerate().map(|(j, &i)| gain(i) / libm::log2(j as f64 + 2.0)).sum()
            };
            let best = best_of(diverse_lists(&groups, n).iter().map(|list| dcg(list)));
            let (mut sum, mut orders) = (0.0, 0.0);
            each_order(&scores, &mut |order| {
                sum += dcg(&by_the_rule(order, &groups, n));
                orders += 1.0;
            });
            let measure: Measure = format!("dndcg@{n}").parse().expect("a measure");
            match measure.value(&tied, &labels) {
                Some(value) => assert_close(value, sum / orders / best, 1e-12, "dndcg"),
                None => assert_eq!(best, 0.0),
            }
            // Without two documents of a group it is NDCG, and there are no repeats.
            let plain: Measure = format!("ndcg@{n}").parse().expect("a measure");
            let alone = Labels { groups: &[], ..labels };
            match (measure.value(&tied, &alone), plain.value(&tied, &alone)) {
                (Some(diverse), Some(plain)) => assert_close(diverse, plain, 1e-14, "without groups"),
                values => assert_eq!(values, (None, None)),
            }
            let repeats: Measure = format!("repeats@{n}").parse().expect("a measure");
            assert_eq!(repeats.value(&tied, &alone), Some(0.0));
        }
    }
}

#[test]
fn the_violator_beats_every_permitted_ranking() {
    let mut random = Random::new(25);
    let mut tried = 0;
    for trial in 0..240 {
        let measure = ["dndcg@1", "dndcg@2", "dndcg@3+linear", "dndcg@5+flat"][trial % 4];
        let decay = ["power:0.5", "measure", "list:2,2,0.5"][trial % 3];
        let reference = ["fixed", "averaged", "aligned", "ramp"][trial / 3 % 4];
        let l = random.integer(2, 6) as usize;
        let (groups, grades) = (groups(&mut random, l), random.grades(l, 3));
        let Some(mut loss) = bind(&settings(measure, decay, reference), &grades, &groups) else { continue };
        tried += 1;
        let scores = random.scores(l);
        if trial % 2 == 1 {
            loss.realign(&random.scores(l));
        }
        let value = |y: &Ranking| loss.delta(y) - margin(&loss.delta_psi(y), &scores);
        let violator = loss.most_violated(&scores);
        let n = Diversity::new(&groups, l, measure[6..7].parse().expect("a digit")).ranks();
        assert!(is_diverse(violator.order(), &groups, n), "{measure}");
        let orders: Vec<Ranking> = permutations(l).into_iter().map(Ranking::from_order).collect();
        assert_close(value(&violator), best_of(orders.iter().map(value)), 1e-12, measure);

        // The same maximum by the words of the problem: W over all diverse lists.
        let positions = loss.positions().expect("DORM has positions");
        let (a, b, c) = (positions.discount, positions.gain, positions.decay);
        assert!(a[n..].iter().chain(&c[n..]).all(|&weight| weight == 0.0), "c and a end at n");
        let w = |list: &Vec<u32>| -> f64 {
            let cell = |(j, &i): (usize, &u32)| c[j] * scores[i as usize] - a[j] * b[i as usize];
            list.iter().enumerate().map(cell).sum()
        };
        let lists = diverse_lists(&groups, n);
        let dcg =
            |list: &Vec<u32>| -> f64 { list.iter().enumerate().map(|(j, &i)| a[j] * b[i as usize]).sum() };
        let best = best_of(lists.iter().map(dcg));
        assert_close(best, 1.0, 1e-12, "the best diverse DCG is 1");
        let star = margin(positions.reference_coefficients, &scores);
        assert_close(value(&violator), best_of(lists.iter().map(w)) - star + best, 1e-12, measure);
        // The hinge bounds the loss after the rule, for every order of ties.
        let tied = TiedRanking::by_scores(&scores);
        let mean_of_orders = {
            let (mut sum, mut orders) = (0.0, 0.0);
            each_order(&scores, &mut |order| {
                sum += best - dcg(&by_the_rule(order, &groups, n));
                orders += 1.0;
            });
            sum / orders
        };
        assert_close(loss.expected_delta(&tied), mean_of_orders, 1e-12, "the loss of the ranking by scores");
        assert!(reference == "ramp" || value(&violator) >= loss.expected_delta(&tied) - 1e-12, "{measure}");
    }
    assert!(tried > 100, "only {tried} queries had a signal");
}

#[test]
fn the_reference_is_the_best_diverse_ranking() {
    let mut random = Random::new(26);
    for trial in 0..100 {
        let l = random.integer(3, 7) as usize;
        let (groups, grades) = (groups(&mut random, l), random.grades(l, 2));
        let rule = Diversity::new(&groups, l, 3);
        let reference = ["averaged", "aligned"][trial % 2];
        let Some(mut loss) = bind(&settings("dndcg@3", "power:0.5", reference), &grades, &groups) else {
            continue;
        };
        assert_eq!(loss.delta(loss.reference()), 0.0);
        let ideal: Vec<f64> = grades.iter().map(|&grade| f64::from(grade)).collect();
        let c = loss.positions().expect("DORM has positions").decay.to_vec();
        if rule.has_repeats() {
            let mean = rule.expected_weights(&TiedRanking::by_scores(&ideal), &c);
            let seen = loss.positions().expect("DORM has positions").reference_coefficients;
            seen.iter().zip(&mean).for_each(|(seen, mean)| assert_close(*seen, *mean, 1e-13, "averaged"));
        }
        // Aligned: the ideal ranking with the greatest ⟨w, ψ⟩, found among all.
        let scores = random.scores(l);
        let gain = loss.alignment_gain(&ScoredDocuments::new(scores.clone()));
        let before = margin(loss.positions().expect("DORM has positions").reference_coefficients, &scores);
        let shift = loss.realign(&scores);
        let psi = |list: &Vec<u32>| list.iter().zip(&c).map(|(&i, c)| c * scores[i as usize]).sum::<f64>();
        let value =
            |list: &Vec<u32>| list.iter().map(|&i| (1 << grades[i as usize]) - 1).collect::<Vec<u32>>();
        let lists = diverse_lists(&groups, rule.ranks());
        // Gains by rank in the order of the alphabet: the greatest list is the best DCG.
        let top = lists.iter().map(value).max().expect("a list");
        let greatest = best_of(lists.iter().filter(|list| value(list) == top).map(psi));
        let after = margin(loss.positions().expect("DORM has positions").reference_coefficients, &scores);
        if reference == "aligned" {
            assert_close(after, greatest, 1e-12, "aligned");
            assert_close(after - before, gain, 1e-12, "the gain");
            let moved = match shift {
                Some(Realignment::Moved(shift)) => margin(&shift, &scores),
                Some(Realignment::Renewed) => panic!("Δ stays"),
                None => 0.0,
            };
            assert_close(moved, gain, 1e-12, "the shift");
            assert!(loss.realign(&scores).is_none(), "aligned once, nothing is left to align");
        } else {
            assert_eq!((gain, shift), (0.0, None));
        }
    }
}

/// Returns random queries whose documents name a site.
fn data(seed: u64, sites: i64) -> Dataset {
    let mut random = Random::new(seed);
    let query = |id: usize| {
        let grades = random.grades(12, 3);
        let features =
            grades.iter().flat_map(|&grade| [random.uniform(), f64::from(grade) + random.uniform()]);
        let features = features.collect();
        let site = |document: usize| if sites == 0 { document as i64 } else { random.integer(1, sites) };
        let comments = (0..12).map(site).collect::<Vec<_>>();
        let comments = comments.iter().map(|site| format!("doc=x site=s{site}")).collect();
        QueryRows { id: id.to_string(), grades, features, comments }
    };
    let queries: Vec<QueryRows> = (0..8).map(query).collect();
    Dataset::from_queries(2, &queries).expect("the numbers are finite")
}

fn train(data: &Arc<Dataset>, settings: &TrainingSettings) -> (TrainingRun, Vec<[Option<f64>; 3]>) {
    let mut run = TrainingRun::new(Arc::clone(data), settings).expect("the run starts");
    let mut figures = Vec::new();
    loop {
        match run.advance(1000) {
            Progress::Working { .. } => {}
            Progress::Stepped { report } => {
                figures.push([report.step.objective, report.step.gap, report.train[0].value]);
            }
            Progress::Stopped { .. } => return (run, figures),
        }
    }
}

#[test]
fn without_repeats_training_gives_the_bits_of_ndcg_with_a_cut_decay() {
    let data = Arc::new(data(31, 0));
    for reference in ["fixed", "averaged", "aligned", "ramp"] {
        let diverse = settings("dndcg@4", "power:0.5", reference);
        let plain = TrainingSettings { decay_cut: Some(4), ..settings("ndcg@4", "power:0.5", reference) };
        let ((one, seen), (other, expected)) = (train(&data, &diverse), train(&data, &plain));
        // The value of the reported measure rounds differently.
        let bounds = |figures: &[[Option<f64>; 3]]| figures.iter().map(|f| [f[0], f[1]]).collect::<Vec<_>>();
        assert_eq!(bounds(&seen), bounds(&expected), "{reference}");
        let weights = |run: &TrainingRun| run.model().expect("finite").weights().expect("linear").to_vec();
        assert_eq!(weights(&one), weights(&other), "{reference}");
    }
}

#[test]
fn a_run_with_groups_converges_and_its_violators_are_diverse() {
    let data = Arc::new(data(32, 4));
    let (run, figures) = train(&data, &settings("dndcg@3", "power:0.5", "aligned"));
    assert!(figures.last().expect("an iteration")[1].expect("a gap") < 0.01, "{figures:?}");
    let last = figures.len() - 1;
    for query in data.queries() {
        let Ok(inspection) = run.inspect(last, query.index) else { continue };
        let shown = inspection.diverse.expect("the run has groups");
        assert_eq!(shown.ranks, 3);
        for order in [&shown.order, &inspection.violator, &inspection.reference] {
            assert!(is_diverse(order, &shown.groups, 3), "query {}", query.id);
        }
        assert_eq!(shown.order[..3], by_the_rule(&inspection.predicted, &shown.groups, 3));
        let terms = run.contributions(last, query.index).expect("it has positions").ranks;
        assert_close(terms.last().expect("a rank").so_far, inspection.hinge, 1e-9, "the terms add up");
    }
}

#[test]
fn a_model_ranks_by_the_rule_in_the_order_of_the_file() {
    let data = data(33, 3);
    let (run, _) = train(&Arc::new(data.clone()), &settings("ndcg@4", "power:0.5", "aligned"));
    let model = run.model().expect("finite");
    let (ranks, scores) =
        (model.diverse_ranks(&data, Some(3)).expect("it has groups"), model.score(&data).expect("finite"));
    let grouped = data.grouped(&"key:site".parse().expect("a grouping")).expect("the data have the key");
    for query in grouped.queries() {
        let order = Ranking::by_scores(&scores[query.documents.clone()]);
        let first = by_the_rule(order.order(), query.groups, 3);
        for (rank, &document) in first.iter().enumerate() {
            assert_eq!(ranks[query.documents.start + document as usize], rank + 1);
        }
        let mut all = ranks[query.documents].to_vec();
        all.sort_unstable();
        assert!(all.into_iter().eq(1..=12));
    }
    assert!(model.diverse_ranks(&data, Some(0)).is_err() && model.diverse_ranks(&data, Some(101)).is_err());
    // The measure is that of the training.
    let measures = ["dndcg@4".parse().expect("a measure"), "repeats@4".parse().expect("a measure")];
    let evaluated = model.evaluate(&data, &measures, Default::default()).expect("it has groups");
    assert!(evaluated.means[1].value.expect("a mean") > 0.0, "the plain lists have repeats");
}

#[test]
fn groups_that_do_not_exist_are_refused() {
    let data = Arc::new(data(34, 3));
    let refused = |settings: &TrainingSettings| match TrainingRun::new(Arc::clone(&data), settings) {
        Ok(_) => panic!("{} is accepted", settings.group),
        Err(fault) => fault.to_string(),
    };
    let with = |measure: &str, group: &str| TrainingSettings {
        group: group.to_owned(),
        ..settings(measure, "power:0.5", "aligned")
    };
    assert!(refused(&with("dndcg@3", "none")).starts_with("group: dNDCG@3 needs groups"));
    assert!(refused(&with("dndcg@3", "key:host")).contains("no document has the key \"host\""));
    assert!(refused(&with("ndcg@3", "feature:3")).contains("the data have no feature 3; the last one is 2"));
    assert!(refused(&with("dndcg", "key:site")).contains("needs a cut-off"));
    let listed = TrainingSettings {
        measures: vec!["repeats@3".to_owned()],
        choose: "validation".to_owned(),
        ..with("ndcg@3", "key:site")
    };
    assert!(refused(&listed).contains("fewer is better"));
    // Validation data have the groups too.
    let mut run = TrainingRun::new(Arc::clone(&data), &with("ndcg@3", "key:site")).expect("the run starts");
    let other = Dataset::from_letor("1 qid:1 1:1\n0 qid:1 1:2\n").expect("two documents");
    let fault = run.watch_validation(Arc::new(other)).expect_err("no key").to_string();
    assert!(fault.contains("of the validation data: no document has the key"), "{fault}");
}

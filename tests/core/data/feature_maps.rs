//! Feature maps against their definitions: products of features, and the exact kernel machine.

use std::borrow::Cow;
use std::sync::Arc;

use rankscope::Error;
use rankscope::data::{Dataset, FeatureMap, FittedMap, Mapped, QueryRows, generate_letor};
use rankscope::method::settings::TrainingSettings;
use rankscope::model::Model;
use rankscope::run::{Progress, Stop, TrainingRun};

use crate::support::Random;

fn settings(method: &str, map: &str) -> TrainingSettings {
    TrainingSettings { method: method.to_owned(), map: map.to_owned(), ..TrainingSettings::default() }
}

fn trained(data: &Arc<Dataset>, settings: &TrainingSettings) -> (TrainingRun, Stop) {
    let mut run = TrainingRun::new(Arc::clone(data), settings).expect("the run starts");
    loop {
        if let Progress::Stopped { stop } = run.advance(1000) {
            return (run, stop);
        }
    }
}

fn mapped(map: &str, data: &Dataset) -> Mapped {
    map.parse::<FeatureMap>().and_then(|map| map.fit(data, 1)).expect("the map fits")
}

fn refusal(map: &str, data: &Dataset) -> String {
    let refused = map.parse::<FeatureMap>().and_then(|map| map.fit(data, 1));
    refused.expect_err("it is refused").to_string()
}

/// Points in the square from −2 to 2, with a grade that depends on the distance from the origin.
fn ring(n_queries: usize, n_documents: usize, seed: u64) -> Dataset {
    let mut random = Random::new(seed);
    let queries: Vec<QueryRows> = (0..n_queries)
        .map(|query| {
            let features: Vec<f64> = (0..2 * n_documents).map(|_| 4.0 * random.uniform() - 2.0).collect();
            let grade = |point: &[f64]| u8::from((point[0].hypot(point[1]) - 1.0).abs() < 0.3);
            let grades = features.chunks(2).map(grade).collect();
            QueryRows { id: format!("q{query}"), grades, features, comments: Vec::new() }
        })
        .collect();
    Dataset::from_queries(2, &queries).expect("the numbers are finite")
}

/// Data with the given rows as features.
fn with_features(data: &Dataset, rows: &[Vec<f64>]) -> Dataset {
    let queries: Vec<QueryRows> = data
        .queries()
        .map(|query| QueryRows {
            id: query.id.to_owned(),
            grades: query.grades.to_vec(),
            features: rows[query.documents].concat(),
            comments: Vec::new(),
        })
        .collect();
    Dataset::from_queries(rows[0].len(), &queries).expect("the numbers are finite")
}

fn rows(data: &Dataset) -> Vec<Vec<f64>> {
    (0..data.n_documents()).map(|row| data.features(row).to_vec()).collect()
}

fn kernel(gamma: f64, x: &[f64], y: &[f64]) -> f64 {
    libm::exp(-gamma * x.iter().zip(y).map(|(x, y)| (x - y) * (x - y)).sum::<f64>())
}

/// The matrix of k between two lists of points.
fn kernels(gamma: f64, points: &[Vec<f64>], others: &[Vec<f64>]) -> Vec<Vec<f64>> {
    points.iter().map(|x| others.iter().map(|y| kernel(gamma, x, y)).collect()).collect()
}

fn product(rows: &[Vec<f64>], x: &[f64]) -> Vec<f64> {
    rows.iter().map(|row| row.iter().zip(x).map(|(a, b)| a * b).sum()).collect()
}

/// Solves a linear system by elimination with pivots.
fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for step in 0..n {
        let pivot = (step..n).max_by(|&i, &j| a[i][step].abs().total_cmp(&a[j][step].abs())).expect("a row");
        a.swap(step, pivot);
        b.swap(step, pivot);
        let (above, below) = a.split_at_mut(step + 1);
        for (place, row) in below.iter_mut().enumerate() {
            let factor = row[step] / above[step][step];
            row.iter_mut().zip(&above[step]).skip(step).for_each(|(value, other)| *value -= factor * other);
            b[step + 1 + place] -= factor * b[step];
        }
    }
    for step in (0..n).rev() {
        let known: f64 = (step + 1..n).map(|column| a[step][column] * b[column]).sum();
        b[step] = (b[step] - known) / a[step][step];
    }
    b
}

/// Eigenvalues and eigenvectors (as columns) of a symmetric matrix, by Jacobi rotations.
fn eigen(mut a: Vec<Vec<f64>>) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = a.len();
    let mut vectors: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for _ in 0..30 {
        for p in 0..n {
            for q in p + 1..n {
                if a[p][q].abs() < 1e-300 {
                    continue;
                }
                let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                let (c, s) = (1.0 / (t * t + 1.0).sqrt(), t / (t * t + 1.0).sqrt());
                let rotate = |x: f64, y: f64| (c * x - s * y, s * x + c * y);
                for row in a.iter_mut().chain(&mut vectors) {
                    (row[p], row[q]) = rotate(row[p], row[q]);
                }
                let (above, below) = a.split_at_mut(q);
                for (x, y) in above[p].iter_mut().zip(&mut below[0]) {
                    (*x, *y) = rotate(*x, *y);
                }
            }
        }
    }
    ((0..n).map(|i| a[i][i]).collect(), vectors)
}

fn assert_near(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (place, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() <= tolerance, "{place}: {found} instead of {expected}");
    }
}

#[test]
fn without_a_map_nothing_changes() {
    let data = ring(3, 5, 1);
    let Mapped { map, report, data: made } = mapped("none", &data);
    assert!(map.is_none() && report.is_none() && made.is_none());
    assert!(matches!(map.apply(&data), Cow::Borrowed(_)));
}

#[test]
fn monomials_are_the_products_in_the_documented_order() {
    let data = ring(3, 5, 2);
    let Mapped { map, report, data: made } = mapped("poly:3", &data);
    let expected: Vec<Vec<f64>> = rows(&data)
        .iter()
        .map(|row| {
            let [x, y] = [row[0], row[1]];
            vec![x, y, x * x, x * y, y * y, x * x * x, x * x * y, x * y * y, y * y * y]
        })
        .collect();
    assert_eq!(rows(&made.expect("it maps")), expected);
    assert_eq!(report.expect("it maps").columns, 9);
    let list: [&[usize]; 9] =
        [&[0], &[1], &[0, 0], &[0, 1], &[1, 1], &[0, 0, 0], &[0, 0, 1], &[0, 1, 1], &[1, 1, 1]];
    assert_eq!(map.monomials(), list);
}

#[test]
fn the_number_of_monomials_is_that_of_all_exponents() {
    let mut random = Random::new(3);
    for (features, degree) in [(1, 9), (2, 4), (3, 3), (5, 2), (7, 1)] {
        let data = random.dataset(2, 3, features, 1);
        let map = mapped(&format!("poly:{degree}"), &data).map;
        let mut lists = map.monomials();
        // Brute force: all sorted lists of at most `degree` features.
        let mut count = 0;
        let mut open: Vec<Vec<usize>> = vec![Vec::new()];
        while let Some(list) = open.pop() {
            count += usize::from(!list.is_empty());
            if list.len() < degree {
                let first = list.last().copied().unwrap_or(0);
                open.extend((first..features).map(|next| [list.clone(), vec![next]].concat()));
            }
        }
        assert_eq!(lists.len(), count, "{features} features, degree {degree}");
        lists.sort();
        lists.dedup();
        assert_eq!(lists.len(), count);
    }
}

#[test]
fn polynomial_training_is_training_on_the_products() {
    let data = Arc::new(ring(8, 6, 4));
    for method in ["dorm", "listnet", "lambdamart"] {
        let explicit: Vec<Vec<f64>> = rows(&data)
            .iter()
            .map(|row| vec![row[0], row[1], row[0] * row[0], row[0] * row[1], row[1] * row[1]])
            .collect();
        let (poly, poly_stop) = trained(&data, &settings(method, "poly:2"));
        let (plain, plain_stop) =
            trained(&Arc::new(with_features(&data, &explicit)), &settings(method, "none"));
        assert_eq!(poly_stop, plain_stop, "{method}");
        let [poly, plain] = [poly, plain].map(|run| run.model().expect("finite").scorer);
        assert_eq!(poly, plain, "{method}");
        // Degree 1 is no map.
        let (_, line_stop) = trained(&data, &settings(method, "poly:1"));
        assert_eq!(line_stop, trained(&data, &settings(method, "none")).1, "{method}");
    }
}

#[test]
fn applying_a_map_to_the_training_data_gives_the_rows_of_the_fit() {
    let data = ring(9, 7, 5);
    for map in ["poly:4", "rbf:4:20", "rbf:auto:63", "rbf:0.001:63"] {
        let Mapped { map, data: made, .. } = mapped(map, &data);
        assert_eq!(map.apply(&data).as_ref(), &made.expect("it maps"), "{}", map.kind());
    }
}

#[test]
fn the_factor_gives_the_kernel_up_to_the_residual() {
    let data = ring(9, 7, 6);
    let points = rows(&data);
    let k = kernels(2.0, &points, &points);
    for landmarks in [1, 5, 20, 63] {
        let Mapped { report, data: made, .. } = mapped(&format!("rbf:2:{landmarks}"), &data);
        let (report, made) = (report.expect("it maps"), rows(&made.expect("it maps")));
        let left = |i: usize| k[i][i] - made[i].iter().map(|value| value * value).sum::<f64>();
        let share = (0..points.len()).map(left).sum::<f64>() / points.len() as f64;
        assert!((share - report.residual.expect("a kernel")).abs() < 1e-12);
        for i in 0..points.len() {
            for (j, row) in made.iter().enumerate() {
                // |K − F Fᵀ|_ij is at most the root of both residuals, because the rest is positive semidefinite.
                let rest = k[i][j] - product(std::slice::from_ref(row), &made[i])[0];
                let most = (left(i).max(0.0) * left(j).max(0.0)).sqrt();
                assert!(rest.abs() <= most + 1e-10, "{rest} > {most}");
            }
        }
    }
}

#[test]
fn every_landmark_is_the_worst_represented_document() {
    let data = ring(5, 6, 7);
    let points = rows(&data);
    let map = mapped("rbf:3:12", &data).map;
    let chosen: Vec<Vec<f64>> = map.landmarks().into_iter().map(|landmark| landmark.features).collect();
    assert_eq!(chosen.len(), 12);
    for count in 1..chosen.len() {
        // Brute force: the residual of x is k(x, x) − k_Lᵀ K_LL⁻¹ k_L.
        let known = &chosen[..count];
        let residual = |x: &Vec<f64>| {
            let row: Vec<f64> = known.iter().map(|y| kernel(3.0, x, y)).collect();
            1.0 - product(&[solve(kernels(3.0, known, known), row.clone())], &row)[0]
        };
        let worst = points.iter().map(residual).fold(0.0, f64::max);
        assert!((residual(&chosen[count]) - worst).abs() < 1e-9, "landmark {count}");
    }
}

#[test]
fn landmarks_have_the_names_of_their_documents() {
    let text = "1 qid:a 1:0 # first\n0 qid:a 1:1 # second\n1 qid:b 1:5\n";
    let data = Dataset::from_letor(text).expect("LETOR text");
    let found: Vec<_> = mapped("rbf:1:3", &data)
        .map
        .landmarks()
        .into_iter()
        .map(|one| (one.query, one.document, one.line, one.comment, one.features))
        .collect();
    let name = |query: &str, document, line, comment: &str, x| {
        (query.to_owned(), document, Some(line), comment.to_owned(), vec![x])
    };
    assert_eq!(
        found,
        [name("a", 0, 1, "first", 0.0), name("b", 0, 3, "", 5.0), name("a", 1, 2, "second", 1.0)]
    );
}

#[test]
fn duplicates_are_no_landmarks() {
    let data = ring(4, 5, 8);
    let twice: Vec<QueryRows> = data
        .queries()
        .map(|query| QueryRows {
            id: query.id.to_owned(),
            grades: [query.grades, query.grades].concat(),
            features: [rows(&data)[query.documents.clone()].concat(), rows(&data)[query.documents].concat()]
                .concat(),
            comments: Vec::new(),
        })
        .collect();
    let twice = Dataset::from_queries(2, &twice).expect("finite");
    let Mapped { report, data: made, .. } = mapped("rbf:5:40", &twice);
    let report = report.expect("it maps");
    assert!(report.columns <= 20 && report.residual.expect("a kernel") < 1e-11, "{report:?}");
    assert_eq!(made.expect("it maps").n_features(), report.columns);

    let same =
        QueryRows { id: "a".to_owned(), grades: vec![1, 0], features: vec![3.0; 2], comments: Vec::new() };
    let same = Dataset::from_queries(1, &[same]).expect("finite");
    assert_eq!(mapped("rbf:1:10", &same).report.expect("it maps").columns, 1);
    assert!(refusal("rbf", &same).contains("median squared distance of two training documents is 0"));
}

#[test]
fn all_landmarks_give_exact_kernel_ridge_regression() {
    let (data, others) = (Arc::new(ring(6, 8, 9)), ring(4, 6, 10));
    let (gamma, c) = (1.5, 40.0);
    let settings = TrainingSettings { c, gap: 1e-15, ..settings("regression", "rbf:1.5:300") };
    let (run, stop) = trained(&data, &settings);
    assert!(run.overview().map.as_ref().and_then(|map| map.residual).expect("a kernel") < 1e-11);
    // ½ βᵀKβ + (C/N) Σ ½ (Kβ + b − t)² is minimal where (K + N/C) β + b = t and Σ β = 0.
    let points = rows(&data);
    let n = points.len();
    let k = kernels(gamma, &points, &points);
    let mut system: Vec<Vec<f64>> = k.iter().map(|row| [row.clone(), vec![1.0]].concat()).collect();
    (0..n).for_each(|i| system[i][i] += n as f64 / c);
    system.push([vec![1.0; n], vec![0.0]].concat());
    let targets: Vec<f64> = (0..n).map(|row| f64::from(data.grade(row))).collect();
    let solution = solve(system, [targets.clone(), vec![0.0]].concat());
    let (beta, bias) = (&solution[..n], solution[n]);
    let scores = product(&k, beta);
    let errors =
        scores.iter().zip(&targets).map(|(score, target)| (score + bias - target) * (score + bias - target));
    let objective = 0.5 * product(&[beta.to_vec()], &scores)[0] + c / n as f64 * 0.5 * errors.sum::<f64>();
    assert!((stop.best_objective.expect("it is known") - objective).abs() < 1e-9);
    let model = run.model().expect("finite");
    assert_near(&model.score(&data).expect("in range"), &scores, 1e-9);
    let expected = product(&kernels(gamma, &rows(&others), &points), beta);
    assert_near(&model.score(&others).expect("in range"), &expected, 1e-9);
}

/// Trains with all documents as landmarks, and with coordinates whose scalar products are the exact kernel, found
/// without any landmark: the rows of V Λ^½. Objectives must agree to 1e−9, scores to `accuracy`.
fn assert_exact_kernel_training(precise: &dyn Fn(&str) -> TrainingSettings, accuracy: f64) {
    let (data, others) = (Arc::new(ring(6, 7, 11)), ring(4, 6, 12));
    let gamma = 6.0;
    let points = rows(&data);
    let (values, vectors) = eigen(kernels(gamma, &points, &points));
    let coordinates: Vec<Vec<f64>> = vectors
        .iter()
        .map(|row| row.iter().zip(&values).map(|(v, value)| v * value.max(0.0).sqrt()).collect())
        .collect();
    let (run, stop) = trained(&data, &precise("rbf:6:300"));
    let exact = Arc::new(with_features(&data, &coordinates));
    let (exact_run, exact_stop) = trained(&exact, &precise("none"));
    let [one, other] = [&stop, &exact_stop].map(|stop| stop.best_objective.expect("it is known"));
    assert!((one - other).abs() < 1e-9, "{}: {one} instead of {other}", precise("none").method);
    let model = run.model().expect("finite");
    let exact_model = exact_run.model().expect("finite");
    let weights = exact_model.weights().expect("linear");
    let expected = exact_model.score(&exact).expect("in range");
    assert_near(&model.score(&data).expect("in range"), &expected, accuracy);
    // β = V Λ^−½ w, so a new document has the score Σ β k.
    let scaled: Vec<f64> =
        weights.iter().zip(&values).map(|(w, value)| w / value.max(1e-300).sqrt()).collect();
    let expected = product(&kernels(gamma, &rows(&others), &points), &product(&vectors, &scaled));
    assert_near(&model.score(&others).expect("in range"), &expected, accuracy);
}

#[test]
fn all_landmarks_give_exact_kernel_training_with_smooth_losses() {
    // The gap of a smooth loss is made of its gradient g, so it is exact far below the rounding of the objective.
    // P is 1-strongly convex: |w − w*| ≤ |g|, and |g| ≤ √(2 · 1e−24 P) is about 2e−12.
    for method in ["logistic", "ranknet-linear", "ranksvm-squared", "listnet"] {
        let precise = |map: &str| TrainingSettings { c: 5.0, gap: 1e-24, ..settings(method, map) };
        assert_exact_kernel_training(&precise, 1e-9);
    }
}

#[test]
fn all_landmarks_give_exact_kernel_training_with_cutting_planes() {
    // This gap is a difference of two objectives, so it cannot be told from 0 below their rounding, 1e−15 P, and leaves
    // an error of w up to the root of that, 6e−8. What is seen is below 5e−9.
    for (method, reference) in [("dorm", "averaged"), ("svm-map", "aligned"), ("ranksvm", "aligned")] {
        let reference = reference.to_owned();
        let precise = |map: &str| TrainingSettings {
            reference: reference.clone(),
            c: 5.0,
            gap: 1e-15,
            ..settings(method, map)
        };
        assert_exact_kernel_training(&precise, 1e-8);
    }
}

#[test]
fn coefficients_of_landmarks_give_the_scores() {
    let (data, others) = (Arc::new(ring(6, 7, 13)), ring(4, 6, 14));
    let (run, stop) = trained(&data, &settings("dorm", "rbf:2:15"));
    let columns = run.map_columns(stop.best_iteration).expect("it is reached");
    assert_eq!((columns.kind, columns.landmarks.len(), columns.coefficients.len()), ("rbf", 15, 15));
    let landmarks: Vec<Vec<f64>> =
        columns.landmarks.iter().map(|landmark| landmark.features.clone()).collect();
    let expected = product(&kernels(2.0, &rows(&others), &landmarks), &columns.coefficients);
    assert_near(&run.model().expect("finite").score(&others).expect("in range"), &expected, 1e-9);
    // At w = 0 they are 0, and without a map or a linear scorer there are none.
    assert_eq!(run.map_columns(0).expect("w = 0").coefficients, [0.0; 15]);
    assert!(run.map_columns(9999).is_err());
    let plain = trained(&data, &settings("dorm", "none")).0.map_columns(0).expect("w = 0");
    assert_eq!((plain.kind, plain.coefficients.len(), plain.landmarks.len()), ("none", 0, 0));
    let trees = trained(&data, &settings("lambdamart", "rbf:2:15")).0.map_columns(1).expect("one round");
    assert_eq!((trees.coefficients.len(), trees.landmarks.len()), (0, 15));
    let poly = trained(&data, &settings("dorm", "poly:2")).0;
    assert_eq!(poly.map_columns(1).expect("one round").coefficients, poly.weights(1).expect("linear"));
}

#[test]
fn points_have_the_scores_of_documents() {
    let (data, others) = (Arc::new(ring(6, 7, 15)), ring(300, 6, 16));
    let points = rows(&others).concat();
    for (method, map, scale) in [
        ("dorm", "none", "none"),
        ("dorm", "none", "standard"),
        ("dorm", "poly:3", "minmax"),
        ("dorm", "rbf:auto:20", "standard"),
        ("lambdamart", "rbf:auto:20", "none"),
        ("ranknet", "poly:2", "none"),
    ] {
        let settings = TrainingSettings { scale: scale.to_owned(), epochs: Some(3), ..settings(method, map) };
        let (run, _) = trained(&data, &settings);
        let model = run.model().expect("finite");
        let expected = model.score(&others).expect("in range");
        assert_eq!(model.score_points(&points).expect("points"), expected, "{method} {map} {scale}");
        let at = (0..)
            .find(|&at| run.scorer(at).is_ok_and(|scorer| *scorer == model.scorer))
            .expect("an iteration");
        assert_eq!(run.score_points(at, &points).expect("points"), expected, "{method} {map} {scale}");
    }
    let (run, _) = trained(&data, &settings("dorm", "rbf"));
    assert_eq!(run.score_points(0, &[]), Ok(Vec::new()));
    for (points, reason) in
        [(&[1.0][..], "not points of 2"), (&[1.0, f64::NAN][..], "point 0, feature 2 is NaN")]
    {
        let refused = run.score_points(0, points).expect_err("it is refused").to_string();
        assert!(refused.contains(reason), "{refused}");
    }
    assert!(matches!(run.score_points(9999, &[0.0; 2]), Err(Error::Absent { .. })));
    let by_query = TrainingSettings { scale: "query".to_owned(), ..settings("dorm", "rbf") };
    let refused = trained(&data, &by_query).0.score_points(0, &[0.0; 2]).expect_err("refused").to_string();
    assert!(refused.contains("every query by its own values"), "{refused}");
}

#[test]
fn a_model_file_restores_the_same_bits() {
    let (data, others) = (Arc::new(ring(6, 7, 17)), ring(4, 6, 18));
    for (method, map) in
        [("dorm", "rbf:auto:20"), ("dorm", "poly:3"), ("lambdamart", "rbf:2:9"), ("ranknet", "poly:2")]
    {
        let settings =
            TrainingSettings { scale: "standard".to_owned(), epochs: Some(3), ..settings(method, map) };
        let model = trained(&data, &settings).0.model().expect("finite");
        let read = Model::parse(&model.json()).expect("its own file");
        assert_eq!(read, model, "{method} {map}");
        assert_eq!(read.score(&others), model.score(&others));
        assert!(model.json().contains("\"version\": 3"));
    }
    let plain = trained(&data, &settings("dorm", "none")).0.model().expect("finite");
    assert!(!plain.json().contains("\"map\": {") && plain.json().contains("\"version\": 1"));
    // A file without the setting is older than it.
    let old = plain.json().replace("\"map\": \"none\",", "");
    assert_eq!(Model::parse(&old).expect("an old file"), plain);
}

#[test]
fn a_damaged_map_is_refused_with_its_place() {
    let data = Arc::new(ring(4, 5, 19));
    let of = |map: &str| trained(&data, &settings("dorm", map)).0.model().expect("finite").json();
    let (rbf, poly) = (of("rbf:2:6"), of("poly:2"));
    let damaged = |text: &str, change: &dyn Fn(&mut serde_json::Value)| {
        let mut file: serde_json::Value = serde_json::from_str(text).expect("JSON");
        change(&mut file);
        Model::parse(&file.to_string()).expect_err("it is damaged").to_string()
    };
    let check = |text: &str, reason: &str, change: &dyn Fn(&mut serde_json::Value)| {
        let refused = damaged(text, change);
        assert!(refused.contains(reason), "{refused:?} instead of {reason:?}");
    };
    let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
    check(&rbf, "gamma is 0", &|file| file["map"]["gamma"] = json("0"));
    check(&rbf, "gamma is -1", &|file| file["map"]["gamma"] = json("-1"));
    check(&rbf, "0 landmarks", &|file| file["map"]["landmarks"] = json("[]"));
    check(&rbf, "301 landmarks", &|file| {
        let one = file["map"]["landmarks"][0].clone();
        file["map"]["landmarks"] = serde_json::Value::Array(vec![one; 301]);
    });
    check(&rbf, "landmark 3: 1 features, the map is for 2", &|file| {
        file["map"]["landmarks"][2]["features"] = json("[1]");
    });
    check(&rbf, "landmark 2: 1 values of the factor, expected 2", &|file| {
        file["map"]["landmarks"][1]["factor"] = json("[1]");
    });
    check(&rbf, "landmark 2: the diagonal of the factor is 0", &|file| {
        file["map"]["landmarks"][1]["factor"][1] = json("0");
    });
    check(&rbf, "landmark 2: the value 7 of the factor", &|file| {
        file["map"]["landmarks"][1]["factor"][0] = json("7");
    });
    check(&rbf, "the map has 6 columns, the weights are 2", &|file| file["weights"] = json("[1, 2]"));
    check(&rbf, "the map is for 2 features, the model for 3", &|file| file["features"] = json("3"));
    check(&rbf, "version 3 has features, a map", &|file| file["map"] = json("null"));
    check(&rbf, "version 1 has weights, no scorer or map", &|file| file["version"] = json("1"));
    check(&rbf, "version 2 has features and a scorer", &|file| file["version"] = json("2"));
    check(&rbf, "versions 1 to 5", &|file| file["version"] = json("6"));
    check(&rbf, "cosine", &|file| file["map"]["kind"] = json("\"cosine\""));
    check(&rbf, "\"bias\" is not among its keys", &|file| file["map"]["bias"] = json("1"));
    check(&poly, "version 3 is none", &|file| file["map"] = json("{\"kind\": \"none\"}"));
    check(&poly, "the degree 0 is not from 1", &|file| file["map"]["degree"] = json("0"));
    check(&poly, "more than 2000", &|file| file["map"]["features"] = json("100000"));
    check(&poly, "very many monomials", &|file| {
        file["map"] = json("{\"kind\": \"poly\", \"degree\": 9, \"features\": 90000}");
    });
    check(&poly, "the map is for 3 features", &|file| file["map"]["features"] = json("3"));
}

#[test]
fn too_large_maps_are_refused_with_what_fits() {
    let wide = Random::new(20).dataset(2, 5, 70, 1);
    assert!(
        refusal("poly:2", &wide).contains("70 features have 2555 monomials up to degree 2, more than 2000")
    );
    let many = Random::new(21).dataset(350, 100, 5, 1);
    let refused = refusal("rbf:1:300", &many);
    assert!(refused.contains("take 3202500000 steps, more than 3000000000; 290 landmarks fit"), "{refused}");
    let great = QueryRows {
        id: "a".to_owned(),
        grades: vec![1, 0],
        features: vec![1e200, 0.0],
        comments: Vec::new(),
    };
    let great = Dataset::from_queries(1, &[great]).expect("finite");
    assert!(refusal("poly:2", &great).contains("value 1e200 is out of range; scale the features"));
    // The distance is infinite, the kernel 0.
    assert_eq!(rows(&mapped("rbf:1", &great).data.expect("it maps")), [[1.0, 0.0], [0.0, 1.0]]);
    assert!(refusal("rbf", &great).contains("inf"));
}

#[test]
fn other_numbers_of_features_are_cut_or_padded() {
    let data = ring(4, 5, 22);
    for map in ["poly:2", "rbf:1:8"] {
        let map = mapped(map, &data).map;
        let narrow: Vec<Vec<f64>> = rows(&data).into_iter().map(|row| vec![row[0]]).collect();
        let padded: Vec<Vec<f64>> = rows(&data).into_iter().map(|row| vec![row[0], 0.0]).collect();
        let wide: Vec<Vec<f64>> = rows(&data).into_iter().map(|row| vec![row[0], row[1], 9.0]).collect();
        let of = |features: &[Vec<f64>]| rows(&map.apply(&with_features(&data, features)));
        assert_eq!(of(&narrow), of(&padded));
        assert_eq!(of(&wide), rows(&map.apply(&data)));
    }
}

#[test]
fn explanations_name_the_factors_and_kernels_have_none() {
    let data = Arc::new(ring(6, 7, 23));
    let (run, stop) = trained(&data, &settings("dorm", "poly:2"));
    let found = run.explain(stop.best_iteration, 1, [0, 3]).expect("a sum over monomials");
    assert!(!found.features.is_empty());
    let first = data.features(data.query(1).documents.start);
    for part in &found.features {
        let value: f64 = part.factors.iter().map(|&feature| first[feature]).product();
        assert!((value - part.values[0]).abs() < 1e-15, "{part:?}");
    }
    let (run, stop) = trained(&data, &settings("dorm", "rbf"));
    let refused = run.explain(stop.best_iteration, 1, [0, 3]).expect_err("no sum").to_string();
    assert!(refused.contains("feature map rbf"), "{refused}");
}

#[test]
fn search_engines_get_no_mapped_model() {
    use rankscope::export::{ModelFormat, folded_weights, model};
    let data = Arc::new(Dataset::from_letor(&generate_letor(6, 8, 3)).expect("LETOR text"));
    for (method, map) in [("dorm", "poly:2"), ("dorm", "rbf"), ("lambdamart", "rbf"), ("ranknet", "poly:2")] {
        let settings = TrainingSettings { epochs: Some(2), ..settings(method, map) };
        let made = trained(&data, &settings).0.model().expect("finite");
        for format in [ModelFormat::Elasticsearch, ModelFormat::Solr] {
            let refused = model(&made, format, &[], "m").expect_err("it is refused").to_string();
            assert!(refused.contains("feature map"), "{method} {map}: {refused}");
        }
        assert!(model(&made, ModelFormat::Json, &[], "m").is_ok());
        assert!(folded_weights(&made).is_err());
    }
}

#[test]
fn gamma_is_one_over_the_median_squared_distance() {
    let data = ring(40, 10, 24);
    let points = rows(&data);
    let mut distances: Vec<f64> = Vec::new();
    for (place, x) in points.iter().enumerate() {
        distances.extend(points[..place].iter().map(|y| -libm::log(kernel(1.0, x, y))));
    }
    distances.sort_unstable_by(f64::total_cmp);
    let median = distances[distances.len() / 2];
    let report = |seed: u64| {
        let map = FeatureMap::Rbf { gamma: None, landmarks: 5 };
        map.fit(&data, seed).expect("it maps").report.expect("it maps").gamma.expect("a kernel")
    };
    // 1,000 pairs determine the median to a few per cent.
    assert!((report(1) * median - 1.0).abs() < 0.15, "{} and {}", report(1), 1.0 / median);
    assert_eq!(report(1).to_bits(), report(1).to_bits());
    assert_ne!(report(1).to_bits(), report(2).to_bits());
}

#[test]
fn validation_and_test_data_are_mapped() {
    let [train, valid] = [25, 26].map(|seed| Arc::new(ring(20, 10, seed)));
    let mut run = TrainingRun::new(Arc::clone(&train), &settings("dorm", "rbf:2:60")).expect("it starts");
    run.watch_validation(Arc::clone(&valid)).unwrap();
    let mut best = 0.0;
    let value = loop {
        match run.advance(1000) {
            Progress::Stepped { report } => best = report.valid[0].value.expect("good documents"),
            Progress::Working { .. } => {}
            Progress::Stopped { .. } => break best,
        }
    };
    assert!(value > 0.7, "{value}");
    assert!(matches!(run.model().expect("finite").map, FittedMap::Rbf(_)));
}

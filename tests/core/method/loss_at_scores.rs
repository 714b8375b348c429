//! The loss of every method at given scores.

use crate::support::{Random, assert_close};
use rankscope::method::settings::TrainingSettings;
use rankscope::method::{LossAtScores, METHODS, loss_at_scores};

fn settings(method: &str) -> TrainingSettings {
    TrainingSettings { method: method.to_owned(), ..TrainingSettings::default() }
}

/// With a reference that does not depend on the scores, the hinge is the greatest of fixed planes.
fn fixed(method: &str) -> TrainingSettings {
    TrainingSettings { reference: "fixed".to_owned(), ..settings(method) }
}

#[test]
fn every_structured_loss_returns_its_plane() {
    let mut random = Random::new(5);
    let grades = [2, 0, 1, 0, 1, 0, 0];
    let mut found = 0;
    for method in METHODS.iter().filter(|method| method.is_structured()) {
        let scores: Vec<f64> = random.scores(7);
        let result = loss_at_scores(&fixed(method.name), &grades, &scores).expect(method.name);
        let LossAtScores::Structured { components } = result else { panic!("{} is structured", method.name) };
        for one in components {
            let margin: f64 = one.delta_psi.iter().zip(&scores).map(|(c, s)| c * s).sum();
            assert_close(one.margin, margin, 1e-12, method.name);
            assert_close(one.hinge, one.loss - one.margin, 1e-12, method.name);
            // The plane supports the hinge: at other scores the same ranking is worth no more than their violator.
            for _ in 0..20 {
                let others: Vec<f64> = random.scores(7);
                let LossAtScores::Structured { components } =
                    loss_at_scores(&fixed(method.name), &grades, &others).expect(method.name)
                else {
                    panic!("{} is structured", method.name)
                };
                let of_same = components.iter().find(|other| other.name == one.name).expect("the component");
                let there: f64 = one.delta_psi.iter().zip(&others).map(|(c, s)| c * s).sum();
                assert!(of_same.hinge >= one.loss - there - 1e-9, "{} {}", method.name, one.name);
            }
            let mut sorted = one.violator.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, [0, 1, 2, 3, 4, 5, 6]);
            found += 1;
        }
    }
    assert!(found >= 12, "{found} losses");
}

#[test]
fn every_gradient_is_that_of_finite_differences() {
    let mut random = Random::new(6);
    let grades = [2, 0, 1, 0, 1, 0];
    let mut found = Vec::new();
    for method in METHODS.iter().filter(|method| !method.is_structured()) {
        let scores: Vec<f64> = random.scores(6);
        let at = |scores: &[f64]| loss_at_scores(&settings(method.name), &grades, scores);
        let (gradient, loss) = match at(&scores) {
            Ok(LossAtScores::Smooth { gradient, loss, .. }) => (gradient, loss),
            Ok(LossAtScores::Structured { .. }) => panic!("{} is not structured", method.name),
            Err(problem) => {
                assert!(
                    problem.to_string().contains("has no loss of the scores"),
                    "{}: {problem}",
                    method.name
                );
                continue;
            }
        };
        assert!(loss.is_finite());
        found.push(method.name);
        // LambdaRank has forces without a loss.
        if method.name == "lambdarank" {
            assert_close(gradient.iter().sum(), 0.0, 1e-12, "forces balance");
            continue;
        }
        for document in 0..6 {
            let moved = |step: f64| {
                let mut moved = scores.clone();
                moved[document] += step;
                match at(&moved) {
                    Ok(LossAtScores::Smooth { loss, .. }) => loss,
                    other => panic!("{other:?}"),
                }
            };
            let slope = (moved(1e-6) - moved(-1e-6)) / 2e-6;
            assert!((slope - gradient[document]).abs() < 1e-6, "{}: {slope} {gradient:?}", method.name);
        }
    }
    for name in ["ranknet-linear", "listnet", "listmle", "softrank", "approxndcg", "pnorm-push", "lambdarank"]
    {
        assert!(found.contains(&name), "{name} is missing in {found:?}");
    }
}

#[test]
fn unusable_input_is_refused() {
    let refusal = |method: &str, grades: &[u8], scores: &[f64]| {
        loss_at_scores(&settings(method), grades, scores).expect_err("it cannot be used").to_string()
    };
    assert!(refusal("dorm", &[1, 0], &[1.0]).contains("1 scores for 2 grades"));
    assert!(refusal("dorm", &[1, 1], &[1.0, 0.0]).contains("leave nothing to learn"));
    assert!(refusal("listnet", &[], &[]).len() > 5);
    assert!(refusal("dorm", &[1, 0], &[f64::NAN, 0.0]).contains("document 1"));
    assert!(refusal("lambdamart", &[1, 0], &[1.0, 0.0]).contains("has no loss of the scores"));
    assert!(refusal("dorn", &[1, 0], &[1.0, 0.0]).contains("is not one of"));
}

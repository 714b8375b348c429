//! `--map`: kernels and polynomials on the command line, on the sample of the ring.

use serde_json::Value;

use crate::support::{Folder, fails, json_lines, messages, ok, rankscope};

const TRAIN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/www/samples/ring-train.txt");
const TEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/www/samples/ring-test.txt");

/// The last line of a run on the ring.
fn end(map: &str) -> Value {
    let lines = json_lines(&ok(&["train", TRAIN, "--test", TEST, "--c", "100", "--map", map, "--json"]));
    lines.last().expect("a last line").clone()
}

#[test]
fn a_kernel_ranks_a_ring_and_a_line_does_not() {
    let test = |end: &Value| end["test"]["ndcg@10"].as_f64().expect("a measure");
    let [linear, poly, few, rbf] = ["none", "poly:2", "rbf:4:6", "rbf:4:80"].map(end);
    let [line, square, coarse, kernel] = [&linear, &poly, &few, &rbf].map(test);
    assert!(line < 0.5 && kernel > 0.85, "{line} {square} {coarse} {kernel}");
    assert!(square > line && square < kernel && coarse < kernel, "{line} {square} {coarse} {kernel}");
    assert_eq!(linear["map"], Value::Null);
    assert_eq!(
        poly["map"],
        serde_json::json!({
            "kind": "poly", "features": 2, "columns": 5, "gamma": null, "residual": null
        })
    );
    assert_eq!((&rbf["map"]["gamma"], &rbf["map"]["columns"]), (&4.0.into(), &80.into()));
    let [residual, more] = [&rbf, &few].map(|end| end["map"]["residual"].as_f64().expect("a share"));
    assert!(residual < 0.05 && more > 0.5, "{residual} {more}");
}

#[test]
fn a_mapped_model_scores_as_the_run_did() {
    let folder = Folder::new();
    let model = folder.path("model.json");
    let trained =
        rankscope(&["train", TRAIN, "--scale", "standard", "--map", "rbf:auto:40", "--out", &model]);
    assert!(trained.status.success());
    let said = messages(&trained);
    assert!(said.contains("feature map rbf: 40 columns from 2 features, gamma 0."), "{said}");
    assert!(said.contains("% of the kernel's trace left out"), "{said}");
    let scores = ok(&["score", TEST, "--model", &model]);
    assert_eq!(scores.lines().count(), 1200);
    let value = json_lines(&ok(&["eval", TEST, "--model", &model, "--measures", "ndcg@10", "--json"]));
    assert!(value[0].to_string().contains("ndcg@10"), "{value:?}");
    // The violator of a query is found with the mapped features.
    assert!(ok(&["violators", TEST, "--model", &model, "--query", "test-1"]).contains("H = loss - margin"));
    fails(&["export", &model, "--format", "solr"], 1, &["feature map rbf", "keep the model file"]);
}

#[test]
fn a_wrong_map_is_wrong_usage() {
    for (map, reason) in [
        ("poly", "none, poly:D or rbf"),
        ("poly:0", "from 1 to 9"),
        ("rbf:-1", "above 0"),
        ("rbf:1:999", "from 1 to 300"),
    ] {
        fails(&["train", TRAIN, "--map", map], 2, &["map", reason]);
    }
    fails(&["train", TRAIN, "--map", "rbf:auto:0"], 2, &["number of landmarks"]);
}

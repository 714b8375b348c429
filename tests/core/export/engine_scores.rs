//! Scores of exported models, computed as the search engines compute them. The tests of hostile input use it too.

use serde_json::Value;

pub fn text(value: &Value) -> f32 {
    value.as_str().expect("Solr's trees have numbers as texts").parse().expect("Float.parseFloat")
}

/// A number that is not whole, because Solr casts it to Double, as the reader of 64-bit floats gives it to 32 bits.
fn double(value: &Value) -> f32 {
    assert!(value.is_f64(), "{value} would be a Long");
    value.as_f64().expect("a number") as f32
}

fn members<'a>(value: &'a Value, keys: &[&str]) -> &'a serde_json::Map<String, Value> {
    let object = value.as_object().expect("an object");
    for key in object.keys() {
        assert!(keys.contains(&key.as_str()), "the engine refuses {key}");
    }
    object
}

/// `MultipleAdditiveTreesModel.score` and `NeuralNetworkModel.score` of Solr.
pub fn solr(definition: &Value, row: &[f32]) -> f32 {
    members(definition, &["class", "name", "features", "params"]);
    let names: Vec<&str> = definition["features"]
        .as_array()
        .expect("features")
        .iter()
        .map(|feature| members(feature, &["name"])["name"].as_str().expect("a name"))
        .collect();
    assert!(!names.is_empty(), "Solr refuses a model without features");
    let class = definition["class"].as_str().expect("a class");
    match class.strip_prefix("org.apache.solr.ltr.model.").expect("a class of Solr") {
        "MultipleAdditiveTreesModel" => {
            let trees = definition["params"]["trees"].as_array().expect("trees");
            let mut score = 0.0_f32;
            for tree in trees {
                members(tree, &["weight", "root"]);
                let mut node = &tree["root"];
                while node.get("feature").is_some() {
                    members(node, &["feature", "threshold", "left", "right"]);
                    let name = node["feature"].as_str().expect("a name");
                    let index = names.iter().position(|other| *other == name).expect("a known feature");
                    let threshold = text(&node["threshold"]) + 1e-6_f32;
                    node = if row[index] <= threshold { &node["left"] } else { &node["right"] };
                }
                score += text(&tree["weight"]) * text(&members(node, &["value"])["value"]);
            }
            score
        }
        "NeuralNetworkModel" => {
            let mut vector = row.to_vec();
            for layer in definition["params"]["layers"].as_array().expect("layers") {
                members(layer, &["matrix", "bias", "activation"]);
                let matrix = layer["matrix"].as_array().expect("a matrix");
                let bias = layer["bias"].as_array().expect("biases");
                assert_eq!(matrix.len(), bias.len(), "one bias per row");
                let mut outputs = Vec::new();
                for (weights, bias) in matrix.iter().zip(bias) {
                    let weights = weights.as_array().expect("a row");
                    assert_eq!(weights.len(), vector.len(), "one weight per input");
                    let mut sum = double(bias);
                    for (weight, input) in weights.iter().zip(&vector) {
                        sum += double(weight) * input;
                    }
                    outputs.push(match layer["activation"].as_str().expect("an activation") {
                        "tanh" => libm::tanh(f64::from(sum)) as f32,
                        "identity" => sum,
                        other => panic!("{other} is not used"),
                    });
                }
                vector = outputs;
            }
            assert_eq!(vector.len(), 1, "one output");
            vector[0]
        }
        other => panic!("{other} is not evaluated here"),
    }
}

/// `NaiveAdditiveDecisionTree.score` of the Elasticsearch plugin, with the checks of `XGBoostJsonParser`.
pub fn elasticsearch(body: &Value, names: &[String], row: &[f32]) -> f32 {
    assert_eq!(body["model"]["model"]["type"], "model/xgboost+json");
    let definition = body["model"]["model"]["definition"].as_str().expect("a text");
    let trees: Value = serde_json::from_str(definition).expect("JSON in JSON");
    let mut score = 0.0_f32;
    for tree in trees.as_array().expect("an array of trees") {
        let mut node = tree;
        let mut depth = 0;
        while node.get("leaf").is_none() {
            let keys = ["nodeid", "depth", "split", "split_condition", "yes", "no", "missing", "children"];
            assert_eq!(members(node, &keys).len(), keys.len(), "all fields are there");
            assert_eq!(node["depth"], depth);
            let children = node["children"].as_array().expect("children");
            assert_eq!(
                (children.len(), &node["yes"], &node["no"]),
                (2, &children[0]["nodeid"], &children[1]["nodeid"])
            );
            let name = node["split"].as_str().expect("a name");
            let index = names.iter().position(|other| other == name).expect("a known feature");
            let condition = node["split_condition"].as_f64().expect("a number") as f32;
            let at_zero = &children[usize::from(condition <= 0.0)]["nodeid"];
            assert_eq!(&node["missing"], at_zero, "a missing feature counts as 0");
            node = if condition > row[index] { &children[0] } else { &children[1] };
            depth += 1;
        }
        assert_eq!(members(node, &["nodeid", "leaf"]).len(), 2);
        score += node["leaf"].as_f64().expect("a number") as f32;
    }
    score
}

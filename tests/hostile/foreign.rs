//! Damaged models of other programs: they are refused in one line, or score without a panic and come back from a model
//! file.

use rankscope::model::{Model, read_model};

/// A small model in each format.
pub const MODELS: [&[u8]; 8] = [
    b"tree\nnum_class=1\nnum_tree_per_iteration=1\nmax_feature_idx=2\nobjective=lambdarank\nfeature_names=a b c\n\n\
      Tree=0\nnum_leaves=3\nnum_cat=0\nsplit_feature=0 2\nsplit_gain=3 1\nthreshold=0.5 -1e-3\ndecision_type=10 4\n\
      left_child=1 -1\nright_child=-2 -3\nleaf_value=1 2 -0.5\nleaf_count=3 4 5\nis_linear=0\nshrinkage=0.1\n\n\
      end of trees\n",
    br#"{"name":"tree","num_tree_per_iteration":1,"max_feature_idx":1,"objective":"binary sigmoid:1","feature_names":
        ["a","b"],"tree_info":[{"tree_index":0,"tree_structure":{"split_feature":1,"split_gain":2.5,"threshold":0.25,
        "decision_type":"<=","default_left":true,"missing_type":"NaN","left_child":{"leaf_value":1.5,"leaf_count":3},
        "right_child":{"leaf_value":-1}}}]}"#,
    br#"{"learner":{"attributes":{"best_iteration":"0"},"feature_names":["a","b"],"gradient_booster":{"name":"dart",
        "gbtree":{"model":{"trees":[{"left_children":[1,-1,-1],"right_children":[2,-1,-1],"split_indices":[1,0,0],
        "split_conditions":[0.5,-1.0,2.0],"default_left":[1,0,0],"sum_hessian":[3,1,2],"loss_changes":[1,0,0],
        "split_type":[0,0,0]}]}},"weight_drop":[0.5]},"learner_model_param":{"base_score":"[5E-1]","num_class":"0",
        "num_feature":"2"},"objective":{"name":"binary:logistic"}},"version":[3,0,0]}"#,
    br#"[{"nodeid":0,"split":"f1","split_condition":0.757099986,"yes":1,"no":2,"missing":2,"children":[
        {"nodeid":1,"leaf":0.25,"cover":3},{"nodeid":2,"leaf":-0.125}]}]"#,
    b"## LambdaMART\n<ensemble>\n<tree id=\"1\" weight=\"0.1\">\n<split>\n<feature> 3 </feature>\n<threshold> 0.5 </threshold>\n\
      <split pos=\"left\">\n<output> -1.0 </output>\n</split>\n<split pos=\"right\">\n<output> 1.0 </output>\n</split>\n\
      </split>\n</tree>\n</ensemble>\n",
    b"## RankBoost\n1:0.5:2.0 3:-1.0:0.25\n",
    b"## Linear Regression\n## Lambda = 1.0E-10\n0:0.5 1:1 2:2\n",
    b"SVM-light Version V6.20\n0 # kernel type\n3 # kernel parameter -d \n1 # kernel parameter -g \n1 # kernel parameter -s \n\
      1 # kernel parameter -r \nempty# kernel parameter -u \n3 # highest feature index \n2 # number of training documents \n\
      2 # number of support vectors plus 1 \n0.5 # threshold b, each following line\n1 1:0.5 3:1.2 #\n",
];

/// UBJSON of XGBoost with one split.
pub const UBJSON: &[u8] = b"{L\0\0\0\0\0\0\0\x07learner{i\x10gradient_booster{i\x04nameSi\x06gbtreei\x05model{i\x05trees[#i\x01{\
    i\x0dleft_children[$l#i\x03\0\0\0\x01\xff\xff\xff\xff\xff\xff\xff\xffi\x0eright_children[$l#i\x03\0\0\0\x02\xff\xff\xff\xff\
    \xff\xff\xff\xffi\x0dsplit_indices[$l#i\x03\0\0\0\x01\0\0\0\0\0\0\0\0i\x10split_conditions[$d#i\x03\x3f\0\0\0\xbf\x80\0\0\
    \x40\0\0\0i\x0cdefault_left[$U#i\x03\x01\0\0}}}i\x13learner_model_param{i\x0abase_scoreSi\x010}i\x09objective{i\x04nameSi\
    \x09rank:ndcg}}}";

/// The first byte chooses a model; the others change, repeat, remove or insert a byte at a place, three bytes per
/// change. A first byte of 255 stands for no model: the rest is the file.
pub fn foreign(bytes: &[u8]) {
    let Some((&which, changes)) = bytes.split_first() else { return };
    if which == 255 {
        return check(changes);
    }
    let models = MODELS.len() + 1;
    let mut file = MODELS.get(usize::from(which) % models).copied().unwrap_or(UBJSON).to_vec();
    for change in changes.chunks_exact(3).take(64) {
        if file.is_empty() {
            break;
        }
        let place = usize::from(change[0]) * 7 % file.len();
        match change[1] % 5 {
            0 => file[place] = change[2],
            1 => file[place] ^= 1 << (change[2] % 8),
            2 => drop(file.remove(place)),
            3 => file.insert(place, change[2]),
            _ => {
                let end = (place + usize::from(change[2])).min(file.len());
                let part = file[place..end].to_vec();
                file.extend(part);
            }
        }
    }
    check(&file);
}

fn check(file: &[u8]) {
    let model = match read_model(file) {
        Err(error) => {
            let said = error.to_string();
            assert!(!said.is_empty() && said.len() < 4_000, "{said}");
            return;
        }
        Ok(model) => model,
    };
    assert_eq!(Model::parse(&model.json()).as_ref(), Ok(&model), "the model file keeps the model");
    let rows = [0.0, -1.0, 0.5, 1e300, f64::NAN].map(|x| vec![x; model.n_features.min(40)]);
    for row in &rows {
        let scores = [(); 2].map(|()| model.scorer.score_row(row).to_bits());
        assert_eq!(scores[0], scores[1], "equal rows have equal scores");
        drop(model.scorer.shapley_values(row, &rows[0]));
    }
    assert!(!model.scorer.features().iter().any(|one| one.feature >= model.n_features.max(1)));
}

#[test]
fn the_undamaged_models_open() {
    for file in MODELS.into_iter().chain([UBJSON]) {
        let model =
            read_model(file).unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(file)));
        assert!(model.foreign.is_some());
    }
}

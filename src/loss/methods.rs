//! The methods of the catalogue: one entry each, with options, formula, cost and source.

use serde::Serialize;

use crate::choice::Choice;
use crate::error::Error;
use crate::settings::TrainingSettings;

use super::LossSpec;
use super::spec;

/// A loss that can be chosen.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MethodChoice {
    /// As it is written in settings.
    pub name: &'static str,
    /// As a menu shows it.
    pub label: &'static str,
    /// What it means, in one line.
    pub summary: &'static str,
    /// Its definition.
    pub formula: &'static str,
    /// Cost of its oracle for a query of n documents, n₊ good and n₋ bad.
    pub cost: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// Settings that it heeds, beside those that every method heeds. A combination passes those of its components on to
    /// them, but for the reference ranking, which is averaged there.
    pub options: &'static [MethodOption],
    /// Makes the loss from settings.
    #[serde(skip)]
    pub(super) parse: fn(&TrainingSettings) -> Result<LossSpec, Error>,
}

/// A setting that a method heeds.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MethodOption {
    /// Key of the setting; on the command line `--` and the key with `-` for `_`.
    pub name: &'static str,
    /// As a page shows it.
    pub label: &'static str,
    /// What it means, in one line.
    pub summary: &'static str,
    /// Form of the value.
    pub kind: OptionKind,
    /// Value if none is given, as text; empty for none.
    pub default: &'static str,
    /// Values that can be chosen; empty where any in the range can.
    pub choices: &'static [Choice],
    /// Smallest number.
    pub minimum: Option<f64>,
    /// Largest number.
    pub maximum: Option<f64>,
}

/// Form of an option's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum OptionKind {
    /// One of the choices, or text in their grammar.
    Choice,
    /// Several of the choices.
    List,
    /// A whole number.
    Integer,
    /// A number.
    Number,
}

const THRESHOLD: MethodOption = MethodOption {
    name: "threshold",
    label: "Good from grade",
    summary: "Documents from this grade on are good, the others bad.",
    kind: OptionKind::Integer,
    default: "1",
    choices: &[],
    minimum: Some(1.0),
    maximum: Some(31.0),
};

const REFERENCE: MethodOption = MethodOption {
    name: "reference",
    label: "Reference ranking",
    summary: "How y* orders equally good documents.",
    kind: OptionKind::Choice,
    default: "aligned",
    choices: super::catalog::REFERENCES,
    minimum: None,
    maximum: None,
};

const DISCOUNT: MethodOption = MethodOption {
    name: "discount",
    label: "Discount",
    summary: "Worth of a rank.",
    kind: OptionKind::Choice,
    default: "standard",
    choices: &[
        option("standard", "standard", "Falls from the first rank on.", "D(j) = 1/log2(j+2)"),
        option(
            "flat",
            "flat top two",
            "The first two ranks are worth the same.",
            "D(0) = D(1) = 1, D(j) = 1/log2(j+1)",
        ),
    ],
    minimum: None,
    maximum: None,
};

const fn option(
    name: &'static str,
    label: &'static str,
    summary: &'static str,
    formula: &'static str,
) -> Choice {
    Choice { name, label, summary, formula, source: "" }
}

const fn cut_off(default: &'static str, summary: &'static str) -> MethodOption {
    MethodOption {
        name: "cut_off",
        label: "Cut-off k",
        summary,
        kind: OptionKind::Integer,
        default,
        choices: &[],
        minimum: Some(1.0),
        maximum: None,
    }
}

const fn text(
    name: &'static str,
    label: &'static str,
    summary: &'static str,
    default: &'static str,
    choices: &'static [Choice],
) -> MethodOption {
    MethodOption {
        name,
        label,
        summary,
        kind: OptionKind::Choice,
        default,
        choices,
        minimum: None,
        maximum: None,
    }
}

/// Every method, in the order of menus.
pub(super) const METHODS: &[MethodChoice] = &[
    MethodChoice {
        name: "dorm",
        label: "DORM",
        summary: "Bounds the loss of any measure that is a sum of discount times gain; its violator assigns documents to ranks.",
        formula: "Δ(y) = Σ a_j b_y*(j) − Σ a_j b_y(j),  ψ(y) = Σ c_j x_y(j)",
        cost: "O(n log n + n k + states · k L) for L gains and k discounted ranks; O(n log n) if a = λc; O(n³) at worst",
        source: "Le and Smola 2007, sections 3 and 4",
        options: &[
            text("measure", "Measure", "The measure whose loss is bounded.", "ndcg@10", &[]),
            text(
                "decay",
                "Decay profile c",
                "Weight of each rank in ψ.",
                "power:0.5",
                super::catalog::DECAYS,
            ),
            MethodOption {
                name: "offset",
                label: "Offset o",
                summary: "Added to the rank in power profiles.",
                kind: OptionKind::Number,
                default: "1",
                choices: &[],
                minimum: Some(0.0),
                maximum: None,
            },
            MethodOption {
                name: "decay_cut",
                label: "Cut c from rank",
                summary: "From this rank on, c is 0.",
                kind: OptionKind::Integer,
                default: "",
                choices: &[],
                minimum: Some(1.0),
                maximum: None,
            },
            REFERENCE,
            THRESHOLD,
        ],
        parse: spec::dorm,
    },
    MethodChoice {
        name: "svm-auc",
        label: "SVM-AUC",
        summary: "Every pair of a good and a bad document counts the same, wherever it stands.",
        formula: "Δ(y) = share of inverted pairs,  δψ(y) = 2/(n₊n₋) Σ_inverted (x_g − x_b)",
        cost: "O(n log n)",
        source: "Joachims 2005; Chakrabarti et al. 2008, section 3",
        options: &[THRESHOLD],
        parse: spec::auc,
    },
    MethodChoice {
        name: "svm-map",
        label: "SVM-MAP",
        summary: "Average precision: inversions near the top cost most.",
        formula: "Δ(y) = 1 − AP(y),  δψ(y) = 2/(n₊n₋) Σ_inverted (x_g − x_b)",
        cost: "O(n log n + n₊ n₋)",
        source: "Yue et al. 2007; Chakrabarti et al. 2008, section 2.2.4",
        options: &[THRESHOLD],
        parse: spec::map,
    },
    MethodChoice {
        name: "svm-ndcg",
        label: "SVM-NDCG",
        summary: "NDCG of good and bad documents, clipped at rank k.",
        formula: "Δ(y) = 1 − NDCG@k(y),  δψ(y) = 2/(n₊n₋) Σ_inverted (x_g − x_b)",
        cost: "O(n log n + k n₊)",
        source: "Chakrabarti et al. 2008, section 3.4, with an exact search",
        options: &[cut_off("10", "Only the first k ranks count."), DISCOUNT, THRESHOLD],
        parse: spec::ndcg,
    },
    MethodChoice {
        name: "svm-ndcg-nc",
        label: "SVM-NDCG-NC",
        summary: "NDCG of good and bad documents over the whole list.",
        formula: "Δ(y) = 1 − NDCG(y),  δψ(y) = 2/(n₊n₋) Σ_inverted (x_g − x_b)",
        cost: "O(n log n + n₊ n₋)",
        source: "Chakrabarti et al. 2008, section 3.4, with an exact search",
        options: &[DISCOUNT, THRESHOLD],
        parse: spec::ndcg_not_clipped,
    },
    MethodChoice {
        name: "svm-mrr",
        label: "SVM-MRR",
        summary: "Only the first good document counts, and what stands before it.",
        formula: "Δ(y) = 1 − 1/(1+r),  ψ_mrr(y) = Σ_{b before the first good g₀} (x_b − x_g₀)",
        cost: "O(n log n); with ψ_po O(n log n + n₊ n₋)",
        source: "Chakrabarti et al. 2008, equation 5 and Figure 3",
        options: &[
            cut_off("", "A first good document at rank k or behind is worth nothing; empty for no cut-off."),
            text(
                "feature_map",
                "Feature map ψ",
                "What w sees of a ranking.",
                "mrr",
                &[
                    option(
                        "mrr",
                        "ψ_mrr",
                        "As published: the bad documents before the first good one, not averaged.",
                        "ψ_mrr(y) = Σ (x_b − x_g₀)",
                    ),
                    option(
                        "po",
                        "ψ_po",
                        "All pairs, averaged, for comparison.",
                        "ψ_po(y) = 1/(n₊n₋) Σ ±(x_g − x_b)",
                    ),
                ],
            ),
            THRESHOLD,
        ],
        parse: spec::mrr,
    },
    MethodChoice {
        name: "svm-precision",
        label: "SVM-Precision@k",
        summary: "Precision of the first k documents, which are taken as one set.",
        formula: "Δ(y) = best P@k − P@k(y),  δψ(y) = 2 Σ_{taken by y*} x − 2 Σ_{taken by y} x",
        cost: "O(n log n)",
        source: "Joachims 2005, as the baseline of Le and Smola 2007",
        options: &[cut_off("5", "Documents that are taken."), REFERENCE, THRESHOLD],
        parse: spec::precision,
    },
    MethodChoice {
        name: "owpc",
        label: "OWPC",
        summary: "The pairwise hinges of each good document, sorted and weighted: the worst pairs count most.",
        formula: "Σ_g (1/n₊) Σ_j α_j h_(j),  h_gb = [1 − ⟨w, x_g − x_b⟩]₊,  α_j = G(j)/ΣG",
        cost: "O(n log n)",
        source: "Usunier, Buffoni and Gallinari 2009, Proposition 3",
        options: &[
            text(
                "generator",
                "Generator G",
                "Weights of the sorted hinges.",
                "inverse-rank",
                &[
                    option("constant", "constant", "All hinges the same: RankSVM.", "G(j) = 1"),
                    option(
                        "top:10",
                        "top 10 %",
                        "Only the worst tenth; any top:P can be typed.",
                        "G(j) = 1 for j ≤ P % of n₋",
                    ),
                    option("inverse-rank", "1/j", "Falls like the reciprocal rank.", "G(j) = 1/j"),
                    option(
                        "exp:5",
                        "exponential, 5 %",
                        "Halves every 5 %; any exp:P can be typed.",
                        "G(j) = 2^(−100 j/(P n₋))",
                    ),
                    option("exp:10", "exponential, 10 %", "Halves every 10 %.", "G(j) = 2^(−100 j/(P n₋))"),
                    option("exp:20", "exponential, 20 %", "Halves every 20 %.", "G(j) = 2^(−100 j/(P n₋))"),
                ],
            ),
            THRESHOLD,
        ],
        parse: spec::owpc,
    },
    MethodChoice {
        name: "ranksvm",
        label: "RankSVM",
        summary: "The pairwise hinge over all pairs of a good and a bad document.",
        formula: "Σ_{g,b} [1 − ⟨w, x_g − x_b⟩]₊, averaged or summed",
        cost: "O(n log n), without listing the pairs",
        source: "Herbrich et al. 2000; Joachims 2002",
        options: &[
            text(
                "pairs",
                "Pairs",
                "What a query's hinges become.",
                "mean",
                &[
                    option("mean", "mean per query", "Every query weighs the same.", "1/(n₊n₋) Σ"),
                    option("sum", "sum of pairs", "Queries with many pairs weigh more.", "Σ"),
                ],
            ),
            THRESHOLD,
        ],
        parse: spec::ranksvm,
    },
    MethodChoice {
        name: "combo",
        label: "SVM-COMBO",
        summary: "Several losses for one w: a hedge when it is not clear which measure will be asked for.",
        formula: "shared: ξ_q ≥ max_l H_q^l;  separate: Σ_l ξ_q^l",
        cost: "the sum of its components'",
        source: "Chakrabarti et al. 2008, section 3.7",
        options: &[
            MethodOption {
                name: "components",
                label: "Components",
                summary: "At least two losses. Each heeds its own options; reference rankings are averaged.",
                kind: OptionKind::List,
                default: "svm-map,svm-ndcg,svm-ndcg-nc,svm-mrr",
                choices: &[
                    option("svm-auc", "AUC", "", ""),
                    option("svm-map", "MAP", "", ""),
                    option("svm-ndcg", "NDCG", "", ""),
                    option("svm-ndcg-nc", "NDCG-NC", "", ""),
                    option("svm-mrr", "MRR", "", ""),
                    option("svm-precision", "Precision@k", "", ""),
                    option("owpc", "OWPC", "", ""),
                    option("ranksvm", "RankSVM", "", ""),
                ],
                minimum: None,
                maximum: None,
            },
            text(
                "slacks",
                "Slacks",
                "Who shares a slack.",
                "shared",
                &[
                    option(
                        "shared",
                        "shared",
                        "The most violated component of a query counts.",
                        "H_q = max_l H_q^l",
                    ),
                    option(
                        "separate",
                        "separate",
                        "Every component has a slack of its own.",
                        "H_q = Σ_l H_q^l",
                    ),
                ],
            ),
            THRESHOLD,
        ],
        parse: spec::combo,
    },
];

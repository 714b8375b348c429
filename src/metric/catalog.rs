//! The measures that can be reported, with a short explanation of each.

use crate::choice::Choice;

/// Returns the reported measures, the most common first. Every `name` parses as a [`Measure`](super::Measure).
pub fn catalog() -> Vec<Choice> {
    let choice = |name, label, summary, formula, source| Choice { name, label, summary, formula, source };
    vec![
        choice(
            "ndcg@10",
            "NDCG@10",
            "Do the first ten ranks hold the best documents, the best ones first? 1 is the best order possible.",
            "Σ_{j<10} (2^{r_j} − 1) / log2(j + 2), divided by its best value",
            "Järvelin and Kekäläinen 2002",
        ),
        choice(
            "ndcg",
            "NDCG",
            "NDCG over the whole list: the top ranks count most, but every rank counts.",
            "Σ_j (2^{r_j} − 1) / log2(j + 2), divided by its best value",
            "Järvelin and Kekäläinen 2002",
        ),
        choice(
            "dcg@10",
            "DCG@10",
            "The same sum as NDCG@10 before it is divided by its best value: queries with many good documents weigh more.",
            "Σ_{j<10} (2^{r_j} − 1) / log2(j + 2)",
            "Järvelin and Kekäläinen 2002",
        ),
        choice(
            "ap",
            "AP",
            "What share of the documents down to each good one is good, on average? The mean over queries is MAP.",
            "1/n₊ Σ over good documents of (good documents down to it) / (1 + its rank)",
            "Buckley and Voorhees 2000",
        ),
        choice(
            "rr",
            "RR",
            "How high does the first good document stand? 1 at the top, 1/2 one rank below. Its mean is MRR.",
            "1 / (1 + rank of the first good document)",
            "Voorhees 1999",
        ),
        choice(
            "p@5",
            "P@5",
            "How many of the first five documents are good?",
            "good documents at ranks j < 5, divided by 5",
            "Manning, Raghavan and Schütze 2008, section 8.4",
        ),
        choice(
            "p@10",
            "P@10",
            "How many of the first ten documents are good?",
            "good documents at ranks j < 10, divided by 10",
            "Manning, Raghavan and Schütze 2008, section 8.4",
        ),
        choice(
            "recall@10",
            "Recall@10",
            "How many of the good documents are among the first ten?",
            "good documents at ranks j < 10, divided by all good documents",
            "Manning, Raghavan and Schütze 2008, section 8.4",
        ),
        choice(
            "success@5",
            "Success@5",
            "Is a good document among the first five?",
            "1 if a good document is at a rank j < 5, else 0",
            "Craswell and Hawking 2004",
        ),
        choice(
            "wta",
            "WTA",
            "Is the top document one of the query's best?",
            "1 if the document at rank 0 has the highest grade of the query, else 0",
            "Le and Smola 2007, section 3.2",
        ),
        choice(
            "err",
            "ERR",
            "A reader goes down the list and stops at the first satisfying document: how soon is that?",
            "Σ_j g_j / (j + 1) · Π_{l<j} (1 − g_l), g = (2^r − 1) / 2^{r_max}",
            "Chapelle, Metzler, Zhang and Grinspan 2009",
        ),
        choice(
            "auc",
            "AUC",
            "Take a good and a bad document at random: how often does the good one stand first? Chance gives 1/2.",
            "(good, bad) pairs in the right order / all such pairs; a tied pair counts half",
            "Hanley and McNeil 1982",
        ),
        choice(
            "eru",
            "ERU",
            "The reader's interest halves by the fifth document; grades above the neutral one count.",
            "Σ_j 2^{−j/(α − 1)} · max(r_j − d, 0), divided by its best value; α = 5, d = 0",
            "Breese, Heckerman and Kadie 1998; Le and Smola 2007, equation 16",
        ),
        choice(
            "dndcg@10",
            "dNDCG@10",
            "NDCG@10 of the list that shows one document per group: choose the groups in the data's options.",
            "Σ_{j<10} (2^{r_j} − 1) / log2(j + 2) after the rule, divided by its best value for one document per group",
            "Le and Smola 2007, section 5.1",
        ),
        choice(
            "repeats@10",
            "repeats@10",
            "How many of the first ten documents belong to a group that stands above them? 0 is best.",
            "documents at ranks j < 10 whose group is at a rank above theirs",
            "Le and Smola 2007, section 5.1",
        ),
        choice(
            "cost",
            "cost",
            "What the ranking costs above the least cost, by the cost T of DORM, position cost. 0 is best.",
            "Σ_j T[class of y(j)][j] − its least value",
            "Le and Smola 2007, equation 19",
        ),
    ]
}

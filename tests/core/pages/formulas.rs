//! The formula of a cell: computed as it is written, it gives the value of the cell.

use rankscope::pages::{CellFormula, Collection};
use serde_json::json;

use super::support::{DATED, EXAMPLE, Sample, place, read};
use crate::support::Random;

/// A reader of formulas: numbers, + − · /, brackets, ², ln, min and max. Text in square brackets is a name.
struct Formula<'a>(&'a str);

impl Formula<'_> {
    fn take(&mut self, word: &str) -> bool {
        self.0 = self.0.trim_start();
        while self.0.starts_with('[') {
            self.0 = self.0.split_once(']').expect("a name ends").1.trim_start();
        }
        match self.0.strip_prefix(word) {
            Some(rest) => {
                self.0 = rest;
                true
            }
            None => false,
        }
    }

    fn sum(&mut self) -> f64 {
        let mut sum = self.product();
        loop {
            if self.take("+") {
                sum += self.product();
            } else if self.take("−") {
                sum -= self.product();
            } else {
                return sum;
            }
        }
    }

    fn product(&mut self) -> f64 {
        let mut product = self.factor();
        loop {
            if self.take("·") {
                product *= self.factor();
            } else if self.take("/") {
                product /= self.factor();
            } else {
                return product;
            }
        }
    }

    fn factor(&mut self) -> f64 {
        if self.take("−") {
            return -self.factor();
        }
        let value = if self.take("ln(") {
            self.list()[0].ln()
        } else if self.take("min(") {
            self.list().into_iter().fold(f64::INFINITY, f64::min)
        } else if self.take("max(") {
            self.list().into_iter().fold(f64::NEG_INFINITY, f64::max)
        } else if self.take("(") {
            self.list()[0]
        } else {
            let end =
                self.0.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(self.0.len());
            let (number, rest) = self.0.split_at(end);
            self.0 = rest;
            number.parse().unwrap_or_else(|_| panic!("a number before {rest:?}"))
        };
        if self.take("²") { value * value } else { value }
    }

    fn list(&mut self) -> Vec<f64> {
        let mut values = vec![self.sum()];
        while self.take(",") {
            values.push(self.sum());
        }
        assert!(self.take(")"), "a bracket ends before {:?}", self.0);
        values
    }
}

/// Checks that both sides of the formula of a cell are its value.
fn check(cell: &CellFormula) {
    let (formula, result) = cell.numbers.rsplit_once(" = ").expect("a result");
    let close = |text: &str, precision: f64| {
        let mut rest = Formula(text);
        let value = rest.sum();
        rest.take("");
        assert!(rest.0.is_empty(), "{cell:?}: {:?}", rest.0);
        assert!((value - cell.value).abs() <= precision * (1.0 + cell.value.abs()), "{cell:?}: {value}");
    };
    close(formula, 3e-5);
    close(result, 1e-9);
}

fn check_all(collection: &Collection) {
    for (query, known) in collection.queries().iter().enumerate() {
        for candidate in 0..known.candidates.len() {
            for (column, name) in collection.column_names().into_iter().enumerate() {
                let cell = collection.explain(query, candidate, column).expect("the cell");
                assert_eq!(cell.column, name);
                let value = collection.row(query, candidate).expect("the row")[column];
                assert_eq!(cell.value.to_bits(), value.to_bits());
                check(&cell);
            }
        }
    }
}

#[test]
fn formulas_compute_their_cells() {
    check_all(&Collection::read(EXAMPLE.as_bytes()).expect("the example"));
    check_all(&Collection::read(DATED.as_bytes()).expect("the pages"));
    for seed in 0..40 {
        check_all(&Sample::draw(&mut Random::new(seed)).collection());
    }
}

#[test]
fn long_formulas_are_cut_and_still_compute_their_cells() {
    let words: Vec<String> = (0..40).map(|word| format!("w{word}")).collect();
    let pages: Vec<_> = (0..40)
        .map(
            |page| json!({ "url": format!("u{page}"), "text": words[page % 7..].join(" "), "links": ["u0"] }),
        )
        .collect();
    let queries = json!([{ "query": words.join(" ") }]);
    let collection = read(&json!({ "rankscope": "pages", "pages": pages, "queries": queries }));
    check_all(&collection);
    let cell = collection.explain(0, 0, place("PageRank")).expect("the cell");
    assert!(cell.numbers.contains("[28 more]"), "{}", cell.numbers);
}

#[test]
fn the_example_has_readable_formulas() {
    let collection = Collection::read(EXAMPLE.as_bytes()).expect("the example");
    let check = |name: &str, expected: &str| {
        assert_eq!(collection.explain(0, 0, place(name)).expect("the cell").numbers, expected);
    };
    check("tf-idf sum", "2 · ln(5/2) [learning] + 1 · ln(5/2) [rank] = 2.748872196");
    check("tf variance", "((2 − 1.5)² [learning] + (1 − 1.5)² [rank]) / 2 = 0.25");
    check(
        "PageRank",
        "0.15/5 + 0.85 · (0.21445/1 [page 2] + 0.347252/2 [page 3] + 0.0361446/5 [pages without links]) = 0.3660089766",
    );
}

#[test]
fn cells_that_are_not_there_are_refused() {
    let collection = Collection::read(EXAMPLE.as_bytes()).expect("the example");
    let refused = |query, candidate, column| {
        collection.explain(query, candidate, column).expect_err("no such cell").to_string()
    };
    assert_eq!(refused(1, 0, 0), "query: 1 of 1; queries count from 0");
    assert_eq!(refused(0, 5, 0), "candidate: 5 of 5; candidates count from 0");
    assert_eq!(refused(0, 0, 19), "column: 19 of 19; columns count from 0");
}

//! A cost as a formula over the grade of a document, its rank, the number of documents and the document's kind.
//!
//! The parser is our own because every crate for this computes with the functions of the platform, whose last digits
//! differ between native code and WebAssembly, and none compares the words of kinds.

use std::fmt;

use crate::util::error::{Error, shown};

use super::Class;

/// A formula, ready to be evaluated.
#[derive(Debug, Clone, PartialEq)]
pub struct Formula(Node);

#[derive(Debug, Clone, PartialEq)]
enum Node {
    Number(f64),
    Grade,
    Rank,
    Documents,
    Negated(Box<Self>),
    /// Operations one after the other, from the left. A list, because a tree of a thousand terms would be a thousand
    /// calls deep.
    Chain(Box<Self>, Vec<(Operation, Self)>),
    Power(Box<Self>, Box<Self>),
    Least(Vec<Self>),
    Greatest(Vec<Self>),
    Log2(Box<Self>),
    If(Box<Condition>, Box<Self>, Box<Self>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide,
}

#[derive(Debug, Clone, PartialEq)]
enum Condition {
    /// Two numbers; whether the condition holds where the first is less, equal, greater.
    Numbers(Node, [bool; 3], Node),
    /// Whether the kind is this word, or is not.
    Kind { is: bool, word: String },
}

/// The grammar, for messages.
pub const GRAMMAR: &str = "numbers, grade, rank (from 1), n, + − * / ^, min(a, b), max(a, b), log2(a), \
     if(a < b, x, y) and if(kind = \"word\", x, y)";

/// Nested parts beyond this depth are refused, so that no formula exhausts the stack.
const MOST_NESTED: usize = 50;

impl Formula {
    /// Parses a formula. Cost: O(length).
    ///
    /// # Errors
    /// [`Error::Config`] with the place of the fault, counted in characters from 1, and what is expected there.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let mut parser = Parser { text, at: 0, depth: 0 };
        let node = parser.sum()?;
        match parser.peek() {
            None => Ok(Self(node)),
            Some(_) => Err(parser.fault("the formula should end here, or go on with + − * / or ^")),
        }
    }

    /// Returns the cost of a document of a class at a rank, counted from 0, in a query of `n` documents.
    ///
    /// It may be infinite or no number, as after a division by zero. Cost: O(length of the formula).
    pub fn value(&self, class: &Class, rank: usize, n: usize) -> f64 {
        value(&self.0, class, rank, n)
    }

    /// Returns the kinds that the formula compares, in the order of the text.
    pub fn kinds(&self) -> Vec<String> {
        let mut kinds = Vec::new();
        add_kinds(&self.0, &mut kinds);
        kinds
    }
}

fn add_kinds(node: &Node, kinds: &mut Vec<String>) {
    match node {
        Node::Number(_) | Node::Grade | Node::Rank | Node::Documents => {}
        Node::Negated(inner) | Node::Log2(inner) => add_kinds(inner, kinds),
        Node::Chain(first, rest) => {
            add_kinds(first, kinds);
            rest.iter().for_each(|(_, part)| add_kinds(part, kinds));
        }
        Node::Power(a, b) => [a, b].into_iter().for_each(|part| add_kinds(part, kinds)),
        Node::Least(all) | Node::Greatest(all) => all.iter().for_each(|part| add_kinds(part, kinds)),
        Node::If(condition, a, b) => {
            match &**condition {
                Condition::Kind { word, .. } => kinds.push(word.clone()),
                Condition::Numbers(one, _, other) => {
                    [one, other].into_iter().for_each(|part| add_kinds(part, kinds));
                }
            }
            [a, b].into_iter().for_each(|part| add_kinds(part, kinds));
        }
    }
}

fn value(node: &Node, class: &Class, rank: usize, n: usize) -> f64 {
    let of = |node: &Node| value(node, class, rank, n);
    match node {
        Node::Number(number) => *number,
        Node::Grade => f64::from(class.grade),
        Node::Rank => rank as f64 + 1.0,
        Node::Documents => n as f64,
        Node::Negated(inner) => -of(inner),
        Node::Chain(first, rest) => {
            rest.iter().fold(of(first), |so_far, (operation, part)| match operation {
                Operation::Add => so_far + of(part),
                Operation::Subtract => so_far - of(part),
                Operation::Multiply => so_far * of(part),
                Operation::Divide => so_far / of(part),
            })
        }
        Node::Power(a, b) => libm::pow(of(a), of(b)),
        Node::Least(all) => all.iter().map(of).reduce(f64::min).unwrap_or(f64::NAN),
        Node::Greatest(all) => all.iter().map(of).reduce(f64::max).unwrap_or(f64::NAN),
        Node::Log2(inner) => libm::log2(of(inner)),
        Node::If(condition, then, otherwise) => {
            let holds = match &**condition {
                Condition::Kind { is, word } => (class.kind.as_deref() == Some(word)) == *is,
                Condition::Numbers(one, [less, equal, greater], other) => {
                    match of(one).partial_cmp(&of(other)) {
                        Some(std::cmp::Ordering::Less) => *less,
                        Some(std::cmp::Ordering::Equal) => *equal,
                        Some(std::cmp::Ordering::Greater) => *greater,
                        None => return f64::NAN,
                    }
                }
            };
            of(if holds { then } else { otherwise })
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    /// Bytes read.
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn fault(&self, expected: impl fmt::Display) -> Error {
        let place = self.text[..self.at].chars().count() + 1;
        let found = match self.text[self.at..].chars().next() {
            None => "the formula ends".to_owned(),
            Some(letter) => shown(letter.encode_utf8(&mut [0; 4])).to_string(),
        };
        Error::config("cost", format!("character {place}: {found}, but {expected}; a formula has {GRAMMAR}"))
    }

    /// Skips blanks and returns the next character.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    /// Reads one of the symbols, if it comes next. Longer symbols must stand before their beginnings.
    fn take<'s>(&mut self, symbols: &[&'s str]) -> Option<&'s str> {
        self.peek();
        let symbol = symbols.iter().find(|symbol| self.text[self.at..].starts_with(**symbol))?;
        self.at += symbol.len();
        Some(symbol)
    }

    fn require(&mut self, symbol: &str) -> Result<(), Error> {
        match self.take(&[symbol]) {
            Some(_) => Ok(()),
            None => Err(self.fault(format_args!("{symbol} is expected"))),
        }
    }

    fn nested<T>(&mut self, part: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        if self.depth == MOST_NESTED {
            return Err(self.fault(format_args!("at most {MOST_NESTED} parts can be nested")));
        }
        self.depth += 1;
        let read = part(self);
        self.depth -= 1;
        read
    }

    fn sum(&mut self) -> Result<Node, Error> {
        let operation = |symbol: &str| if symbol == "+" { Operation::Add } else { Operation::Subtract };
        self.chain(&["+", "-", "−"], operation, Self::product)
    }

    fn product(&mut self) -> Result<Node, Error> {
        let operation = |symbol: &str| if symbol == "/" { Operation::Divide } else { Operation::Multiply };
        self.chain(&["*", "·", "/"], operation, Self::signed)
    }

    fn chain(
        &mut self,
        symbols: &[&str],
        operation: impl Fn(&str) -> Operation,
        part: impl Fn(&mut Self) -> Result<Node, Error>,
    ) -> Result<Node, Error> {
        let first = part(self)?;
        let mut rest = Vec::new();
        while let Some(symbol) = self.take(symbols) {
            rest.push((operation(symbol), part(self)?));
        }
        Ok(if rest.is_empty() { first } else { Node::Chain(Box::new(first), rest) })
    }

    /// A minus before a power belongs to the whole power: −2^2 is −4.
    fn signed(&mut self) -> Result<Node, Error> {
        self.nested(|parser| {
            if parser.take(&["-", "−"]).is_some() {
                return Ok(Node::Negated(Box::new(parser.signed()?)));
            }
            let base = parser.atom()?;
            match parser.take(&["^"]) {
                Some(_) => Ok(Node::Power(Box::new(base), Box::new(parser.signed()?))),
                None => Ok(base),
            }
        })
    }

    fn atom(&mut self) -> Result<Node, Error> {
        match self.peek() {
            Some('(') => {
                self.at += 1;
                let node = self.sum()?;
                self.require(")")?;
                Ok(node)
            }
            Some(digit) if digit.is_ascii_digit() || digit == '.' => self.number(),
            Some(letter) if letter.is_ascii_alphabetic() => self.name(),
            _ => Err(self.fault("a number, a name or ( is expected")),
        }
    }

    fn number(&mut self) -> Result<Node, Error> {
        let rest = &self.text[self.at..];
        let digits = rest.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
        match rest[..digits].parse::<f64>() {
            Ok(number) if number.is_finite() => {
                self.at += digits;
                Ok(Node::Number(number))
            }
            _ => Err(self.fault(format_args!("{} is no number", shown(&rest[..digits])))),
        }
    }

    fn word(&mut self) -> &str {
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        self.at += length;
        &rest[..length]
    }

    fn name(&mut self) -> Result<Node, Error> {
        let start = self.at;
        match self.word().to_ascii_lowercase().as_str() {
            "grade" => Ok(Node::Grade),
            "rank" => Ok(Node::Rank),
            "n" => Ok(Node::Documents),
            "min" => Ok(Node::Least(self.arguments()?)),
            "max" => Ok(Node::Greatest(self.arguments()?)),
            "log2" => {
                self.require("(")?;
                let node = self.sum()?;
                self.require(")")?;
                Ok(Node::Log2(Box::new(node)))
            }
            "if" => {
                self.require("(")?;
                let condition = self.condition()?;
                self.require(",")?;
                let then = self.sum()?;
                self.require(",")?;
                let otherwise = self.sum()?;
                self.require(")")?;
                Ok(Node::If(Box::new(condition), Box::new(then), Box::new(otherwise)))
            }
            "kind" => {
                self.at = start;
                Err(self.fault("a kind is a word, not a number: compare it, as in if(kind = \"news\", 0, 1)"))
            }
            _ => {
                self.at = start;
                Err(self.fault("a known name is expected"))
            }
        }
    }

    fn arguments(&mut self) -> Result<Vec<Node>, Error> {
        self.require("(")?;
        let mut all = vec![self.sum()?];
        while self.take(&[","]).is_some() {
            all.push(self.sum()?);
        }
        self.require(")")?;
        Ok(all)
    }

    fn condition(&mut self) -> Result<Condition, Error> {
        self.peek();
        let start = self.at;
        if self.word().eq_ignore_ascii_case("kind") {
            let is = match self.take(&["!=", "≠", "==", "="]) {
                Some("!=" | "≠") => false,
                Some(_) => true,
                None => return Err(self.fault("= or != is expected")),
            };
            return Ok(Condition::Kind { is, word: self.quoted()? });
        }
        self.at = start;
        let one = self.sum()?;
        let holds = match self.take(&["<=", "≤", ">=", "≥", "!=", "≠", "==", "=", "<", ">"]) {
            Some("<") => [true, false, false],
            Some("<=" | "≤") => [true, true, false],
            Some(">") => [false, false, true],
            Some(">=" | "≥") => [false, true, true],
            Some("!=" | "≠") => [true, false, true],
            Some(_) => [false, true, false],
            None => return Err(self.fault("a comparison is expected: < <= > >= = or !=")),
        };
        Ok(Condition::Numbers(one, holds, self.sum()?))
    }

    fn quoted(&mut self) -> Result<String, Error> {
        self.require("\"")?;
        let rest = &self.text[self.at..];
        match rest.find('"') {
            Some(end) => {
                let word = rest[..end].to_owned();
                self.at += end + 1;
                Ok(word)
            }
            None => Err(self.fault("the word of a kind ends with \"")),
        }
    }
}

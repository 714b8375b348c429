//! Grades that stand in the comments, such as the classes of a classification. Must not know text formats.

use std::fmt;
use std::str::FromStr;

use super::{Dataset, Grade, MAX_GRADE};
use crate::util::error::{Error, shown};

/// How a rule for grades begins that takes them from the comments.
const PREFIX: &str = "comment:";

/// Longest word, in characters.
const MAX_WORD: usize = 100;

/// The rule that the grade of a document is the number behind a word of its comment: 3 for `digit` in
/// `# digit 3, image 17` and in `# digit=3`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommentGrades {
    word: String,
}

impl CommentGrades {
    /// Parses `comment:WORD`. `None` for a text that does not begin so. `field`: the setting that holds the text.
    ///
    /// # Errors
    /// [`Error::Config`] for a rule without a word, or with a word that no comment can have.
    pub fn parse(field: &'static str, text: &str) -> Option<Result<Self, Error>> {
        let word = text.trim().strip_prefix(PREFIX)?.trim();
        let fault = |problem: &str| {
            Some(Err(Error::config(field, format!("{} {problem}, as in comment:digit", shown(text)))))
        };
        match word {
            "" => fault("names no word; name the word before the grade"),
            word if word.chars().count() > MAX_WORD => {
                fault(&format!("names a word of more than {MAX_WORD} characters; use one word"))
            }
            word if word.contains(separates) => fault("names more than one word; use one word"),
            word => Some(Ok(Self { word: word.to_owned() })),
        }
    }

    /// Returns the data with these grades in the place of their own. Their highest is the highest grade of the data.
    /// Cost: O(n).
    ///
    /// # Errors
    /// [`Error::Data`] naming the first document without the word, or with another text than a grade behind it.
    pub fn apply(&self, mut data: Dataset) -> Result<Dataset, Error> {
        let grades: Vec<Grade> = (0..data.n_documents())
            .map(|document| self.grade(data.comment(document)).ok_or_else(|| self.fault(&data, document)))
            .collect::<Result<_, _>>()?;
        data.max_grade = grades.iter().copied().max().unwrap_or(0);
        data.grades = grades;
        Ok(data)
    }

    /// Returns the data as [`apply`](Self::apply) does, for data that need no grades, with the lines of the documents
    /// whose comment has none, in ascending order. Their grade is 0. Cost: O(n log n).
    pub(super) fn apply_where_given(&self, mut data: Dataset) -> (Dataset, Vec<usize>) {
        let found: Vec<Option<Grade>> =
            (0..data.n_documents()).map(|document| self.grade(data.comment(document))).collect();
        let without = (0..found.len()).filter(|&document| found[document].is_none());
        let mut ungraded: Vec<usize> = without.filter_map(|document| data.line(document)).collect();
        ungraded.sort_unstable();
        data.grades = found.into_iter().map(Option::unwrap_or_default).collect();
        data.max_grade = data.grades.iter().copied().max().unwrap_or(0);
        (data, ungraded)
    }

    fn grade(&self, comment: &str) -> Option<Grade> {
        let mut words = comment.split(separates).filter(|word| !word.is_empty());
        words.find(|word| *word == self.word)?;
        let number = words.next()?;
        // `parse` alone would accept a sign.
        if number.bytes().all(|byte| byte.is_ascii_digit()) { number.parse().ok() } else { None }
    }

    fn fault(&self, data: &Dataset, document: usize) -> Error {
        let place = match data.line(document) {
            Some(line) => format!("line {line}"),
            None => format!("document {}", document + 1),
        };
        Error::data(format!(
            "{place}: the comment {} has no grade from 0 to {MAX_GRADE} behind the word {}; write # {} 3, or use \
             another rule for grades",
            shown(data.comment(document)),
            shown(&self.word),
            self.word
        ))
    }
}

impl FromStr for CommentGrades {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::parse("grades", text).unwrap_or_else(|| {
            Err(Error::config("grades", format!("{} is unknown; expected comment:WORD", shown(text))))
        })
    }
}

impl fmt::Display for CommentGrades {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}", self.word)
    }
}

/// Returns whether a character stands between the words of a comment.
fn separates(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, ',' | ';' | '=')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(text: &str) -> Result<CommentGrades, Error> {
        CommentGrades::parse("grades", text).expect("a rule of comments")
    }

    #[test]
    fn a_rule_names_one_word() {
        assert!(CommentGrades::parse("grades", "round").is_none());
        assert_eq!(rule(" comment:digit ").unwrap().to_string(), "comment:digit");
        let long = format!("comment:{}", "x".repeat(MAX_WORD + 1));
        for (text, problem) in [
            ("comment:", "names no word"),
            ("comment:a b", "more than one word"),
            ("comment:a=b", "more than one word"),
            (&long, "more than 100 characters"),
        ] {
            let message = rule(text).unwrap_err().to_string();
            assert!(message.contains(problem), "{text}: {message}");
        }
    }

    #[test]
    fn the_number_behind_the_word_is_the_grade() {
        let rule = rule("comment:digit").unwrap();
        for (comment, grade) in [
            ("digit 3, image 17", Some(3)),
            ("image 17; digit=9", Some(9)),
            ("digit = 255", Some(255)),
            ("digit 256", None),
            ("digit +3", None),
            ("digit -3", None),
            ("digit 3.5", None),
            ("digits 3", None),
            ("digit", None),
            ("", None),
        ] {
            assert_eq!(rule.grade(comment), grade, "{comment}");
        }
    }

    #[test]
    fn grades_and_their_scale_are_replaced() {
        let text = "0 qid:1 1:1 # class 2\n1 qid:1 1:2 # class 0\n0 qid:2 1:3 # class 4\n";
        let data = Dataset::from_letor(text).unwrap();
        let graded = rule("comment:class").unwrap().apply(data.clone()).unwrap();
        let grades: Vec<Grade> = (0..3).map(|document| graded.grade(document)).collect();
        assert_eq!((grades, graded.max_grade()), (vec![2, 0, 4], 4));
        assert_eq!(graded.features(2), data.features(2));
        let message = rule("comment:digit").unwrap().apply(data.clone()).unwrap_err().to_string();
        assert!(message.contains("line 1") && message.contains("\"digit\""), "{message}");
        let some = Dataset::from_letor("1 qid:1 1:1\n1 qid:1 1:2 # class 3\n1 qid:2 1:3 # none\n").unwrap();
        let (lenient, ungraded) = rule("comment:class").unwrap().apply_where_given(some);
        let grades: Vec<Grade> = (0..3).map(|document| lenient.grade(document)).collect();
        assert_eq!((grades, lenient.max_grade(), ungraded), (vec![0, 3, 0], 3, vec![1, 3]));
    }
}

//! The reader of ratings. Must not know learners.

use serde::Serialize;

use super::names::Names;
use super::{GradeScale, Ratings, Rows};
use crate::data::Grade;
use crate::util::error::{Error, shown};
use crate::util::faults::Faults;
use crate::util::fields::{Separator, places, split};
use crate::util::lines::{Lines, TakeLine};

/// Largest number of ratings that are read: 2^26, which take about 600 MB.
pub const MAX_RATINGS: usize = 1 << 26;

/// Longest name of a user or an item, in bytes.
const MAX_ID_BYTES: usize = 200;

const USER: &[&str] = &["user", "userid", "users"];
const ITEM: &[&str] = &["item", "itemid", "movie", "movieid", "items"];
const RATING: &[&str] = &["rating", "ratings", "grade", "score"];
/// Columns that are read where a line without a heading has `user,item,rating`.
const COLUMNS: usize = 8;

/// Reader of ratings that arrive in chunks of any size, cut at any byte.
///
/// - Text is UTF-8. A line has a user, an item and a rating; further fields are ignored. The first line determines the
///   separator: `::`, a tab, or a comma. With commas, fields may stand in double quotes.
/// - The first line may name the columns: user (or userId, user_id), item (or itemId, movieId), rating. Without names
///   the first three fields are user, item and rating.
/// - Names of users and items are any text of 1 to 200 bytes. Ratings are decimal numbers; see [`GradeScale`].
/// - If a user rates an item again, the last rating counts.
/// - Blank lines are skipped. Lines end with LF or CRLF. A byte order mark at the start is skipped.
///
/// A faulty line does not stop the reader: all faults are counted and the first 20 are described. Cost: linear in the
/// text. Memory: 9 bytes per rating, and the names.
#[derive(Debug)]
pub struct RatingsReader {
    lines: Lines,
    bytes: u64,
    store: Store,
}

/// What the reader found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RatingsReport {
    /// Number of lines.
    pub lines: usize,
    /// Number of ratings that count.
    pub ratings: usize,
    /// Number of ratings that a later line replaced.
    pub replaced: usize,
    /// Number of users.
    pub users: usize,
    /// Number of items.
    pub items: usize,
    /// How often each grade was given; the first is grade 0.
    pub grades: Vec<usize>,
}

/// Result of [`RatingsReader::finish`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadRatings {
    /// The ratings.
    pub ratings: Ratings,
    /// What the file had.
    pub report: RatingsReport,
}

impl RatingsReader {
    /// Returns a reader at the start of a file.
    pub fn new(scale: GradeScale) -> Self {
        Self { lines: Lines::default(), bytes: 0, store: Store::new(scale) }
    }

    /// Reads the next chunk. [`finish`](Self::finish) reports the faults.
    pub fn push(&mut self, chunk: &[u8]) {
        self.bytes += chunk.len() as u64;
        self.lines.push(chunk, &mut self.store);
    }

    /// Whether the rest of the text need not be read: it has too many ratings, or a line has no end. In this case
    /// [`finish`](Self::finish) returns an error.
    pub fn has_stopped(&self) -> bool {
        self.store.too_many || self.store.starved || self.lines.has_endless_line()
    }

    /// Number of bytes read so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Number of ratings read so far, with those that are replaced later.
    pub fn ratings(&self) -> usize {
        self.store.graded.len()
    }

    /// Returns the ratings of the whole text. Cost: linear in the ratings.
    ///
    /// # Errors
    /// [`Error::Parse`] with the faults, also for a text without ratings; [`Error::Data`] for more than
    /// [`MAX_RATINGS`], or if memory runs out.
    pub fn finish(mut self) -> Result<ReadRatings, Error> {
        self.lines.finish(&mut self.store);
        let Store { users, items, graded, mut faults, too_many, starved, .. } = self.store;
        if too_many || starved {
            let reason = if starved {
                "this is more memory than is available".to_owned()
            } else {
                format!("at most {MAX_RATINGS} are read")
            };
            return Err(Error::data(format!(
                "the file has too many ratings: {reason}; use a part of the file"
            )));
        }
        if graded.is_empty() && faults.total == 0 {
            faults.add(1, 1, &|| "no ratings; expected lines like `user,item,rating`".into());
        }
        faults.into_result()?;
        let (n_ratings, n_items) = (graded.len(), items.names.len());
        let (users, items) = (users.names, items.names);
        let rows = last_of_each(&graded, users.len(), n_items);
        let mut grades = vec![0; usize::from(rows.max_grade()) + 1];
        for user in 0..rows.n_users() {
            rows.grades(user).iter().for_each(|&grade| grades[usize::from(grade)] += 1);
        }
        let report = RatingsReport {
            lines: self.lines.count,
            ratings: rows.n_ratings(),
            replaced: n_ratings - rows.n_ratings(),
            users: users.len(),
            items: n_items,
            grades,
        };
        Ok(ReadRatings { ratings: Ratings { users, items, rows }, report })
    }
}

/// One line of the file.
#[derive(Debug, Clone, Copy)]
struct Graded {
    user: u32,
    item: u32,
    grade: Grade,
}

/// Groups ratings by user. Of several ratings of one item by one user the last one counts, at the place of the first.
/// Cost: linear.
fn last_of_each(graded: &[Graded], n_users: usize, n_items: usize) -> Rows {
    let mut starts = vec![0_usize; n_users + 1];
    for one in graded {
        starts[one.user as usize + 1] += 1;
    }
    for user in 0..n_users {
        starts[user + 1] += starts[user];
    }
    let mut next = starts.clone();
    let mut sorted = vec![(0, 0); graded.len()];
    for one in graded {
        let place = &mut next[one.user as usize];
        sorted[*place] = (one.item, one.grade);
        *place += 1;
    }
    // Of every item, the user who was seen with it last, and the place in the row of that user.
    let mut seen = vec![(u32::MAX, 0_usize); n_items];
    let mut rows = Rows::new([], n_items);
    let mut row: Vec<(u32, Grade)> = Vec::new();
    for user in 0..n_users {
        row.clear();
        for &(item, grade) in &sorted[starts[user]..starts[user + 1]] {
            let (last, place) = seen[item as usize];
            if last == user as u32 {
                row[place].1 = grade;
            } else {
                seen[item as usize] = (user as u32, row.len());
                row.push((item, grade));
            }
        }
        rows.push(row.iter().copied());
    }
    rows
}

#[derive(Debug)]
struct Store {
    scale: GradeScale,
    /// Separator and columns of user, item and rating, once the first line has been read.
    layout: Option<(Separator, [usize; 3])>,
    users: Names,
    items: Names,
    graded: Vec<Graded>,
    faults: Faults,
    too_many: bool,
    starved: bool,
}

impl Store {
    fn new(scale: GradeScale) -> Self {
        Self {
            scale,
            layout: None,
            users: Names::default(),
            items: Names::default(),
            graded: Vec::new(),
            faults: Faults::default(),
            too_many: false,
            starved: false,
        }
    }

    /// Reads the first line, which may name the columns. Returns whether it has a rating.
    fn begin(&mut self, line: &str) -> Result<bool, (usize, String)> {
        let separator = Separator::of(line);
        self.layout = Some((separator, [0, 1, 2]));
        let fields = split::<COLUMNS>(line, separator)?;
        let Some(third) = fields[2] else {
            let count = fields.iter().flatten().count();
            return Err((
                line.len() + 1,
                format!(
                    "the line has {count} of the 3 fields user, item and rating; separate them by commas, tabs or \
                     \"::\""
                ),
            ));
        };
        if third.raw.parse::<f64>().is_ok() {
            return Ok(true);
        }
        let columns = places(line, separator, [USER, ITEM, RATING])?;
        if let Some(far) = columns.iter().find(|&&place| place >= COLUMNS) {
            return Err((1, format!("column {} is too far right; the first {COLUMNS} are read", far + 1)));
        }
        self.layout = Some((separator, columns));
        Ok(false)
    }

    fn read(&mut self, line: &str) -> Result<(), (usize, String)> {
        let (separator, places) = match self.layout {
            Some(layout) => layout,
            None => {
                if !self.begin(line)? {
                    return Ok(());
                }
                self.layout.unwrap_or((Separator::Comma, [0, 1, 2]))
            }
        };
        let fields = if places == [0, 1, 2] {
            split::<3>(line, separator)?
        } else {
            let all = split::<COLUMNS>(line, separator)?;
            places.map(|place| all[place])
        };
        let [Some(user), Some(item), Some(rating)] = fields else {
            let missing = ["user", "item", "rating"][fields.iter().position(Option::is_none).unwrap_or(2)];
            return Err((
                line.len() + 1,
                format!(
                    "the line ends before the {missing}; the file separates fields by {}",
                    separator.name()
                ),
            ));
        };
        for (field, what) in [(user, "user"), (item, "item")] {
            match field.raw.len() {
                0 => return Err((field.column, format!("the {what} is empty; give it a name"))),
                length if length > MAX_ID_BYTES => {
                    let name = shown(field.raw);
                    return Err((
                        field.column,
                        format!("the {what} {name} has {length} bytes; use at most {MAX_ID_BYTES}"),
                    ));
                }
                _ => {}
            }
        }
        let number = rating.raw.parse::<f64>().ok().filter(|number| number.is_finite()).ok_or_else(|| {
            let seen = shown(rating.raw);
            (rating.column, format!("the rating is {seen}; expected a number, such as 4 or 3.5"))
        })?;
        let grade = self.scale.grade(number).map_err(|problem| (rating.column, problem))?;
        if self.faults.total > 0 || self.too_many || self.starved {
            // Reading will fail, so further lines are only checked.
            return Ok(());
        }
        if self.graded.len() == MAX_RATINGS {
            self.too_many = true;
        } else if self.graded.try_reserve(1).is_err() {
            self.starved = true;
        } else {
            let (user, item) = (self.users.number(&user.text()), self.items.number(&item.text()));
            self.graded.push(Graded { user, item, grade });
        }
        Ok(())
    }
}

impl TakeLine for Store {
    fn take(&mut self, number: usize, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        if let Err((column, problem)) = self.read(line) {
            self.faults.add(number, column, &|| problem.clone());
        }
    }

    fn faults(&mut self) -> &mut Faults {
        &mut self.faults
    }
}

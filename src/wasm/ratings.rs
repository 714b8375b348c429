//! Ratings and their factorisations.

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::arguments::{Bytes, Number, Numbers, Text, bytes, object, scores, text, whole};
use super::convert::{to_js, to_js_error};
use crate::ratings::factorization::{
    FactorModel, FactorizationSettings, RatingsProgress, RatingsRun, TasteView, TunedSettings, UserSlack,
    UserView,
};
use crate::ratings::{self, FilterReport, GeneratedRatings, RatingsReport};

/// Returns generated ratings as text, for a `RatingsReader`. Missing fields have their defaults.
#[wasm_bindgen]
pub fn generate_ratings(options: Ts<GeneratedRatings>) -> Result<Vec<u8>, JsValue> {
    ratings::generate_ratings(object("options", &options)?).map(String::into_bytes).map_err(to_js_error)
}

/// Returns the default settings of a run over ratings.
#[wasm_bindgen]
pub fn factorization_defaults() -> Result<Ts<FactorizationSettings>, JsValue> {
    to_js(&FactorizationSettings::default())
}

/// Returns what `generate_ratings` makes by default.
#[wasm_bindgen]
pub fn generated_ratings_defaults() -> Result<Ts<GeneratedRatings>, JsValue> {
    to_js(&GeneratedRatings::default())
}

/// Checks settings of a run over ratings. Throws the first fault with the name of its setting.
#[wasm_bindgen]
pub fn check_factorization(settings: Ts<FactorizationSettings>) -> Result<(), JsValue> {
    object::<FactorizationSettings>("settings", &settings)?.check().map_err(to_js_error)
}

/// Reads `user,item,rating` text chunk by chunk.
#[wasm_bindgen]
pub struct RatingsReader {
    reader: ratings::RatingsReader,
}

#[wasm_bindgen]
impl RatingsReader {
    /// Returns a reader at the start of a file. `grades`: `ceil` or `double`.
    #[wasm_bindgen(constructor)]
    pub fn new(grades: Text) -> Result<Self, JsValue> {
        let scale = text("grades", &grades)?.parse().map_err(to_js_error)?;
        Ok(Self { reader: ratings::RatingsReader::new(scale) })
    }

    /// Reads the next bytes of the file. They may end anywhere.
    pub fn push(&mut self, chunk: Bytes) -> Result<(), JsValue> {
        bytes("chunk", &chunk, |piece| self.reader.push(piece))
    }

    /// Whether reading further is useless: the file is too large, or a line has no end. `finish` throws why.
    #[wasm_bindgen(getter)]
    pub fn stopped(&self) -> bool {
        self.reader.has_stopped()
    }

    /// Number of ratings read so far.
    #[wasm_bindgen(getter)]
    pub fn ratings(&self) -> usize {
        self.reader.ratings()
    }

    /// Returns the ratings. Throws the first 20 faults of the file with line and column. The reader cannot be used
    /// again.
    pub fn finish(self) -> Result<Ratings, JsValue> {
        let read = self.reader.finish().map_err(to_js_error)?;
        Ok(Ratings { inner: read.ratings, report: read.report, filtered: None })
    }
}

/// Reads `item,title` text chunk by chunk.
#[wasm_bindgen]
#[derive(Default)]
pub struct TitlesReader {
    reader: ratings::TitlesReader,
}

#[wasm_bindgen]
impl TitlesReader {
    /// Returns a reader at the start of a file.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the next bytes of the file. They may end anywhere.
    pub fn push(&mut self, chunk: Bytes) -> Result<(), JsValue> {
        bytes("chunk", &chunk, |piece| self.reader.push(piece))
    }

    /// Whether reading further is useless: the file is too large, or a line has no end. `finish` throws why.
    #[wasm_bindgen(getter)]
    pub fn stopped(&self) -> bool {
        self.reader.has_stopped()
    }

    /// Returns one title for every item of the ratings, empty for an item without a title. The reader cannot be used
    /// again.
    pub fn finish(self, ratings: &Ratings) -> Result<Vec<String>, JsValue> {
        let titles = self.reader.finish().map_err(to_js_error)?;
        Ok(ratings.inner.items().iter().map(|item| titles.get(item).unwrap_or_default().to_owned()).collect())
    }
}

/// Graded items of users. They occupy memory of the module until `free` is called.
#[wasm_bindgen]
pub struct Ratings {
    pub(super) inner: ratings::Ratings,
    report: RatingsReport,
    filtered: Option<FilterReport>,
}

#[wasm_bindgen]
impl Ratings {
    /// Returns what the file had, before any filter.
    pub fn report(&self) -> Result<Ts<RatingsReport>, JsValue> {
        to_js(&self.report)
    }

    /// Returns the ratings of items with at least `item_ratings`, by users with at least `user_ratings` of these.
    pub fn filter(&self, item_ratings: Number, user_ratings: Number) -> Result<Ratings, JsValue> {
        let filter = ratings::Filter {
            item_ratings: whole("item_ratings", &item_ratings)?,
            user_ratings: whole("user_ratings", &user_ratings)?,
        };
        let (inner, filtered) = self.inner.filtered(filter).map_err(to_js_error)?;
        Ok(Ratings { inner, report: self.report.clone(), filtered: Some(filtered) })
    }

    /// Returns the ratings that a run with these settings uses.
    pub fn filter_for(&self, settings: Ts<FactorizationSettings>) -> Result<Ratings, JsValue> {
        let settings: FactorizationSettings = object("settings", &settings)?;
        let (inner, filtered) = self.inner.filtered(settings.filter()).map_err(to_js_error)?;
        Ok(Ratings { inner, report: self.report.clone(), filtered: Some(filtered) })
    }

    /// Returns what the last filter left out; none without a filter.
    pub fn left_out(&self) -> Result<Option<Ts<FilterReport>>, JsValue> {
        self.filtered.as_ref().map(to_js).transpose()
    }

    /// Returns the names of the users.
    pub fn users(&self) -> Vec<String> {
        self.inner.users().to_vec()
    }

    /// Returns the names of the items.
    pub fn items(&self) -> Vec<String> {
        self.inner.items().to_vec()
    }
}

/// A resumable run over ratings: it tunes and trains the item mean, the squared error and the ranking.
///
/// The same settings and ratings give the same reports, bit for bit, for any slicing of the work.
#[wasm_bindgen]
pub struct Factorization {
    run: RatingsRun,
    users: Vec<String>,
    items: Vec<String>,
}

#[wasm_bindgen]
impl Factorization {
    /// Starts a run. Missing settings have their defaults. The ratings are used as they are; see `Ratings.filter`.
    #[wasm_bindgen(constructor)]
    pub fn new(ratings: &Ratings, settings: Ts<FactorizationSettings>) -> Result<Self, JsValue> {
        let run = RatingsRun::new(&ratings.inner, &object("settings", &settings)?).map_err(to_js_error)?;
        Ok(Self { run, users: ratings.users(), items: ratings.items() })
    }

    /// Works for about `budget` oracle calls, or to the next report.
    pub fn advance(&mut self, budget: Number) -> Result<Ts<RatingsProgress>, JsValue> {
        to_js(&self.run.advance(whole("budget", &budget)?).map_err(to_js_error)?)
    }

    /// Returns the settings that held-out ratings chose for the ranking; none before they did.
    pub fn chosen(&self) -> Result<Option<Ts<TunedSettings>>, JsValue> {
        self.run.chosen().map(to_js).transpose()
    }

    /// Returns U along the singular directions, `rank` numbers per user. In the strong protocol the rows of new users
    /// are filled at the end, and the others are those of the training.
    pub fn user_factors(&self) -> Vec<f64> {
        self.run.tested_factors().users.clone()
    }

    /// Returns V along the singular directions, the greatest first, `rank` numbers per item.
    pub fn item_factors(&self) -> Vec<f64> {
        self.run.tested_factors().items.clone()
    }

    /// Returns b, one number per item.
    pub fn item_biases(&self) -> Vec<f64> {
        self.run.tested_factors().biases.clone()
    }

    /// Returns a user as a query: the rated items with grades and scores.
    pub fn user(&self, user: Number) -> Result<Ts<UserView>, JsValue> {
        to_js(&self.run.user(whole("user", &user)?).map_err(to_js_error)?)
    }

    /// Returns the order of items for the row `taste` of U of a user: the `count` best ones, and the rated ones.
    pub fn taste(&self, user: Number, taste: Numbers, count: Number) -> Result<Ts<TasteView>, JsValue> {
        let row = scores("taste", &taste)?;
        to_js(&self.run.taste(whole("user", &user)?, &row, whole("count", &count)?).map_err(to_js_error)?)
    }

    /// Returns the users `from..from + count` whose ratings for training can be ranked wrongly, with their slacks.
    pub fn slacks(&self, from: Number, count: Number) -> Result<Vec<Ts<UserSlack>>, JsValue> {
        let slacks = self.run.slacks(whole("from", &from)?, whole("count", &count)?).map_err(to_js_error)?;
        slacks.iter().map(to_js).collect()
    }

    /// Returns the file of the factors as JSON.
    pub fn model(&self) -> String {
        FactorModel {
            settings: self.run.settings().clone(),
            chosen: self.run.chosen().map_or((0.0, 0), |chosen| (chosen.weight, chosen.rounds)),
            users: self.users.clone(),
            items: self.items.clone(),
            titles: Vec::new(),
            factors: self.run.tested_factors().clone(),
        }
        .json()
    }
}

//! Generated ratings, in which squared error is the right or the wrong model. Must not know learners.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::data::{Random, shuffle};
use crate::util::error::Error;
use crate::util::sorting::sort_indices;

/// Number of tastes of a user.
const RANK: usize = 3;
/// Standard deviation of the popularity of items, where that of the personal part is the square root of [`RANK`].
const POPULARITY: f64 = 0.9;
/// Standard deviation of the noise of a single rating.
const NOISE: f64 = 0.3;
/// Shares of a user's items below the grades 2 to 5.
const CUTS: [f64; 4] = [0.2, 0.45, 0.75, 0.92];
/// Standard deviation of the shift of a user's own cuts, on the scale of log-odds.
const SHIFT: f64 = 0.8;
/// Share of a user's items that are disliked: `noise` shuffles them.
const DISLIKED: f64 = 0.75;
/// Largest number of ratings that are generated.
const MOST: usize = 5_000_000;

/// What [`generate_ratings`] makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct GeneratedRatings {
    /// Number of users.
    pub users: usize,
    /// Number of items.
    pub items: usize,
    /// Whether the order of the items that a user dislikes is random.
    #[serde(alias = "whim")]
    pub noise: bool,
    /// Whether every user grades by cuts of their own.
    pub scale: bool,
    /// Seed of every random draw.
    pub seed: u64,
}

impl Default for GeneratedRatings {
    fn default() -> Self {
        Self { users: 300, items: 200, noise: true, scale: true, seed: 1 }
    }
}

impl GeneratedRatings {
    /// Checks the numbers.
    ///
    /// # Errors
    /// [`Error::Config`] for less than two users or items, or for more than five million ratings.
    pub fn check(&self) -> Result<(), Error> {
        let Self { users, items, .. } = *self;
        if users < 2 || items < 2 {
            let problem = format!("{users} users and {items} items: both must be at least 2");
            return Err(Error::config("generate", problem));
        }
        if users.saturating_mul(items) > MOST {
            let problem = format!("{users} users times {items} items exceed the maximum of {MOST} ratings");
            return Err(Error::config("generate", problem));
        }
        Ok(())
    }
}

/// Returns ratings of every item by every user as `user,item,rating` text with a heading.
///
/// User u likes item i by `z = ⟨t_u, v_i⟩ + p_i + noise` with three tastes t and a popularity p. Ratings 1 to 5 follow
/// the quantiles of the user's own z. With `noise`, the items in the lower 75 % are in random order, so their
/// ratings carry no information. With `scale`, the quantiles differ by user. The same arguments give the same bytes on
/// every machine. Cost: O(users · items log items); about 12 bytes per rating.
///
/// # Errors
/// As [`GeneratedRatings::check`].
pub fn generate_ratings(options: GeneratedRatings) -> Result<String, Error> {
    options.check()?;
    let GeneratedRatings { users, items, noise, scale, seed } = options;
    let mut random = Random::new(seed);
    let tastes = |random: &mut Random| -> [f64; RANK] { std::array::from_fn(|_| random.normal()) };
    let described: Vec<([f64; RANK], f64)> =
        (0..items).map(|_| (tastes(&mut random), POPULARITY * random.normal())).collect();
    let mut text = String::from("user,item,rating\n");
    for user in 1..=users {
        let taste = tastes(&mut random);
        let liking: Vec<f64> = described
            .iter()
            .map(|(item, popularity)| {
                let personal: f64 = taste.iter().zip(item).map(|(t, v)| t * v).sum();
                personal + popularity + NOISE * random.normal()
            })
            .collect();
        let mut order: Vec<usize> = (0..items).collect();
        sort_indices(&mut order, &|one, other| liking[one].total_cmp(&liking[other]));
        if noise {
            let disliked = (DISLIKED * items as f64) as usize;
            shuffle(&mut order[..disliked], random.words());
        }
        let cuts = if scale { own_cuts(&mut random) } else { CUTS };
        let mut ratings = vec![0; items];
        for (rank, &item) in order.iter().enumerate() {
            let share = (rank as f64 + 0.5) / items as f64;
            ratings[item] = 1 + cuts.iter().filter(|&&cut| share > cut).count();
        }
        for (item, rating) in ratings.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "u{user},i{},{rating}", item + 1);
        }
    }
    Ok(text)
}

/// Returns the cuts of one user: the usual ones, moved up or down by a normal draw of their log-odds.
fn own_cuts(random: &mut Random) -> [f64; 4] {
    let shift = SHIFT * random.normal();
    CUTS.map(|cut| {
        let odds = libm::log(cut / (1.0 - cut)) + shift;
        1.0 / (1.0 + libm::exp(-odds))
    })
}

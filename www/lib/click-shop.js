// The made shop of the mode Clicks and its lesson, as the page and its worker share it.

/** The seed of the shop. */
export const SHOP_SEED = 1;

/** Numbers of sessions at which models are trained. */
export const SESSIONS = /** @type {const} */ ([10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000,
  100_000, 200_000, 500_000, 1_000_000]);

/** Sessions that tell how often a rank is seen, where no formula does. */
export const PLAYED = 4000;

/** Names of products by grade. They are invented; grades and features are drawn. */
const TITLES = [
  ['Toy kettle with tea set', 'Kettle drum sticks', 'Kettle corn, salted', 'Kettle descaler', 'Kettle poster',
    'Kettlebell, 8 kg', 'Clock like a kettle'],
  ['Glass kettle, 1 litre', 'Camping kettle'],
  ['Steel kettle, 1.7 litre'],
];

/**
 * Names for the products of a search, in their order. @param {readonly number[]} grades
 * @returns {string[]}
 */
export function titlesOf(grades) {
  const used = [0, 0, 0];
  return grades.map((grade) => {
    const title = TITLES[grade]?.[used[grade]];
    used[grade] += 1;
    return title ?? `Kettle ${used.reduce((sum, one) => sum + one, 0)}`;
  });
}

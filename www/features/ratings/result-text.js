// The result of a run over ratings in words. Pure.

import { count, figure, fixed, percent, plural, signed } from '../../lib/format.js';
import { pText } from '../../lib/p-value.js';

/** @typedef {import('../../core/ratings-protocol.js').RatingsReport} RatingsReport */
/** @typedef {import('../../core/ratings-protocol.js').FilterReport} FilterReport */
/** @typedef {import('../../core/ratings-protocol.js').RatingsResult} RatingsResult */
/** @typedef {import('../../wasm/rankscope.js').UserDifference} UserDifference */
/** @typedef {import('../../wasm/rankscope.js').RatingsMethod} RatingsMethod */

/** @type {Record<string, string>} */
const NAMES = { 'item-mean': 'Item mean', 'squared-error': 'Squared error', jrank: 'JRank', mmmf: 'MMMF',
  ranking: 'Ranking' };

/** What a model is called. @param {string} name */
export const methodName = (name) => NAMES[name] ?? name;

/**
 * What a file had, and what the filters leave, in one line.
 * @param {RatingsReport} report @param {FilterReport | null} rest
 */
export function readText({ users, items, ratings, replaced, grades }, rest) {
  const grading = grades.flatMap((of, grade) => (of ? [`${grade}: ${count(of)}`] : []));
  const read = `${plural(ratings, 'rating')} of ${plural(items, 'item')} by ${plural(users, 'user')} (grades `
    + `${grading.join(', ')}). `
    + `${replaced ? `${plural(replaced, 'rating')} replaced by a later line.` : 'No duplicates.'}`;
  if (!rest) return read;
  const left = rest.ratings_left_out + rest.users_left_out + rest.items_left_out + rest.items_without_users;
  if (!left) return `${read} The filters leave everything.`;
  return `${read} The filters leave ${plural(rest.ratings, 'rating')} of ${plural(rest.items, 'item')} by `
    + `${plural(rest.users, 'user')}: ${plural(rest.items_left_out, 'item')} and `
    + `${plural(rest.users_left_out, 'user')} have too few ratings${rest.items_without_users
      ? `, and nobody else rated ${plural(rest.items_without_users, 'item')}` : ''}.`;
}

/** The interval and the p-value of a difference. @param {UserDifference} difference */
export function intervalText({ low, high, p }) {
  return `[${signed(low)}, ${signed(high)}], ${pText(p)}`;
}

/** The main result as a sentence. @param {RatingsResult} result */
export function resultText({ methods, measures }) {
  const [ranking, others] = [methods.at(-1), methods.slice(0, -1)];
  const name = measures[0];
  const value = ranking?.means[0] ?? null;
  if (value === null) return `${name} is undefined for every user, because all test ratings of each have one grade.`;
  const parts = others.map((method) => {
    const behind = method.behind[0];
    return `${fixed(method.means[0] ?? null, 3)} for ${nameInText(method.name)}`
      + `${behind ? ` (${beatsText(behind)})` : ''}`;
  });
  return `${name} on the test ratings is ${fixed(value, 3)} for the ranking, ${parts.slice(0, -1).join(', ')}, and `
    + `${parts.at(-1)}.`;
}

/** A model within a phrase. @param {string} name */
export const nameWithin = (name) => (isAcronym(name) ? methodName(name) : methodName(name).toLowerCase());

/** A model within a sentence. @param {string} name */
const nameInText = (name) => `${isAcronym(name) ? '' : 'the '}${nameWithin(name)}`;

/** @param {string} name */
const isAcronym = (name) => name === 'jrank' || name === 'mmmf';

/** Whether the ranking is better by more than chance. @param {UserDifference} difference */
function beatsText(difference) {
  const words = difference.low > 0 ? 'worse by more than noise' : difference.high < 0 ? 'better by more than noise'
    : 'no difference beyond noise';
  return `${words}`;
}

/** Whether anything beats the item mean, in words. @param {RatingsResult} result */
export function baselineText({ methods: [mean] }) {
  const behind = mean.behind[0];
  const own = !behind ? '' : behind.low > 0 ? 'Here the ranking beats the item mean by more than noise. '
    : 'Here the ranking does not beat the item mean by more than noise. ';
  return `${own}On MovieLens latest-small, neither factorisation did in our measurements, at 10, 20 or 50 ratings per `
    + 'user. The published tables have no item mean, so this table always has one.';
}

/** The settings that held-out ratings chose. @param {RatingsMethod} method */
export function chosenText({ name, chosen: { weight, rounds, held_out: heldOut, at_edge: isEdge } }) {
  const value = weight.toLocaleString('en-US');
  const settings = name === 'item-mean' ? `λ = ${value}` : name === 'squared-error'
    ? `λ = ${value}, ${plural(rounds, 'sweep')}` : name === 'jrank' ? plural(rounds, 'sweep')
    : name === 'mmmf' ? `C = ${value}, ${plural(rounds, 'sweep')}`
    : rounds === 0 ? `C = ${value}, biases alone` : `C = ${value}, ${plural(rounds, 'turn')}`;
  return `${settings}${heldOut === undefined ? '' : ` (${fixed(heldOut, 3)} there)`}`
    + `${isEdge ? '; at the edge of the values tried' : ''}`;
}

/** The certificate after the biases, and that of the end. @param {RatingsResult} result */
export function certificateText({ methods, biases, certificate, objective, users_used: used }) {
  const texts = [];
  if (biases) {
    const { low, high } = biases.sigma;
    texts.push(biases.zero_is_optimal
      ? `After the biases alone, σ₁ of the dual matrix is at most ${figure(high)}, so U = V = 0 is optimal: nothing `
        + 'personal can be learned at this C. Use a greater C.'
      : `After the biases alone, σ₁ of the dual matrix is ${low > 1 ? `at least ${figure(low)}. It is above 1, so `
        + 'personal factors can lower J.' : `between ${figure(low)} and ${figure(high)}, which does not decide whether `
        + 'personal factors can lower J.'}`);
  }
  const areAlone = methods.at(-1)?.chosen.rounds === 0;
  const price = biases?.zero_is_optimal ? 'The gap is that of the biases.'
    : areAlone ? 'The biases alone were chosen. Factors can lower J by this gap at most.'
    : 'This gap is the price of the rank, not a lack of convergence: each step below has a gap of its own.';
  texts.push(`J = ${figure(objective)} over ${plural(used, 'user')}. No factors of any rank have a J below `
    + `${figure(certificate.lower_bound)}, with the present references: a gap of ${percent(certificate.gap)}. `
    + price);
  return texts;
}

// First sight without its pictures: the angle of the arrow, the guess, and what the page says at each phase. Pure.

import { fixed } from '../../../lib/format.js';

/** @typedef {import('./kitchen.js').Pair} Pair */
/** @typedef {import('./kitchen.js').Worth} Worth */

/**
 * `angle`: of the arrow, in degrees clockwise from "often saved". `own`: the angle that the visitor chose last, once
 * the truth is told. `learned`: the angle of the trained w.
 * @typedef {{ phase: 'guess' | 'truth' | 'learned', angle: number, isTurned: boolean, guess: number,
 *   isGuessed: boolean, own: number, learned: number | null }} Sight
 */

/** The arrow begins at what misleads most: what everyone saves. @type {Sight} */
export const FIRST_SIGHT = { phase: 'guess', angle: 0, isTurned: false, guess: 0.5, isGuessed: false, own: 0,
  learned: null };

const STEP = 3; // degrees of an arrow key
const FINE = 1;
const LEAP = 15;

/** @param {number} angle in degrees */
export const within = (angle) => ((angle % 360) + 360) % 360;

/** The w of length 1 in this direction. @param {number} angle @returns {Pair} */
export function weightsAt(angle) {
  const turn = (angle * Math.PI) / 180;
  return [Math.sin(turn), Math.cos(turn)];
}

/** @param {Pair} w */
export const angleOf = ([x, y]) => within((Math.atan2(x, y) * 180) / Math.PI);

/**
 * The angle after a key, null for a key that turns nothing.
 * @param {string} key @param {boolean} isFine @param {number} angle
 */
export function keyedAngle(key, isFine, angle) {
  const step = isFine ? FINE : STEP;
  const turn = new Map([['ArrowRight', step], ['ArrowUp', step], ['ArrowLeft', -step], ['ArrowDown', -step],
    ['PageUp', LEAP], ['PageDown', -LEAP], ['Home', -angle]]).get(key);
  return turn === undefined ? null : within(Math.round(angle + turn));
}

/** The guess after a key, null for a key that moves nothing. @param {string} key @param {number} guess */
export function keyedGuess(key, guess) {
  const to = new Map([['ArrowRight', guess + 0.01], ['ArrowUp', guess + 0.01], ['ArrowLeft', guess - 0.01],
    ['ArrowDown', guess - 0.01], ['PageUp', guess + 0.1], ['PageDown', guess - 0.1], ['Home', 0], ['End', 1]]).get(key);
  return to === undefined ? null : asGuess(to);
}

/** A guess has two decimals. @param {number} value */
export const asGuess = (value) => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;

/** The angle on the shorter way from one to the other. @param {number} from @param {number} to @param {number} share */
export function between(from, to, share) {
  const turn = within(to - from + 180) - 180;
  return within(from + turn * share);
}

/** The order of the recipes; tied ones keep the order of the file. @param {Pair[]} ranks */
export function orderOf(ranks) {
  return ranks.map((_, recipe) => recipe).sort((a, b) => ranks[a][0] - ranks[b][0] || a - b);
}

/** "3", or "3–4" for a tie. @param {Pair} rank */
export const rankText = ([first, last]) => (first === last ? String(first) : `${first}–${last}`);

const COUNTS = 0.15; // the share of w below which a feature hardly counts
const NEAR = 0.02; // NDCG within which two values are called alike

/**
 * What an arrow rewards, in a sentence.
 * @param {Pair} w
 */
export function character(w) {
  const parts = ['text about the search', 'what many saved'];
  const share = w.map((weight) => weight / Math.hypot(...w));
  /** @param {number} sign */
  const partsWith = (sign) => parts.filter((_, at) => share[at] * sign > COUNTS);
  const [good, bad] = [partsWith(1), partsWith(-1)];
  const verbs = [good.length ? `rewards ${good.join(' and ')}` : '', bad.length ? `punishes ${bad.join(' and ')}` : ''];
  const alone = good.length + bad.length === 1 ? ', and looks at little else' : '';
  return `This arrow ${verbs.filter(Boolean).join(' and ')}${alone}.`;
}

/** How a trained w weighs the two features. @param {Pair} w */
export function mixture([text, saved]) {
  const ratio = Math.abs(saved / text);
  if (text <= 0) return 'not what the text says';
  if (ratio < COUNTS) return 'almost only text';
  if (ratio >= 1) return saved > 0 ? 'mostly popularity, and text' : 'text, and mostly what few people saved';
  return saved > 0 ? 'mostly text, a little popularity' : 'mostly text, a little against popularity';
}

/**
 * The headline in two lines, and the sentence below it. They change with the phase, not with the arrow.
 * @param {Sight} sight @param {Worth} worth of the arrow at the moment of the phase
 * @returns {{ lines: [string, string], about: string }}
 */
export function headline({ phase, learned, angle }, { here, elsewhere }) {
  if (phase === 'guess') {
    return { lines: ['Turn the arrow.', 'The list sorts itself.'],
      about: 'The arrow says what counts. Each recipe’s place is its shadow on the arrow.' };
  }
  if (phase === 'truth') return { lines: verdict(here, elsewhere), about: character(weightsAt(angle)) };
  return { lines: ['One arrow', 'for six searches.'],
    about: `Training turned it to suit them all: ${mixture(weightsAt(learned ?? angle))}.` };
}

/** @param {number} here @param {number} elsewhere @returns {[string, string]} */
function verdict(here, elsewhere) {
  if (fixed(here, 3) === '1.000' && here - elsewhere > NEAR) return ['Perfect here.', 'Not everywhere.'];
  if (here - elsewhere > NEAR) return ['Better here', 'than elsewhere.'];
  return elsewhere - here > NEAR ? ['Better elsewhere', 'than here.'] : ['About as good', 'elsewhere as here.'];
}

/**
 * The text beside the meter: a bold line and a sentence. It follows the arrow.
 * @param {Sight} sight
 * @param {Worth} own of the visitor's arrow
 * @param {Worth | null} learned of the trained w
 */
export function meterText({ phase, guess }, own, learned) {
  if (phase === 'guess') {
    return { bold: 'Then guess.', text: 'Make this list as good as you can. How good will the same arrow be on '
      + 'five other searches?' };
  }
  if (phase === 'truth' || !learned) {
    const sorted = [...own.others].sort((a, b) => a.ndcg - b.ndcg);
    const [worst, best] = [sorted[0], sorted[sorted.length - 1]];
    return { bold: `${fixed(own.here, 3)} here, ${fixed(own.elsewhere, 3)} on the other five.`,
      text: `You guessed ${fixed(guess, 2)}. From ${fixed(worst.ndcg, 3)} for ${worst.search} to `
        + `${fixed(best.ndcg, 3)} for ${best.search}.` };
  }
  const [before, after] = [fixed(own.here, 3), fixed(learned.here, 3)];
  const change = before === after ? `Here it stays at ${after}.` : `Here ${before} becomes ${after}.`;
  return { bold: `From ${fixed(own.elsewhere, 3)} to ${fixed(learned.elsewhere, 3)} on the five.`,
    text: `Training was allowed to learn from them. ${change}` };
}

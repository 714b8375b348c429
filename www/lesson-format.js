// Lessons as data: reads a stranger's file, and says where and what is wrong with it. Nothing of it is trusted before it has passed
// here, and nothing in it can run. Pure: no DOM; whether settings fit together is asked of links.

import { viewOf } from './address.js';
import { HIDEABLE } from './hiding.js';
import { FIGURES, PLACES, SUMS } from './lesson-figures.js';
import { amount, digits, isRecord, list, named, oneOf, record, short, words } from './lesson-values.js';

/** @typedef {import('./address.js').World} World */
/** @typedef {import('./address.js').View} View */
/** @typedef {import('./lesson-figures.js').Sum} Sum */
/** @typedef {import('./lesson-figures.js').Condition} Condition */

/** The fields of a link, and `data`: LETOR lines. @typedef {Record<string, string | number | boolean | null | string[]>} Wish */
/** A number in the text. @typedef {{ is: Sum, digits?: number, percent?: boolean }} Figure */
/** @typedef {{ text: string, right: Condition, feedback: string }} Choice */
/**
 * `state` is put into the page when the answer is given; `reveal` is told then.
 * @typedef {{ ask: string, choices?: Choice[], number?: { is: Sum, within: number, digits?: number, unit?: string, right: string, wrong: string },
 *   state?: Wish, remember?: string, figures?: Record<string, Figure>, reveal: string, expect?: Condition[] }} Question
 */
/** @typedef {{ title: string, text: string, state?: Wish, remember?: string, highlight?: { role: string, name: string }, figures?: Record<string, Figure>, question?: Question, expect?: Condition[] }} Step */
/** @typedef {{ rankscope: 'lesson', title: string, summary: string, minutes: number, hide?: string[], steps: Step[] }} Lesson */

/** Characters of a lesson file that are looked at. */
export const LONGEST_FILE = 100_000;
const MOST_STEPS = 40;
const MOST_PROBLEMS = 12;
const DEEPEST = 12;
const LONGEST_TEXT = 3_000;

/** Roles by which a step can point at something. */
export const ROLES = ['button', 'checkbox', 'combobox', 'heading', 'img', 'link', 'radio', 'region', 'slider', 'spinbutton', 'status', 'table', 'textbox'];
/** Fields of a state that move the view and start no other run. */
const LOOKS = ['trained', 'iteration', 'query', 'open', 'tab', 'shown'];
/** Of links, what a lesson has no business with. */
const FOREIGN = ['v', 'sample-checksum', 'lines', 'train', 'valid', 'test', 'train-checksum', 'valid-checksum', 'test-checksum', 'ended', 'lesson', 'step', 'hide', 'embed'];

/**
 * A lesson, or what is wrong with the text, place by place. Never throws.
 * @param {string} text of a JSON file
 * @param {World} world
 * @returns {{ lesson: Lesson, problems: [] } | { lesson: null, problems: string[] }}
 */
export function readLesson(text, world) {
  if (text.length > LONGEST_FILE) return { lesson: null, problems: [`the file has ${text.length.toLocaleString('en-US')} characters; a lesson has at most ${LONGEST_FILE.toLocaleString('en-US')}`] };
  /** @type {unknown} */
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { lesson: null, problems: [`this is no JSON: ${error instanceof Error ? short(error.message, 160) : ''}`] };
  }
  /** @type {string[]} */
  const problems = [];
  checkLesson(value, { say: (place, what) => { if (problems.length < MOST_PROBLEMS) problems.push(`${place || 'the lesson'}: ${what}`); }, world });
  return problems.length ? { lesson: null, problems } : { lesson: /** @type {Lesson} */ (value), problems: [] };
}

/**
 * The whole state that a step wants: its own wishes on top of those before it. Other data start afresh; another setting starts another run.
 * @param {Lesson} lesson
 * @param {number} step
 * @param {boolean} revealed whether the question of this step has been answered
 * @returns {Wish}
 */
export function wishAt(lesson, step, revealed) {
  /** @type {Wish} */
  let whole = {};
  lesson.steps.slice(0, step + 1).forEach(({ state, question }, at) => {
    whole = joined(whole, state);
    if (at < step || revealed) whole = joined(whole, question?.state);
  });
  return whole;
}

/**
 * A wish as links have it, and what is wrong with it.
 * @param {Wish} wish
 * @param {World} world
 */
export function viewOfWish(wish, world) {
  const words = new URLSearchParams();
  for (const [key, value] of Object.entries(wish)) {
    if (key === 'data') continue;
    if (key === 'trained' && value === 'end') {
      words.set('trained', '1');
      words.set('ended', 'true');
    } else words.set(key, value === null ? 'none' : Array.isArray(value) ? value.join(key === 'open' ? ',' : ' ') : String(value));
  }
  return viewOf(words.toString(), world);
}

/** @param {Wish} base @param {Wish | undefined} more @returns {Wish} */
function joined(base, more) {
  if (!more) return base;
  if ('sample' in more || 'data' in more) return more;
  const { trained, iteration, ...kept } = base;
  const other = Object.keys(more).some((key) => !LOOKS.includes(key));
  return { ...kept, ...(!other && trained !== undefined ? { trained } : {}), ...(!other && iteration !== undefined && !('trained' in more) ? { iteration } : {}), ...more };
}

/** @typedef {{ say: (place: string, what: string) => void, world: World }} Judge */

/** @param {unknown} value @param {Judge} judge */
function checkLesson(value, judge) {
  const lesson = record(value, '', { rankscope: true, title: true, summary: true, minutes: true, hide: false, steps: true }, judge);
  if (!lesson) return;
  if (lesson.rankscope !== 'lesson') judge.say('rankscope', 'it must be "lesson"');
  words(lesson.title, 'title', judge, 120);
  words(lesson.summary, 'summary', judge, 300);
  amount(lesson.minutes, 'minutes', judge, 1, 120);
  if (lesson.hide !== undefined) list(lesson.hide, 'hide', judge, HIDEABLE.length).forEach((name, at) => oneOf(name, `hide[${at}]`, HIDEABLE, judge));
  const steps = list(lesson.steps, 'steps', judge, MOST_STEPS);
  if (Array.isArray(lesson.steps) && !steps.length) judge.say('steps', 'a lesson has at least one');
  /** @type {Set<string>} */
  const names = new Set(['now']);
  steps.forEach((step, at) => checkStep(step, `steps[${at}]`, names, judge));
}

/** @param {unknown} value @param {string} place @param {Set<string>} names @param {Judge} judge */
function checkStep(value, place, names, judge) {
  const step = record(value, place, { title: true, text: true, state: false, remember: false, highlight: false, figures: false, question: false, expect: false }, judge);
  if (!step) return;
  words(step.title, `${place}.title`, judge, 120);
  checkWish(step.state, `${place}.state`, judge);
  remember(step.remember, `${place}.remember`, names, judge);
  if (step.highlight !== undefined) {
    const highlight = record(step.highlight, `${place}.highlight`, { role: true, name: true }, judge);
    if (highlight) {
      oneOf(highlight.role, `${place}.highlight.role`, ROLES, judge);
      words(highlight.name, `${place}.highlight.name`, judge, 120);
    }
  }
  const figures = checkFigures(step.figures, `${place}.figures`, names, judge);
  words(step.text, `${place}.text`, judge, LONGEST_TEXT, figures);
  conditions(step.expect, `${place}.expect`, names, judge);
  if (step.question !== undefined) checkQuestion(step.question, `${place}.question`, names, judge);
}

/** @param {unknown} value @param {string} place @param {Set<string>} names @param {Judge} judge */
function checkQuestion(value, place, names, judge) {
  const question = record(value, place, { ask: true, choices: false, number: false, state: false, remember: false, figures: false, reveal: true, expect: false }, judge);
  if (!question) return;
  checkWish(question.state, `${place}.state`, judge);
  remember(question.remember, `${place}.remember`, names, judge);
  const known = new Set([...names, 'before']);
  const figures = checkFigures(question.figures, `${place}.figures`, known, judge);
  words(question.ask, `${place}.ask`, judge, LONGEST_TEXT, new Set());
  words(question.reveal, `${place}.reveal`, judge, LONGEST_TEXT, figures);
  conditions(question.expect, `${place}.expect`, known, judge);
  if ((question.choices === undefined) === (question.number === undefined)) judge.say(place, 'it has either choices or a number');
  if (question.choices !== undefined) {
    const choices = list(question.choices, `${place}.choices`, judge, 6);
    if (choices.length === 1) judge.say(`${place}.choices`, 'there are at least two');
    choices.forEach((one, at) => {
      const here = `${place}.choices[${at}]`;
      const choice = record(one, here, { text: true, right: true, feedback: true }, judge);
      if (!choice) return;
      words(choice.text, `${here}.text`, judge, 300, new Set());
      words(choice.feedback, `${here}.feedback`, judge, LONGEST_TEXT, figures);
      condition(choice.right, `${here}.right`, known, judge);
    });
  }
  if (question.number !== undefined) {
    const here = `${place}.number`;
    const number = record(question.number, here, { is: true, within: true, digits: false, unit: false, right: true, wrong: true }, judge);
    if (!number) return;
    sum(number.is, `${here}.is`, known, judge);
    amount(number.within, `${here}.within`, judge, 0, 1e9);
    if (number.digits !== undefined) digits(number.digits, `${here}.digits`, judge);
    if (number.unit !== undefined) words(number.unit, `${here}.unit`, judge, 20);
    words(number.right, `${here}.right`, judge, LONGEST_TEXT, figures);
    words(number.wrong, `${here}.wrong`, judge, LONGEST_TEXT, figures);
  }
}

/** @param {unknown} value @param {string} place @param {Judge} judge */
function checkWish(value, place, judge) {
  if (value === undefined) return;
  if (!isRecord(value)) return judge.say(place, 'it is no object of fields');
  for (const [key, one] of Object.entries(value)) {
    const here = `${place}.${short(key)}`;
    if (FOREIGN.includes(key) || key.startsWith('next.')) return judge.say(here, 'a lesson cannot set it');
    const plain = one === null || ['string', 'number', 'boolean'].includes(typeof one) || (Array.isArray(one) && one.length <= 100 && one.every((part) => typeof part === 'string'));
    if (!plain || (typeof one === 'number' && !Number.isFinite(one))) return judge.say(here, 'it is neither text nor a number, true, false, null or a list of texts');
    if (key === 'data') {
      const lines = Array.isArray(one) ? one.join('\n') : one;
      if (typeof lines !== 'string' || !lines.trim() || lines.length > 20_000) return judge.say(here, 'it must be LETOR lines, at most 20,000 characters of them');
    }
  }
  const { sample, data } = value;
  if (sample !== undefined && data !== undefined) judge.say(place, 'it has either a sample or data');
  // Told by the same reader that reads addresses.
  for (const what of viewOfWish(/** @type {Wish} */ (value), judge.world).ignored) judge.say(place, what);
}

/** @param {unknown} value @param {string} place @param {Set<string>} names @param {Judge} judge */
function checkFigures(value, place, names, judge) {
  /** @type {Set<string>} */
  const known = new Set();
  if (value === undefined) return known;
  if (!isRecord(value)) {
    judge.say(place, 'it is no object of figures');
    return known;
  }
  for (const [name, one] of Object.entries(value).slice(0, 40)) {
    const here = `${place}.${short(name)}`;
    if (!/^[a-z]\w{0,30}$/i.test(name)) judge.say(here, 'a name has letters and digits only');
    known.add(name);
    const figure = record(one, here, { is: true, digits: false, percent: false }, judge);
    if (!figure) continue;
    sum(figure.is, `${here}.is`, names, judge);
    if (figure.digits !== undefined) digits(figure.digits, `${here}.digits`, judge);
    if (figure.percent !== undefined && typeof figure.percent !== 'boolean') judge.say(`${here}.percent`, 'it is true or false');
  }
  return known;
}

/** @param {unknown} value @param {string} place @param {Set<string>} names @param {Judge} judge @param {number} [depth] */
function sum(value, place, names, judge, depth = 0) {
  if (typeof value === 'number') return void (Number.isFinite(value) || judge.say(place, 'it is no number'));
  if (depth > DEEPEST) return judge.say(place, 'it is nested too deeply');
  if (!isRecord(value)) return judge.say(place, 'it is neither a number nor an expression');
  if ('value' in value) {
    const lookup = record(value, place, { value: true, run: false, at: false, measure: false, of: false, rank: false, feature: false }, judge);
    if (!lookup) return;
    oneOf(lookup.value, `${place}.value`, FIGURES, judge);
    if (lookup.run !== undefined && !(typeof lookup.run === 'string' && names.has(lookup.run))) judge.say(`${place}.run`, `“${named(lookup.run)}” was not remembered before`);
    if (lookup.at !== undefined && !(typeof lookup.at === 'number' ? Number.isInteger(lookup.at) && lookup.at >= 0 : PLACES.some((place) => place === lookup.at))) judge.say(`${place}.at`, `it is an iteration, or one of ${PLACES.join(', ')}`);
    for (const key of /** @type {const} */ (['measure', 'of'])) if (lookup[key] !== undefined) words(lookup[key], `${place}.${key}`, judge, 200);
    for (const key of /** @type {const} */ (['rank', 'feature'])) if (lookup[key] !== undefined && !(Number.isInteger(lookup[key]) && Number(lookup[key]) >= 1)) judge.say(`${place}.${key}`, 'it is a whole number from 1');
    return;
  }
  const keys = Object.keys(value);
  const [key] = keys;
  if (keys.length !== 1 || (key !== 'size' && !SUMS.some((name) => name === key))) return judge.say(place, `it is none of value, size, ${SUMS.join(', ')}`);
  if (key === 'size') return sum(value.size, `${place}.size`, names, judge, depth + 1);
  pair(value[key], `${place}.${key}`, names, judge, depth, key === 'minus' || key === 'over');
}

/** @param {unknown} value @param {string} place @param {Set<string>} names @param {Judge} judge @param {number} depth @param {boolean} two */
function pair(value, place, names, judge, depth, two) {
  const parts = list(value, place, judge, 10);
  if (Array.isArray(value) && (two ? parts.length !== 2 : parts.length < 2)) judge.say(place, two ? 'it has two parts' : 'it has at least two parts');
  parts.forEach((part, at) => sum(part, `${place}[${at}]`, names, judge, depth + 1));
}

/** @param {unknown} value @param {string} place @param {Set<string>} names @param {Judge} judge @param {number} [depth] */
function condition(value, place, names, judge, depth = 0) {
  if (depth > DEEPEST) return judge.say(place, 'it is nested too deeply');
  if (!isRecord(value)) return judge.say(place, 'it is no condition');
  const { within, ...rest } = value;
  const [key, ...more] = Object.keys(rest);
  if (more.length || !['less', 'more', 'same', 'all', 'any', 'not'].includes(key)) return judge.say(place, 'it is none of less, more, same, all, any, not');
  if (within !== undefined && (key !== 'same' || typeof within !== 'number' || !(within >= 0))) judge.say(`${place}.within`, 'it is a number from 0, beside “same”');
  if (key === 'not') return condition(rest.not, `${place}.not`, names, judge, depth + 1);
  if (key === 'all' || key === 'any') return list(rest[key], `${place}.${key}`, judge, 20).forEach((one, at) => condition(one, `${place}.${key}[${at}]`, names, judge, depth + 1));
  pair(rest[key], `${place}.${key}`, names, judge, depth, true);
}

/** @param {unknown} value @param {string} place @param {Set<string>} names @param {Judge} judge */
function conditions(value, place, names, judge) {
  if (value !== undefined) list(value, place, judge, 20).forEach((one, at) => condition(one, `${place}[${at}]`, names, judge));
}

/** @param {unknown} value @param {string} place @param {Set<string>} names @param {Judge} judge */
function remember(value, place, names, judge) {
  if (value === undefined) return;
  if (typeof value !== 'string' || !/^[a-z]\w{0,30}$/i.test(value) || value === 'now' || value === 'before') judge.say(place, 'it is a word of letters and digits, other than “now” and “before”');
  else names.add(value);
}

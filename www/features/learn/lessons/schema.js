// Reads lesson files, and names every fault with its place. A lesson is data: nothing in it can run. The reader of
// links checks whether settings fit together. Pure, no DOM.

import { LONGEST_FILE } from '../../share/links/url.js';
import { padOf } from '../../sketch/presets.js';
import { toLetor } from '../../sketch/letor-text.js';
import { LESSONS } from './lesson-list.js';
import { PATHS } from './paths.js';
import { condition, conditions, sum } from './schema-expressions.js';
import { checkReported } from './schema-reported.js';
import { checkState } from './schema-state.js';
import { amount, digits, isRecord, list, oneOf, record, short, words } from './schema-values.js';

/** @typedef {import('./schema-values.js').LessonWorld} World */
/** @typedef {import('../../share/links/url.js').View} View */
/** @typedef {import('./expressions.js').Sum} Sum */
/** @typedef {import('./expressions.js').Condition} Condition */
/** @typedef {import('./find-part.js').PartName} PartName */

/** @typedef {import('./step-state.js').StepState} StepState */
/** A number in the text. @typedef {{ is: Sum, digits?: number, percent?: boolean }} Figure */
/** `right`: a condition of the run, or marked by hand.
 * @typedef {{ text: string, right: Condition | boolean, feedback: string }} Choice */
/**
 * When the answer is given, the page gets `state` and shows `reveal`.
 * @typedef {{ ask: string, choices?: Choice[],
 *   number?: { is: Sum, within: number, digits?: number, unit?: string, hint?: string,
 *     least?: number, most?: number, right: string, wrong: string },
 *   state?: StepState, remember?: string, figures?: Record<string, Figure>, reveal: string, more?: string,
 *   expect?: Condition[] }} Question
 */
/** @typedef {{ authors: string, title: string, year: number, where?: string }} Citation */
/** A value beside the ends of curves. @typedef {{ name: string, value: number }} Mark */
/**
 * @typedef {{ title: string, text: string, state?: StepState, remember?: string,
 *   highlight?: PartName, marks?: PartName[], figures?: Record<string, Figure>, question?: Question,
 *   claim?: string, picture?: string, show?: string[], arrow?: [number, number], more?: string,
 *   curves?: Partial<Record<'own' | 'before' | 'first', string>> & { mark?: Mark }, gist?: string,
 *   literals?: Record<string, Sum | string>, expect?: Condition[] }} Step
 * `picture`: what stands beside the text, by its name in picture-list.js; without one, the part of the instrument that
 * `highlight` names. `show`: the parts of the picture that have been explained. `arrow`: the w of the picture at the
 * beginning. `curves`: what the runs of the picture are called, and a mark at their end. `more`: caveats, behind
 * *more*. `gist`: the text in one line, for a phone. `highlight`: the panel with the ring. `marks`: the parts that
 * `[1]`, `[2]`, … in the text stand for. `claim`: what the printed summary says of the step. `literals`: where each
 * decimal number that the texts write out comes from: an expression that the page compares with it, or words.
 */
/**
 * @typedef {{ rankscope: 'lesson', title: string, summary: string, after?: string, minutes: number, topic?: string,
 *   path?: string, needs?: string[], hide?: string[], measures?: string[], steps: Step[], try?: string,
 *   sources?: Citation[] }} Lesson
 * `after`: what a student can do after it. `topic`: what textbooks call it. `path`: on the map of lessons. `needs`: the
 * lessons of the page that come before it.
 * `try`: what the reader may try freely at the end. `measures`: those that the runs report and chart, the first as a
 * curve of its own, unless the state of a step names others.
 */

export const MOST_STEPS = 40;
export const MOST_MARKS = 9;
export const MOST_CHOICES = 6;
const MOST_PROBLEMS = 12;
export const LONGEST_TEXT = 3_000;

/** Roles by which a step can point at something. */
export const ROLES = ['button', 'checkbox', 'combobox', 'group', 'heading', 'img', 'link', 'radio', 'region', 'slider',
  'spinbutton', 'status', 'table', 'textbox'];

/**
 * Returns the lesson, or its faults with their places. Never throws.
 * @param {string} text of a JSON file
 * @param {World} world
 * @returns {{ lesson: Lesson, problems: [] } | { lesson: null, problems: string[] }}
 */
export function readLesson(text, world) {
  if (text.length > LONGEST_FILE) {
    return { lesson: null, problems: [`the file has ${text.length.toLocaleString('en-US')} characters; a lesson has `
          + `at most ${LONGEST_FILE.toLocaleString('en-US')}`] };
  }
  /** @type {unknown} */
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { lesson: null, problems: [`not valid JSON: ${error instanceof Error ? short(error.message, 160) : ''}`] };
  }
  /** @type {string[]} */
  const problems = [];
  /** @type {Judge} */
  const judge = { say: (place, what) => {
    if (problems.length < MOST_PROBLEMS) problems.push(`${place || 'the lesson'}: ${what}`);
  }, world };
  checkLesson(value, judge);
  const lesson = /** @type {Lesson} */ (value);
  if (!problems.length) checkReported(lesson, judge);
  if (problems.length) return { lesson: null, problems };
  return { lesson: { ...lesson, steps: lesson.steps.map(withSketches) }, problems: [] };
}

/** Writes out the starts of the sketch pad as data. @param {Step} step @returns {Step} */
function withSketches(step) {
  const { question } = step;
  return { ...step, ...(step.state && { state: written(step.state) }),
    ...(question && { question: { ...question, ...(question.state && { state: written(question.state) }) } }) };
}

/** @param {StepState} state @returns {StepState} */
function written({ sketch, ...state }) {
  return sketch === undefined ? state : { ...state, data: toLetor(padOf(String(sketch))).trim() };
}

/** @typedef {{ say: (place: string, what: string) => void, world: World }} Judge */

/** @param {unknown} value @param {Judge} judge */
function checkLesson(value, judge) {
  // Older files have an `order`, and steps with `charts`; both are passed over.
  const lesson = record(value, '',
    { rankscope: true, title: true, summary: true, after: false, minutes: true, topic: false, order: false, path: false,
      needs: false, hide: false, steps: true, try: false, sources: false, measures: false }, judge);
  if (!lesson) return;
  if (lesson.rankscope !== 'lesson') judge.say('rankscope', 'must be "lesson"');
  words(lesson.title, 'title', judge, 120);
  words(lesson.summary, 'summary', judge, 300);
  if (lesson.after !== undefined) words(lesson.after, 'after', judge, 90);
  amount(lesson.minutes, 'minutes', judge, 1, 120);
  if (lesson.topic !== undefined) words(lesson.topic, 'topic', judge, 40);
  if (lesson.path !== undefined) oneOf(lesson.path, 'path', PATHS.map(({ name }) => name), judge);
  if (lesson.needs !== undefined) {
    list(lesson.needs, 'needs', judge, LESSONS.length)
      .forEach((id, at) => oneOf(id, `needs[${at}]`, LESSONS, judge));
  }
  if (lesson.hide !== undefined) {
    list(lesson.hide, 'hide', judge, judge.world.hideable.length)
      .forEach((name, at) => oneOf(name, `hide[${at}]`, judge.world.hideable, judge));
  }
  if (lesson.try !== undefined) words(lesson.try, 'try', judge, LONGEST_TEXT, new Set());
  if (lesson.sources !== undefined) {
    list(lesson.sources, 'sources', judge, 20).forEach((one, at) => checkCitation(one, `sources[${at}]`, judge));
  }
  if (lesson.measures !== undefined) checkMeasures(lesson.measures, judge);
  const steps = list(lesson.steps, 'steps', judge, MOST_STEPS);
  if (Array.isArray(lesson.steps) && !steps.length) judge.say('steps', 'must have at least one step');
  /** @type {Set<string>} */
  const names = new Set(['now']);
  steps.forEach((step, at) => checkStep(step, `steps[${at}]`, names, judge));
}

/** @param {unknown} value @param {Judge} judge */
function checkMeasures(value, judge) {
  const names = list(value, 'measures', judge, 8);
  if (Array.isArray(value) && !names.length) judge.say('measures', 'must have at least one name');
  names.forEach((name, at) => words(name, `measures[${at}]`, judge, 40));
  checkState({ measures: names.filter((name) => typeof name === 'string') }, 'measures', judge);
}

/** @param {unknown} value @param {string} place @param {Judge} judge */
function checkCitation(value, place, judge) {
  const source = record(value, place, { authors: true, title: true, year: true, where: false }, judge);
  if (!source) return;
  for (const key of /** @type {const} */ (['authors', 'title', 'where'])) {
    if (source[key] !== undefined) words(source[key], `${place}.${key}`, judge, 300);
  }
  amount(source.year, `${place}.year`, judge, 1700, 2200);
}

/** @param {unknown} value @param {string} place @param {Set<string>} names @param {Judge} judge */
function checkStep(value, place, names, judge) {
  const step = record(value, place,
    { title: true, text: true, state: false, remember: false, highlight: false, marks: false, figures: false,
      question: false, claim: false, charts: false, picture: false, show: false, arrow: false, curves: false,
      more: false, gist: false, literals: false, expect: false },
    judge);
  if (!step) return;
  words(step.title, `${place}.title`, judge, 120);
  checkState(step.state, `${place}.state`, judge);
  remember(step.remember, `${place}.remember`, names, judge);
  if (step.highlight !== undefined) checkPart(step.highlight, `${place}.highlight`, judge);
  const marks = step.marks === undefined ? [] : list(step.marks, `${place}.marks`, judge, MOST_MARKS);
  marks.forEach((part, at) => checkPart(part, `${place}.marks[${at}]`, judge));
  if (marks.length && typeof step.text === 'string') checkMarks(step.text, marks.length, `${place}.text`, judge);
  const figures = checkFigures(step.figures, `${place}.figures`, names, judge);
  words(step.text, `${place}.text`, judge, LONGEST_TEXT, figures);
  conditions(step.expect, `${place}.expect`, names, judge);
  if (step.claim !== undefined) words(step.claim, `${place}.claim`, judge, 300, new Set());
  if (step.picture !== undefined) oneOf(step.picture, `${place}.picture`, judge.world.pictures, judge);
  if (step.show !== undefined) {
    list(step.show, `${place}.show`, judge, 20).forEach((part, at) => words(part, `${place}.show[${at}]`, judge, 40));
  }
  if (step.arrow !== undefined) {
    const arrow = list(step.arrow, `${place}.arrow`, judge, 2);
    arrow.forEach((one, at) => amount(one, `${place}.arrow[${at}]`, judge, -1e3, 1e3));
    if (arrow.length !== 2 || !arrow.some(Boolean)) judge.say(`${place}.arrow`, 'must be two numbers, not both 0');
  }
  if (step.curves !== undefined) checkCurves(step.curves, `${place}.curves`, judge);
  if (step.more !== undefined) words(step.more, `${place}.more`, judge, LONGEST_TEXT, figures);
  if (step.gist !== undefined) words(step.gist, `${place}.gist`, judge, 160, figures);
  checkLiterals(step.literals, `${place}.literals`, names, judge);
  if (step.question !== undefined) checkQuestion(step.question, `${place}.question`, names, judge);
}

/** @param {unknown} value @param {string} place @param {Judge} judge */
function checkCurves(value, place, judge) {
  const { mark, ...names } = record(value, place, { own: false, before: false, first: false, mark: false },
    judge) ?? {};
  Object.entries(names).forEach(([run, name]) => words(name, `${place}.${run}`, judge, 20));
  if (mark === undefined) return;
  const { name, value: height } = record(mark, `${place}.mark`, { name: true, value: true }, judge) ?? {};
  if (name !== undefined) words(name, `${place}.mark.name`, judge, 20);
  if (height !== undefined && !Number.isFinite(height)) judge.say(`${place}.mark.value`, 'must be a number');
}

/** @param {unknown} value @param {string} place @param {Set<string>} names @param {Judge} judge */
function checkLiterals(value, place, names, judge) {
  if (value === undefined) return;
  if (!isRecord(value)) return judge.say(place, 'must be an object');
  for (const [literal, source] of Object.entries(value).slice(0, 40)) {
    const here = `${place}.${short(literal)}`;
    if (!/^\d+(\.\d+)?$/.test(literal)) judge.say(here, 'must be a number as the text writes it');
    if (typeof source === 'string') words(source, here, judge, 300);
    else sum(source, here, new Set([...names, 'before']), judge);
  }
}

/** @param {unknown} value @param {string} place @param {Judge} judge */
function checkPart(value, place, judge) {
  const part = record(value, place, { role: true, name: true }, judge);
  if (!part) return;
  oneOf(part.role, `${place}.role`, ROLES, judge);
  words(part.name, `${place}.name`, judge, 120);
}

/** @param {string} text @param {number} count @param {string} place @param {Judge} judge */
function checkMarks(text, count, place, judge) {
  for (const [mark, number] of text.matchAll(/\[(\d)\]/g)) {
    if (Number(number) < 1 || Number(number) > count) judge.say(place, `${mark} is not among the marks beside it`);
  }
}

/** @param {unknown} value @param {string} place @param {Set<string>} names @param {Judge} judge */
function checkQuestion(value, place, names, judge) {
  const question = record(value, place,
    { ask: true, choices: false, number: false, state: false, remember: false, figures: false, reveal: true,
      more: false, expect: false }, judge);
  if (!question) return;
  checkState(question.state, `${place}.state`, judge);
  remember(question.remember, `${place}.remember`, names, judge);
  const known = new Set([...names, 'before']);
  const figures = checkFigures(question.figures, `${place}.figures`, known, judge);
  words(question.ask, `${place}.ask`, judge, LONGEST_TEXT, new Set());
  words(question.reveal, `${place}.reveal`, judge, LONGEST_TEXT, figures);
  if (question.more !== undefined) words(question.more, `${place}.more`, judge, LONGEST_TEXT, figures);
  conditions(question.expect, `${place}.expect`, known, judge);
  if ((question.choices === undefined) === (question.number === undefined)) {
    judge.say(place, 'must have either choices or a number');
  }
  if (question.choices !== undefined) {
    const choices = list(question.choices, `${place}.choices`, judge, MOST_CHOICES);
    if (choices.length === 1) judge.say(`${place}.choices`, 'must have at least two entries');
    choices.forEach((one, at) => {
      const here = `${place}.choices[${at}]`;
      const choice = record(one, here, { text: true, right: true, feedback: true }, judge);
      if (!choice) return;
      words(choice.text, `${here}.text`, judge, 300, new Set());
      words(choice.feedback, `${here}.feedback`, judge, LONGEST_TEXT, figures);
      if (typeof choice.right !== 'boolean') condition(choice.right, `${here}.right`, known, judge);
    });
    checkMarked(choices, `${place}.choices`, judge);
  }
  if (question.number !== undefined) {
    const here = `${place}.number`;
    const number = record(question.number, here,
      { is: true, within: true, digits: false, unit: false, hint: false, least: false, most: false,
        right: true, wrong: true }, judge);
    if (!number) return;
    sum(number.is, `${here}.is`, known, judge);
    amount(number.within, `${here}.within`, judge, 0, 1e9);
    if (number.digits !== undefined) digits(number.digits, `${here}.digits`, judge);
    if (number.unit !== undefined) words(number.unit, `${here}.unit`, judge, 20);
    if (number.hint !== undefined) words(number.hint, `${here}.hint`, judge, 80);
    if (number.least !== undefined) amount(number.least, `${here}.least`, judge, -1e9, 1e9);
    const least = typeof number.least === 'number' ? number.least : -1e9;
    if (number.most !== undefined) amount(number.most, `${here}.most`, judge, least, 1e9);
    words(number.right, `${here}.right`, judge, LONGEST_TEXT, figures);
    words(number.wrong, `${here}.wrong`, judge, LONGEST_TEXT, figures);
  }
}

/**
 * Answers that are right or wrong by hand, as true or false.
 * @param {unknown[]} choices @param {string} place @param {Judge} judge
 */
function checkMarked(choices, place, judge) {
  const marks = choices.flatMap((one) => (isRecord(one) && typeof one.right === 'boolean' ? one.right : []));
  if (!marks.length) return;
  if (marks.length < choices.length) judge.say(place, 'must all be marked by hand, with true or false, or none');
  if (!marks.includes(true)) judge.say(place, 'must have a right answer');
  if (!marks.includes(false)) judge.say(place, 'must have a wrong answer');
}

/** @param {unknown} value @param {string} place @param {Set<string>} names @param {Judge} judge */
function checkFigures(value, place, names, judge) {
  /** @type {Set<string>} */
  const known = new Set();
  if (value === undefined) return known;
  if (!isRecord(value)) {
    judge.say(place, 'must be an object of figures');
    return known;
  }
  for (const [name, one] of Object.entries(value).slice(0, 40)) {
    const here = `${place}.${short(name)}`;
    if (!/^[a-z]\w{0,30}$/i.test(name)) judge.say(here, 'a name must have letters and digits only');
    known.add(name);
    const figure = record(one, here, { is: true, digits: false, percent: false }, judge);
    if (!figure) continue;
    sum(figure.is, `${here}.is`, names, judge);
    if (figure.digits !== undefined) digits(figure.digits, `${here}.digits`, judge);
    if (figure.percent !== undefined && typeof figure.percent !== 'boolean') {
      judge.say(`${here}.percent`, 'must be true or false');
    }
  }
  return known;
}

/** @param {unknown} value @param {string} place @param {Set<string>} names @param {Judge} judge */
function remember(value, place, names, judge) {
  if (value === undefined) return;
  const isWord = typeof value === 'string' && /^[a-z]\w{0,30}$/i.test(value);
  if (isWord && value !== 'now' && value !== 'before') names.add(value);
  else judge.say(place, 'must be a word of letters and digits other than “now” and “before”');
}

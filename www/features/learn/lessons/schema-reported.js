// Checks that the runs of a lesson report the figures that it looks up. Pure, no DOM.

import { whyNotReported } from './reported-figures.js';
import { isRecord, short } from './schema-values.js';
import { stateAt, viewOfState } from './step-state.js';

/** @typedef {import('../../../core/protocol.js').TrainingSettings} TrainingSettings */
/** @typedef {import('./schema-state.js').Judge} Judge */
/** @typedef {import('./step-state.js').StepState} StepState */
/** @typedef {{ state?: StepState, remember?: string, figures?: unknown, expect?: unknown }} Asking */
/**
 * The parts of a lesson that look figures up; schema.js has their types.
 * @typedef {{ measures?: string[], steps: (Asking & { literals?: unknown,
 *   question?: Asking & { choices?: { right: unknown }[], number?: { is: unknown } } })[] }} Lesson
 */
/** Settings of runs by the names that expressions use. @typedef {Record<string, TrainingSettings>} Runs */

/** @param {Lesson} lesson valid in all other respects @param {Judge} judge */
export function checkReported(lesson, judge) {
  /** @type {Runs} */
  const remembered = {};
  /** @type {Map<string, TrainingSettings>} */
  const read = new Map();
  /** @param {number} step @param {boolean} revealed */
  const settingsAt = (step, revealed) => {
    const state = stateAt(lesson, step, revealed);
    const key = JSON.stringify(state);
    const settings = read.get(key) ?? viewOfState(state, judge.world).view.settings;
    read.set(key, settings);
    return settings;
  };
  lesson.steps.forEach(({ remember, question, figures, expect, literals }, at) => {
    const here = `steps[${at}]`;
    const now = settingsAt(at, false);
    if (remember) remembered[remember] = now;
    /** @type {Runs} */
    const before = { ...remembered, now };
    check({ figures, expect }, here, before, judge);
    const after = question ? settingsAt(at, true) : now;
    if (question?.remember) remembered[question.remember] = after;
    /** @type {Runs} */
    const runs = { ...remembered, now: after, before: now };
    check({ literals }, here, runs, judge);
    if (!question) return;
    const { choices, number } = question;
    check({ figures: question.figures, expect: question.expect, choices: choices?.map(({ right }) => ({ right })),
      number: number && { is: number.is } }, `${here}.question`, runs, judge);
  });
}

/**
 * Checks every figure inside a value.
 * @param {unknown} value @param {string} place @param {Runs} runs @param {Judge} judge
 */
function check(value, place, runs, judge) {
  if (Array.isArray(value)) return value.forEach((one, at) => check(one, `${place}[${at}]`, runs, judge));
  if (!isRecord(value)) return;
  if (typeof value.value !== 'string') {
    for (const [key, one] of Object.entries(value)) check(one, `${place}.${short(key)}`, runs, judge);
    return;
  }
  const lookup = /** @type {import('./expressions.js').Lookup} */ (/** @type {unknown} */ (value));
  const settings = runs[lookup.run ?? 'now'];
  const why = settings && whyNotReported(lookup, judge.world.catalog, settings);
  if (why) judge.say(`${place}.${lookup.measure !== undefined && /measure/.test(why) ? 'measure' : 'value'}`, why);
}

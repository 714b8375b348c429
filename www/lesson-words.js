// The text of lessons as nodes: paragraphs, *emphasis*, **strong**, `code` and {{figures}}. Everything else is plain text, so that
// a stranger's lesson can bring no markup. And what its conditions say of a run.

import { h } from './dom.js';
import { count, fixed } from './format.js';
import { holds, numberOf } from './lesson-figures.js';

/** @typedef {import('./lesson-format.js').Figure} Figure */
/** @typedef {import('./lesson-figures.js').Shots} Shots */

/**
 * @param {string} text
 * @param {Record<string, Figure> | undefined} figures
 * @param {Shots} shots
 */
export function paragraphs(text, figures, shots) {
  return text.split(/\n\s*\n/).map((one) => h('p', {}, inline(one, figures ?? {}, shots)));
}

/**
 * @param {string} text @param {Record<string, Figure>} figures @param {Shots} shots
 * @returns {import('./dom.js').Child[]}
 */
export function inline(text, figures, shots) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\{\{\w+\}\})/).map((part) => {
    if (part.startsWith('{{') && part.endsWith('}}')) return h('b', { class: 'figure' }, figureText(figures[part.slice(2, -2)], shots));
    if (/^\*\*.+\*\*$/s.test(part)) return h('strong', {}, inline(part.slice(2, -2), figures, shots));
    if (/^\*.+\*$/s.test(part)) return h('em', {}, inline(part.slice(1, -1), figures, shots));
    if (/^`.+`$/s.test(part)) return h('code', {}, part.slice(1, -1));
    return part;
  });
}

/** @param {Figure | undefined} figure @param {Shots} shots */
function figureText(figure, shots) {
  const value = figure && told(() => numberOf(figure.is, shots));
  if (figure === undefined || value === null || value === undefined) return '…';
  return numberText(figure.percent ? 100 * value : value, figure.digits) + (figure.percent ? ' %' : '');
}

/** @param {number} value @param {number} [digits] */
export function numberText(value, digits) {
  if (digits === undefined && Number.isInteger(value)) return count(value);
  return fixed(value, digits ?? 3);
}

/** Whether a condition holds; null where the run has no such figures. @param {import('./lesson-figures.js').Condition} condition @param {Shots} shots */
export function judged(condition, shots) {
  return told(() => holds(condition, shots));
}

/** A number, or null where the run has none. @param {import('./lesson-figures.js').Sum} sum @param {Shots} shots */
export function valueOf(sum, shots) {
  return told(() => numberOf(sum, shots));
}

/**
 * The value, or null where a figure is not there: a lesson may ask for what its run does not have, and the page then shows that.
 * @template T @param {() => T} ask @returns {T | null}
 */
function told(ask) {
  try {
    return ask();
  } catch {
    return null;
  }
}

/**
 * What a lesson states and the run does not bear out.
 * @param {import('./lesson-figures.js').Condition[] | undefined} expected
 * @param {Shots} shots
 * @param {string} place
 */
export function unmet(expected, shots, place) {
  return (expected ?? []).flatMap((one, at) => {
    try {
      return holds(one, shots) ? [] : [`${place}[${at}] does not hold`];
    } catch (error) {
      return [`${place}[${at}]: ${error instanceof Error ? error.message : error}`];
    }
  });
}

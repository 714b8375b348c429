// The text of lessons as nodes: paragraphs, *emphasis*, **strong**, `code`, $formulas$, {{figures}}, {term:id} or
// {term:id|words}, and [1] for marks. The weights *w* are an italic serif letter. Everything else is plain text, so a
// stranger's lesson can bring no markup. Also evaluates the conditions of a lesson.

import { h } from '../../../ui/dom.js';
import { count, figure as fourDigits, fixed, percent, shortFigure, significant } from '../../../lib/format.js';
import { formula } from '../../../ui/formula.js';
import { term } from '../../../ui/term.js';
import { termOf } from '../glossary/terms.js';
import { holds, numberOf } from './expressions.js';

/** @typedef {import('./schema.js').Figure} Figure */
/** @typedef {import('./expressions.js').LessonSnapshots} LessonSnapshots */
/** @typedef {import('../../../ui/dom.js').Child} Child */

const PUNCTUATION = /^[.,:;)]+/;
const FORMULA = /\$[^$\s](?:[^$]*[^$\s])?\$/;
const PARTS = new RegExp(`(${[/\*\*[^*]+\*\*/, FORMULA, /\*[^*]+\*/, /`[^`]+`/, /\{\{\w+\}\}/,
  /\{term:[\w-]+(?:\|[^{}|]+)?\}/, /\[\d\]/].map(({ source }) => source).join('|')})`);

/**
 * @param {string} text
 * @param {Record<string, Figure> | undefined} figures
 * @param {LessonSnapshots} snapshots
 * @param {number} [marks] how many marks the step has; a paragraph that begins with one is an entry of a list
 */
export function paragraphs(text, figures, snapshots, marks = 0) {
  return text.split(/\n\s*\n/).map((one) => {
    const [, number, rest] = /^\[(\d)\]\s*(.*)$/s.exec(one) ?? [];
    if (!number || Number(number) > marks) return h('p', {}, inline(one, figures ?? {}, snapshots, marks));
    return h('p', { class: 'lesson-marked' }, markOf(number),
      h('span', {}, inline(rest, figures ?? {}, snapshots, marks)));
  });
}

/**
 * @param {string} text @param {Record<string, Figure>} figures @param {LessonSnapshots} snapshots
 * @param {number} [marks] -1 where terms must be plain words, as in a label
 * @returns {Child[]}
 */
export function inline(text, figures, snapshots, marks = 0) {
  return text.split(PARTS).map((part, at, all) => {
    if (part.startsWith('{{') && part.endsWith('}}')) {
      const name = part.slice(2, -2);
      return h('b', { class: 'figure', dataset: { figure: name } }, figureText(figures[name], snapshots));
    }
    if (/^\{term:.+\}$/.test(part)) {
      const mark = PUNCTUATION.exec(all[at + 1] ?? '')?.[0];
      const name = termText(part.slice(6, -1), marks >= 0);
      // The term is a box of its own: without this a line could begin with the punctuation behind it.
      return mark ? h('span', { class: 'unbroken' }, name, mark) : name;
    }
    if (/^\[\d\]$/.test(part)) return Number(part[1]) <= marks ? markOf(part[1]) : part;
    if (part === '*w*' || part === '**w**') return h('i', { class: 'w-letter' }, 'w');
    if (/^\*\*.+\*\*$/s.test(part)) return h('strong', {}, inline(part.slice(2, -2), figures, snapshots, marks));
    // A single letter is a symbol of mathematics.
    if (/^\*[A-Za-z]\*$/.test(part)) return h('var', { class: 'symbol' }, part[1]);
    if (/^\*.+\*$/s.test(part)) return h('em', {}, inline(part.slice(1, -1), figures, snapshots, marks));
    if (/^\$.+\$$/s.test(part)) return formulaPart(part.slice(1, -1));
    if (/^`.+`$/s.test(part)) return h('code', {}, part.slice(1, -1));
    return at > 0 && /^\{term:.+\}$/.test(all[at - 1]) ? part.replace(PUNCTUATION, '') : part;
  });
}

/** The most characters of a formula that a line does not break. */
const SHORT = 24;

/** @param {string} written */
function formulaPart(written) {
  return h('span', { class: written.length <= SHORT ? 'unbroken' : '' }, formula(written));
}

/** The number of a mark. The part of the page that it stands for has the same. @param {string} number */
function markOf(number) {
  return h('span', { class: 'mark-number', 'aria-hidden': 'true' }, number);
}

/** @param {string} named `id` or `id|words` @param {boolean} explains @returns {Child} */
function termText(named, explains) {
  const [id, words] = named.split('|', 2);
  const entry = termOf(id);
  const [, written] = /^\$(.+)\$$/s.exec(words ?? '') ?? [];
  const name = written ? formulaPart(written) : words ?? entry?.name ?? id;
  return entry && explains ? term(id, name) : name;
}

/** @param {Figure | undefined} figure @param {LessonSnapshots} snapshots */
function figureText(figure, snapshots) {
  const value = figure && orNull(() => numberOf(figure.is, snapshots));
  if (figure === undefined || value === null || value === undefined) return '…';
  if (figure.percent && figure.digits === undefined) return percent(value);
  const format = figure.digits === undefined && !figure.percent ? formatOf(figure.is) : null;
  if (format) return format(value);
  return numberText(figure.percent ? 100 * value : value, figure.digits) + (figure.percent ? ' %' : '');
}

/**
 * The format in which the page shows a figure, where it differs from that of other numbers.
 * @param {import('./expressions.js').Sum} is
 * @returns {((value: number) => string) | null}
 */
function formatOf(is) {
  if (typeof is !== 'object') return null;
  if ('size' in is) return formatOf(is.size);
  if (!('value' in is)) return null;
  if (is.value === 'report.norm') return fourDigits;
  if (/^(pulls\.(pull|score)|weight)$/.test(is.value)) return significant;
  // Beside a curve, whole numbers have decimals, too.
  return /^report\.(train|valid|test|(best_)?(primal|objective)|dual|mean_slack|mean_loss)$/.test(is.value)
    ? shortFigure : null;
}

/** Without `digits`, a number stands in the text as beside its curve. @param {number} value @param {number} [digits] */
export function numberText(value, digits) {
  if (digits === undefined && Number.isInteger(value)) return count(value);
  return digits === undefined ? shortFigure(value) : fixed(value, digits);
}

/**
 * Returns whether a condition holds; null if the run lacks the figures.
 * @param {import('./expressions.js').Condition} condition
 * @param {LessonSnapshots} snapshots
 */
export function judged(condition, snapshots) {
  return orNull(() => holds(condition, snapshots));
}

/**
 * Returns a number, or null if the run lacks it.
 * @param {import('./expressions.js').Sum} sum
 * @param {LessonSnapshots} snapshots
 */
export function valueOfSum(sum, snapshots) {
  return orNull(() => numberOf(sum, snapshots));
}

/**
 * Returns the value, or null if the run lacks a figure. The page then says that the run cannot tell.
 * @template T @param {() => T} ask @returns {T | null}
 */
function orNull(ask) {
  try {
    return ask();
  } catch {
    return null;
  }
}

/**
 * Returns the numbers written out in the texts of a step that differ from the run.
 * @param {Record<string, import('./expressions.js').Sum | string> | undefined} literals
 * @param {LessonSnapshots} snapshots
 * @param {string} place
 */
export function wrongLiterals(literals, snapshots, place) {
  return Object.entries(literals ?? {}).flatMap(([literal, source]) => {
    if (typeof source === 'string') return [];
    const value = valueOfSum(source, snapshots);
    const figure = value === null ? 'no value' : value.toFixed(literal.split('.')[1]?.length ?? 0);
    return figure === literal ? [] : [`${place}: the text says ${literal}, the run says ${figure}`];
  });
}

/**
 * Returns the expectations of a lesson that the run does not meet.
 * @param {import('./expressions.js').Condition[] | undefined} expected
 * @param {LessonSnapshots} snapshots
 * @param {string} place
 */
export function unmet(expected, snapshots, place) {
  return (expected ?? []).flatMap((one, at) => {
    try {
      return holds(one, snapshots) ? [] : [`${place}[${at}] does not hold`];
    } catch (error) {
      return [`${place}[${at}]: ${error instanceof Error ? error.message : error}`];
    }
  });
}

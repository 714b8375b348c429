// What the panel computes from a study: the grid of its cells, names, the remaining time, and its data files. Pure.

import { count, plural } from '../../../lib/format.js';

/** @typedef {import('./study-state.js').CellPlan} CellPlan */
/** @typedef {import('./study-state.js').CellMark} CellMark */
/** @typedef {import('./study-state.js').StudyOutline} StudyOutline */
/** @typedef {import('./study-state.js').StudyView} StudyView */

/**
 * The grid of cells: one column per level of the last axis with several levels, one row per place of the others.
 * @typedef {{ rowHeads: string[], columnHead: string, columns: string[],
 *   rows: { names: string[], places: CellPlan[][] }[] }} Grid
 */

/** @param {StudyOutline} outline @param {CellPlan[]} cells @returns {Grid} */
export function gridOf({ axes }, cells) {
  const several = axes.map((_, at) => at).filter((at) => axes[at].levels.length > 1);
  const column = several.at(-1) ?? axes.length - 1;
  const named = several.length > 1 ? several.slice(0, -1) : [0];
  /** @type {Map<string, Grid['rows'][number]>} */
  const rows = new Map();
  for (const cell of cells) {
    const names = named.map((at) => axes[at].levels[cell.place[at]]);
    const key = named.map((at) => cell.place[at]).join();
    const row = rows.get(key) ?? { names, places: axes[column].levels.map(() => []) };
    rows.set(key, row);
    row.places[cell.place[column]].push(cell);
  }
  return { rowHeads: named.map((at) => axes[at].name), columnHead: axes[column].name, columns: axes[column].levels,
    rows: [...rows.values()] };
}

/** A level with the name of its axis, if it is a number. @param {string} axis @param {string} level */
export function levelText(axis, level) {
  if (axis === 'size') return `${level}${level.endsWith('%') ? ' of' : ''} queries`;
  return /^[\d.]+(e[+-]?\d+)?$/i.test(level) ? `${axis} ${level}` : level;
}

/**
 * Names a cell by the axes, folds and seeds that tell cells apart.
 * @param {StudyOutline} outline @param {CellPlan} cell @param {CellPlan[]} cells
 */
export function cellName({ axes }, cell, cells) {
  const names = axes.flatMap(({ name, levels }, at) => {
    if (levels.length < 2) return [];
    return [name === 'size' ? plural(cell.training_queries, 'training query', 'training queries')
      : levelText(name, levels[cell.place[at]])];
  });
  const has = (/** @type {(one: CellPlan) => number} */ value) => cells.some((one) => value(one) !== value(cells[0]));
  if (has(({ fold }) => fold)) names.push(`fold ${cell.fold + 1}`);
  if (has(({ seed }) => seed)) names.push(`seed ${cell.seed}`);
  if (cell.candidate) names.push(cell.candidate);
  return names.join(', ') || axes[0].levels[0];
}

/** @type {Record<CellMark, string>} */
export const MARK_TEXTS = { queued: 'queued', running: 'running', done: 'done', unconverged: 'done, † not converged',
  failed: 'failed' };

/** The work of a cell: trainings times training queries. @param {CellPlan} cell */
export function workOf({ trainings, training_queries: queries }) {
  return trainings * Math.max(1, queries);
}

/**
 * Returns one cell for every key that has no result, in the order of the study: equal cells are trained once.
 * @param {CellPlan[]} cells @param {(key: string) => boolean} isKnown
 */
export function toTrain(cells, isKnown) {
  const taken = new Set();
  return cells.filter(({ key }) => {
    if (isKnown(key) || taken.has(key)) return false;
    taken.add(key);
    return true;
  });
}

/**
 * Returns the number of workers. One processor is left to the page and its training.
 * @param {number | undefined} processors
 * @param {number} cells
 */
export function poolSize(processors, cells) {
  return Math.max(1, Math.min(4, cells, (processors ?? 2) - 1));
}

/**
 * Returns the seconds that remain, null before a cell is done. It supposes that time grows with trainings times
 * training queries.
 * @param {number} elapsed seconds @param {number} done work @param {number} all work @param {number} cellsDone
 */
export function secondsLeft(elapsed, done, all, cellsDone) {
  if (cellsDone === 0 || done <= 0) return null;
  return elapsed * Math.max(0, all - done) / done;
}

/** A duration in rounded words. @param {number} seconds */
export function duration(seconds) {
  if (seconds < 9.5) return plural(Math.max(1, Math.round(seconds)), 'second');
  if (seconds < 90) return `${count(Math.round(seconds / 5) * 5)} seconds`;
  return seconds < 5400 ? `${count(seconds / 60)} minutes` : `${(seconds / 3600).toFixed(1)} hours`;
}

/**
 * Finds the data files of a study among chosen files: by the end of the path, else by the name alone.
 * @param {string[]} names as in the study
 * @param {File[]} files
 * @returns {{ found: { name: string, blob: File }[], missing: string[] }}
 */
export function matchFiles(names, files) {
  /** @type {{ name: string, blob: File }[]} */
  const matches = [];
  const baseOf = (/** @type {string} */ path) => path.split(/[\\/]/).at(-1) ?? path;
  const missing = names.filter((name) => {
    const base = baseOf(name);
    const end = `/${name.replace(/^\.?\//, '')}`;
    const paths = files.filter(({ webkitRelativePath: path }) => path && `/${path}`.endsWith(end));
    // A name that several files of the study share does not tell them apart.
    const isAlone = names.filter((other) => baseOf(other) === base).length === 1;
    const same = paths.length ? paths : isAlone ? files.filter((file) => file.name === base) : [];
    if (same.length !== 1) return true;
    matches.push({ name, blob: same[0] });
    return false;
  });
  return { found: matches, missing };
}

/**
 * Returns whether a text begins like a study, with any white space.
 * @param {Blob} file
 * @returns {Promise<boolean>} rejected where the file cannot be read
 */
export async function isStudyFile(file) {
  return /^\s*\{\s*"rankscope"\s*:\s*"study"/.test(await file.slice(0, 200).text());
}

/** Number of cells with a result. @param {CellMark[]} marks */
export function doneOf(marks) {
  return marks.filter((mark) => mark !== 'queued' && mark !== 'running').length;
}

/** How far the study is, in one sentence. @param {StudyView} study */
export function progressText({ status, marks, left, seconds, trainings, note, cells }) {
  if (!cells) return '';
  const far = `${count(doneOf(marks))} of ${plural(marks.length, 'cell')} done`;
  switch (status) {
    case 'running': return `${far}. ${left === null ? 'The remaining time is shown after the first cells.'
      : left < 1 ? 'Almost done.' : `About ${duration(left)} left.`}`;
    case 'done':
      return `${trainings ? `${far} in ${duration(seconds)}.` : `${far}. All were trained before.`} ${note}`.trim();
    case 'none': return doneOf(marks) ? `${far}: trained before. Run study trains the others. ${note}`.trim() : '';
    default: return `${note} ${far}. Run study trains the others.`;
  }
}

// The figures and tables of four papers in their order, with the numbers that the papers print. A new figure is an
// entry of figures.json. Fetched with the first look at the studies.

import papers from './figures.json' with { type: 'json' };

/** A number, with ± its spread where the paper prints one; null where the paper prints none, or no text of it is at
 * hand. @typedef {number | [number, number] | null} Cell */

/**
 * A table of numbers as the paper prints it. `each`: what has an axis of its own: a data set is a row or a column, and
 * a measure is a column; a `number` is the place on one axis `x`. `unit`: of all axes, or of each column. `digits`:
 * decimals, of all numbers or of each column; without it, as many as a number needs. `p`: of each column.
 * @typedef {{ title?: string, unit: string | string[], each: 'row' | 'column' | 'number', x?: string, log?: boolean,
 *   digits?: number | number[], columns: (string | number)[], rows: Record<string, Cell[]>, p?: string[] }}
 *   PrintedTable
 */

/**
 * A figure or table. `x`, `y`: names of the axes. `said`: what the paper says of it. `printed`: its numbers; `printed
 * in`: the table that has them. `axes`: the ends of the axes of a figure without numbers. `exact`: curves of formulas.
 * `shows`: the name of y in the plot of the study that repeats the figure. `needs`: data without which not even the
 * setting can be repeated. `opens`: where a figure without a study leads.
 * @typedef {{ figure: string, title: string, kind: 'curve' | 'points' | 'bars' | 'histogram', x: string, y: string,
 *   said: string, printed?: PrintedTable[], 'printed in'?: string, axes?: { x: number[], y: number[] },
 *   exact?: string, shows?: string, needs?: string, opens?: { panel?: string, lesson?: string, name: string } }} Figure
 */

/** `by`: authors and year. @typedef {{ paper: string, by: string, figures: Figure[] }} Paper */

export const PAPERS = /** @type {readonly Paper[]} */ (/** @type {unknown} */ (papers));

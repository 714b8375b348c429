// Cutting planes that the theory allows beside those that training needs: along ε, or along C. The axis of planes is
// logarithmic.

import { count as written, significant } from '../../../../lib/format.js';
import { powerTicks } from '../../../../pictures/lab-curves.js';
import { planeCurves, powerText } from '../../../../pictures/lab-series.js';
import { COST, allowedPlanes, atCost } from '../figures/allowed-planes.js';
import { labPicture } from './lab/lab-picture.js';

/** @typedef {import('./lab/lab-picture.js').LabScene} LabScene */
/** @typedef {import('./lab/lab-picture.js').LabChart} LabChart */
/** @typedef {import('../figures/allowed-planes.js').Steps} Steps */

export const description = {
  name: 'Planes allowed and needed',
  shows: 'cutting planes that the theory allows beside those that training needs, on a log axis, along ε or C',
  parts: { allowed: 'allows (the theory)', needed: 'needs (training)', price: 'C (cost of slack)' },
};

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => labPicture({ label: description.name, parts: description.parts, key: () => '',
  load: ({ state }) => allowedPlanes(state.data?.request), chart }, context);

/** @param {readonly Steps[]} all @param {LabScene} scene @returns {LabChart} */
const chart = (all, scene) => (scene.has('price') ? alongCost(all, scene) : alongEpsilon(atCost(all, COST), scene));

/** @param {number} allowed @returns {LabChart['y']} */
function planesAxis(allowed) {
  const most = 10 ** Math.ceil(Math.log10(allowed));
  return { least: 1, most, ticks: powerTicks(1, most), isLog: true, label: 'planes, log scale', text: powerText };
}

/** @param {number} allowed @param {number | null | undefined} needed */
const told = (allowed, needed) => `allowed ${powerWords(allowed)}${
  typeof needed === 'number' ? `, needed ${written(needed)}` : ''}`;

/** A large number in a sentence. @param {number} value */
function powerWords(value) {
  if (value < 1e6) return written(Math.round(value));
  const [unit, name] = value < 1e9 ? [1e6, 'million'] : value < 1e12 ? [1e9, 'billion'] : [1e12, 'trillion'];
  return `${significant(value / unit, 3)} ${name}`;
}

/** @param {Steps} steps @param {LabScene} scene @returns {LabChart} */
function alongEpsilon({ rows }, { isPhone, count, isThere }) {
  const { allowed, needed } = planeCurves(rows, isPhone);
  const [{ epsilon: first }, { epsilon: last }] = [rows[0], rows[rows.length - 1]];
  return { x: { least: first, most: last, ticks: isPhone ? [0.1, 0.01, 0.001] : [0.5, 0.1, 0.03, 0.01, 0.003, 0.001],
    isLog: true, label: isPhone ? 'ε, violation left' : 'ε, the violation that is left',
    text: (value) => significant(value, 1) },
  y: planesAxis(rows[rows.length - 1].bound), stops: rows.map(({ epsilon }) => epsilon), open: rows.length, begin: 2,
  handle: 'ε', curves: [allowed, { ...needed, points: needed.points.slice(0, count('needed', needed.points.length)) }],
  words: (stop) => `ε = ${significant(rows[stop].epsilon, 1)}: ${
    told(rows[stop].bound, isThere('needed') ? rows[stop].planes : null)}`,
  hidden: { place: [0.6, 0.88], head: 'needed: ?', about: 'Its curve comes after your guess.' } };
}

/** @param {readonly Steps[]} all @param {LabScene} scene @returns {LabChart} */
function alongCost(all, { isPhone, count, isThere }) {
  const points = all.map(({ c, rows }) => ({ c, ...rows[rows.length - 1] }));
  const open = 2;
  return { x: { least: points[0].c, most: points[points.length - 1].c, ticks: points.map(({ c }) => c), isLog: true,
    label: isPhone ? 'C, cost of slack' : 'C, the cost of slack, log scale',
    text: (value) => (value < 1 ? String(value) : written(value)) },
  y: planesAxis(points[points.length - 1].bound), stops: points.map(({ c }) => c), open: points.length, begin: 0,
  handle: 'C',
  curves: [{ name: 'allowed', hue: 3, points: points.map(({ c, bound }) => /** @type {const} */ ([c, bound])) },
    { name: 'needed', hue: 1, points: points.flatMap(({ c, planes }) =>
      (typeof planes === 'number' ? [/** @type {const} */ ([c, planes])] : []))
      .slice(0, count('price', points.length, open)) }],
  words: (stop) => `C = ${points[stop].c}: ${
    told(points[stop].bound, isThere('price') || stop < open ? points[stop].planes : null)}`,
  hidden: { place: [0.98, 0.58], head: 'needed: ?', about: 'The curve goes on after your guess.' } };
}

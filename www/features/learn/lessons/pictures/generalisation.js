// What the loss on drawn searches says of all searches: along the number of searches, or along the longest w that is
// allowed.

import { fixed, percent } from '../../../../lib/format.js';
import { roundTicks } from '../../../../pictures/lab-curves.js';
import { DRAWN, NORM, NUMBERS, PROMISED, atNorm, atNumber, generalisationOf } from '../figures/generalisation.js';
import { labPicture } from './lab/lab-picture.js';

/** @typedef {import('./lab/lab-picture.js').LabScene} LabScene */
/** @typedef {import('./lab/lab-picture.js').LabChart} LabChart */
/** @typedef {import('../figures/generalisation.js').AtNumber} AtNumber */
/** @typedef {import('../figures/generalisation.js').AtNorm} AtNorm */

export const description = {
  name: 'Loss and risk',
  shows: 'what a model pays on the searches that trained it, and what it pays on all searches: against their number, '
    + 'or against the longest w that is allowed',
  parts: { risk: 'risk (all searches)', training: 'draw (training loss)', norms: 'longer (w, limit B)',
    largest: 'largest (difference)', promise: 'promise, slide' },
};

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => labPicture({ label: description.name, parts: description.parts, key: () => '',
  load: ({ state }) => generalisationOf(state.data?.request), chart }, context);

/** @param {readonly AtNumber[]} all @param {LabScene} scene @returns {LabChart} */
function chart(all, scene) {
  if (scene.has('promise')) return promise(all, scene);
  if (scene.has('norms')) return alongNorms(all, scene);
  return scene.has('largest') ? largest(all, scene) : alongNumbers(all, scene);
}

/** @param {string} label @param {boolean} isPhone @returns {LabChart['x']} */
const numbersAxis = (label, isPhone) => ({ least: NUMBERS[0], most: NUMBERS[NUMBERS.length - 1],
  ticks: isPhone ? NUMBERS.filter((_, at) => at % 2 === 0) : NUMBERS, label, isLog: true });

/** @param {readonly AtNorm[]} norms @param {boolean} isPhone @returns {LabChart['x']} */
function normsAxis(norms, isPhone) {
  const radii = norms.map(({ radius }) => radius);
  return { least: radii[0], most: radii[radii.length - 1], ticks: radii, isLog: true,
    label: isPhone ? 'B, the longest w' : 'B, the longest w that is allowed' };
}

/** @param {readonly number[]} values @param {string} label @returns {LabChart['y']} */
function lossAxis(values, label) {
  const least = Math.floor(20 * Math.min(...values) - 0.2) / 20;
  const most = Math.ceil(20 * Math.max(...values) + 0.2) / 20;
  return { least, most, ticks: roundTicks(least, most), label, text: (value) => fixed(value, 2) };
}

/** @param {readonly (readonly [number, number])[]} points @param {number} count */
const first = (points, count) => points.slice(0, count);

/** @param {readonly AtNumber[]} all @param {LabScene} scene @returns {LabChart} */
function alongNumbers(all, { isPhone, count, isThere }) {
  const points = all.map(({ number, norms }) => ({ number, of: atNorm(norms, NORM) }));
  const values = points.flatMap(({ of }) => [of.training.mean, of.risk.mean]);
  const [{ of: { least_risk: least } }] = points;
  return { x: numbersAxis(isPhone ? 'searches in a draw, N' : 'searches in a draw, N, log scale', isPhone),
    y: lossAxis(values, 'loss'), stops: NUMBERS, open: NUMBERS.length, begin: 1, handle: 'Searches in a draw',
    levels: [{ y: least, isLeft: true, name: isPhone ? `best w: ${fixed(least, 3)}`
      : `best w on all searches: ${fixed(least, 3)}` }],
    curves: [
      { name: isPhone ? 'all searches' : 'risk: all searches', hue: 4,
        points: first(points.map(({ number, of }) => [number, of.risk.mean]), count('risk', NUMBERS.length)) },
      { name: isPhone ? 'its draw' : 'loss on its own draw', hue: 0,
        points: first(points.map(({ number, of }) => [number, of.training.mean]), count('training', NUMBERS.length)) },
    ],
    words(stop) {
      const { number, of } = points[stop];
      const own = isThere('training') ? `, its own draw ${fixed(of.training.mean, 3)}` : '';
      return `N = ${number}: all searches ${fixed(of.risk.mean, 3)}${own}`;
    },
    hidden: { place: [0.85, 0.94], head: 'its own draw: ?', about: 'Its curve comes after your guess.' } };
}

/** @param {readonly AtNumber[]} all @param {LabScene} scene @returns {LabChart} */
function alongNorms(all, { isPhone, count, isThere }) {
  const norms = atNumber(all, DRAWN);
  const values = norms.flatMap(({ training, risk }) => [training.mean, risk.mean]);
  const open = 2;
  const shown = count('norms', norms.length, open);
  return { x: normsAxis(norms, isPhone), y: lossAxis(values, 'loss'), stops: norms.map(({ radius }) => radius), open,
    begin: 0, handle: 'B, the longest w',
    curves: [
      { name: isPhone ? 'all searches' : 'risk: all searches', hue: 4,
        points: first(norms.map(({ radius, risk }) => [radius, risk.mean]), shown) },
      { name: isPhone ? 'its draw' : 'loss on its own draw', hue: 0,
        points: first(norms.map(({ radius, training }) => [radius, training.mean]), shown) },
    ],
    words(stop) {
      const { radius, training, risk } = norms[stop];
      const gap = isThere('norms') || stop < open
        ? `: all searches ${fixed(risk.mean, 3)}, its own draw ${fixed(training.mean, 3)}` : '';
      return `B = ${radius}${gap}`;
    },
    hidden: { place: [0.98, 0.04], head: 'a longer w: ?', about: 'The curves go on after your guess.' } };
}

/** @param {readonly AtNumber[]} all @param {LabScene} scene @returns {LabChart} */
function largest(all, { isPhone, count }) {
  const points = all.map(({ number, norms }) => ({ number, value: atNorm(norms, NORM).deviation.mean }));
  const most = Math.ceil(10 * Math.max(...points.map(({ value }) => value)) + 0.2) / 10;
  const open = 2;
  return { x: numbersAxis(isPhone ? 'searches in a draw, N' : 'searches in a draw, N, log scale', isPhone),
    y: { least: 0, most, ticks: roundTicks(0, most), label: isPhone ? 'difference' : 'loss and risk: difference',
      text: (value) => fixed(value, 1) },
    stops: NUMBERS, open, begin: 0, handle: 'Searches in a draw',
    curves: [{ name: isPhone ? 'largest' : 'largest over all w', hue: 3,
      points: first(points.map(({ number, value }) => [number, value]), count('largest', points.length, open)) }],
    words: (stop) => `N = ${points[stop].number}: at worst, loss and risk differ by ${fixed(points[stop].value, 3)}`,
    hidden: { place: [0.98, 0.04], head: 'more searches: ?', about: 'The curve goes on after your guess.' } };
}

/** @param {readonly AtNumber[]} all @param {LabScene} scene @returns {LabChart} */
function promise(all, { isPhone, count }) {
  const norms = atNumber(all, DRAWN);
  const open = 3;
  const shown = count('promise', norms.length, open);
  const kept = norms.map(({ uniform_held: held }) => held);
  const least = Math.floor(10 * Math.min(...kept) - 0.2) / 10;
  return { x: normsAxis(norms, isPhone),
    y: { least, most: 1.02, ticks: roundTicks(least, 1), text: percent,
      label: isPhone ? 'draws that keep it' : 'draws that keep the promise' },
    stops: norms.map(({ radius }) => radius), open, begin: 0, handle: 'B, the longest w',
    levels: [{ y: PROMISED, isLeft: true, name: `promised: ${percent(PROMISED)}` }],
    curves: [{ name: isPhone ? 'for all w' : 'kept for all w', hue: 3,
      points: first(norms.map(({ radius, uniform_held: held }) => [radius, held]), shown) }],
    words: (stop) => `B = ${norms[stop].radius}: ${percent(norms[stop].uniform_held)} of the draws keep the promise`,
    hidden: { place: [0.92, 0.75], head: 'a longer w: ?', about: 'The curve goes on after your guess.' } };
}

// Online passes in shuffled orders as dots: what a pass paid, and the test loss of the mean of its w, and of the last.

import { fixed } from '../../../../lib/format.js';
import { roundTicks } from '../../../../pictures/lab-curves.js';
import { passCurves } from '../../../../pictures/lab-series.js';
import { onlinePasses } from '../figures/online-to-batch.js';
import { labPicture } from './lab/lab-picture.js';

/** @typedef {import('./lab/lab-picture.js').LabScene} LabScene */
/** @typedef {import('./lab/lab-picture.js').LabChart} LabChart */
/** @typedef {import('../figures/online-to-batch.js').OnlinePasses} OnlinePasses */

export const description = {
  name: 'From online to batch',
  shows: 'online passes in shuffled orders: what each pass paid, against the loss of its mean w on searches that were '
    + 'not used. The diagonal is what was paid',
  parts: { orders: 'orders, paid', mean: 'mean (of all w)' },
};

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => labPicture({ label: description.name, parts: description.parts, key: () => '',
  load: ({ state }) => onlinePasses(state.data?.request), chart }, context);

/** @param {OnlinePasses} passes @param {LabScene} scene @returns {LabChart} */
function chart({ shuffled }, { isPhone, count, isThere }) {
  const passes = shuffled.passes.toSorted((one, other) => one.paid - other.paid);
  const all = passes.flatMap(({ paid, mean_iterate: mean, last_iterate: last }) => [paid, mean, last]);
  const least = Math.floor(100 * Math.min(...all) - 0.2) / 100;
  const most = Math.ceil(100 * Math.max(...all) + 0.2) / 100;
  const ticks = roundTicks(least, most);
  const text = (/** @type {number} */ value) => fixed(value, 2);
  const shown = count('mean', passes.length);
  const { diagonal, mean, last } = passCurves(passes, [least, most], isPhone);
  return { x: { least, most, ticks: ticks.filter((_, at) => !isPhone || at % 2 === 0), text,
    label: isPhone ? 'mean loss paid' : 'mean loss that a pass paid' },
  y: { least, most, ticks, label: isPhone ? 'test loss' : 'loss on other searches', text },
  stops: passes.map(({ paid }) => paid), open: passes.length, begin: 0, handle: 'Pass',
  curves: [diagonal, { ...last, points: last.points.slice(0, shown) },
    { ...mean, points: mean.points.slice(0, shown) }],
  words(stop) {
    const { paid, mean_iterate: own, last_iterate: end } = passes[stop];
    const others = isThere('mean') ? `; its mean w̄ costs ${fixed(own, 3)}, its last w ${fixed(end, 3)}` : '';
    if (!isPhone) return `A pass paid ${fixed(paid, 3)} a search${others}`;
    return `paid ${fixed(paid, 3)}${isThere('mean') ? `; w̄ ${fixed(own, 3)}, last w ${fixed(end, 3)}` : ''}`;
  },
  hidden: { place: [0.5, 0.5], head: 'the mean w̄: ?', about: 'Its dots come after your guess.' } };
}

// The words and numbers of the sketch pad. Pure.

import { figure, measureName, plural, significant } from '../../lib/format.js';
import { faultOf } from './sketch-edits.js';

/** @typedef {import('./sketch-state.js').Pad} Pad */
/** @typedef {import('./sketch-state.js').SketchView} SketchView */
/** @typedef {import('../../core/sketch-protocol.js').SketchReply} SketchReply */
/** @typedef {import('../../core/sketch-protocol.js').SketchValues} SketchValues */

/**
 * The place of a query in the replies, which leave out queries without documents; −1 for such a query.
 * @param {Pad | null} pad @param {number} query
 */
export function placeOf(pad, query) {
  if (!pad?.[query]?.documents.length) return -1;
  return pad.slice(0, query).filter(({ documents }) => documents.length).length;
}

/**
 * The rank of each document of a query, such as "3" or "3–5" for ties; none for a reply about other documents.
 * @param {Pad | null} pad @param {number} query @param {SketchReply | null} reply
 */
export function rankText(pad, query, reply) {
  const ranks = reply?.shown.ranks[placeOf(pad, query)] ?? [];
  if (ranks.length !== (pad?.[query]?.documents.length ?? 0)) return [];
  return ranks.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`));
}

/** @param {[number, number] | number[]} w */
export const weightsText = ([x, y]) => `(${significant(x)}, ${significant(y)})`;

/** The w that the arrow shows; null without one. @param {Pick<SketchView, 'arrow' | 'reply'>} sketch */
export function shownWeights({ arrow, reply }) {
  const trained = reply?.training.w;
  if (!trained) return null;
  return arrow ?? /** @type {[number, number]} */ ([trained[0], trained[1]]);
}

/** What training found. @param {SketchReply | null} reply @param {string} id of the shown query */
export function trainingText(reply, id) {
  if (!reply) return '';
  const { stop, moved, without_w: without } = reply.training;
  const planes = moved ? `, ${plural(moved.planes, 'plane')}` : '';
  return `${plural(stop.iterations, 'iteration')}${planes}. `
    + (without || `The numbers on the arrow are the ranks of search ${id}.`);
}

/** What the moved arrow shows. @param {SketchReply} reply */
export function movedText({ w, training }) {
  const trained = training.w;
  return `w = ${weightsText(w ?? [0, 0])}, moved`
    + `${trained ? `. Training found ${weightsText(trained)}, the dashed line` : ''}.`;
}

/** What the planes that move with a document still bound. @param {SketchReply | null} reply */
export function planesText(reply) {
  const moved = reply?.training.moved;
  if (!moved) return '';
  const { planes, floor, objective } = moved;
  return `${plural(planes, 'plane')} of before the move still ${planes === 1 ? 'bounds' : 'bound'}: floor `
    + `${figure(floor)} ≤ objective ${figure(objective)} at the new w.`;
}

/** Why there is nothing to train, or why a part of the pad takes no part. @param {SketchView} sketch */
export function faultText({ pad, query, problem }) {
  const current = pad?.[query];
  const own = current ? faultOf(current) : '';
  if (own) return own;
  if (problem) return problem;
  const others = (pad ?? []).filter(faultOf).map(({ id }) => id);
  if (!others.length) return '';
  const [noun, verb] = others.length === 1 ? ['Query', 'takes'] : ['Queries', 'take'];
  return `${noun} ${others.join(', ')} cannot be ranked wrongly and ${verb} no part.`;
}

/** The NDCG of the figures, as people write it. @param {SketchReply | null} reply */
export function ndcgName(reply) {
  return reply ? measureName(reply.shown.ndcg_measure) : 'NDCG';
}

/**
 * The rows of the figures: a name, its term of the glossary, and where its value stands.
 * @type {{ name: string, term: string, key: keyof SketchValues }[]}
 */
export const VALUES = [
  { name: 'NDCG', term: 'ndcg', key: 'ndcg' },
  { name: 'AUC', term: 'auc', key: 'auc' },
  { name: 'loss', term: 'loss', key: 'loss' },
  { name: 'slack ξ', term: 'slack', key: 'bound' },
];

// The words and numbers of the sketch pad. Pure.

import { figure, measureName, percent, plural, significant } from '../../lib/format.js';
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

/** What training found, in one sentence. @param {SketchReply | null} reply */
export function trainingText(reply) {
  if (!reply) return '';
  const { stop } = reply.training;
  const gap = stop.gap === null || stop.gap === undefined ? '' : ` to a gap of ${percent(stop.gap)}`;
  const objective = stop.best_objective === null || stop.best_objective === undefined ? ''
    : `, objective ${figure(stop.best_objective)}`;
  return `Trained in ${plural(stop.iterations, 'iteration')}${gap}${objective}.`;
}

/** What the moved planes still bound, in one sentence. @param {SketchReply | null} reply @param {boolean} isMoving */
export function planesText(reply, isMoving) {
  const moved = reply?.training.moved;
  if (!moved) return '';
  const { planes, floor, objective } = moved;
  const values = `floor ${figure(floor)} ≤ objective ${figure(objective)} at the new w.`;
  return isMoving ? `${plural(planes, 'plane')} of before the move still bound: ${values}`
    : `${plural(planes, 'plane')} of all iterations. Drag a document: they move with it and stay lower bounds.`;
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
  { name: 'AP', term: 'map', key: 'average_precision' },
  { name: 'AUC', term: 'auc', key: 'auc' },
  { name: 'loss Δ', term: 'loss', key: 'loss' },
  { name: 'bound H', term: 'hinge', key: 'bound' },
];

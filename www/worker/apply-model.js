// Applies the model of a file to the data of the worker. Knows no run and no messages.

import { Model, Ranker } from '../wasm/rankscope.js';
import { faultOf } from '../core/errors.js';

/** @typedef {import('../wasm/rankscope.js').Dataset} Dataset */
/** @typedef {import('../core/protocol.js').AppliedModel} AppliedModel */
/** @typedef {import('../core/protocol.js').Part} Part */
/** @typedef {Record<Part, Dataset | null>} Sets */

const PERSISTENCE = 0.9; // of the rank-biased overlap
const PARTS = /** @type {const} */ (['train', 'valid', 'test']);

/**
 * @param {Sets & { train: Dataset }} sets
 * @param {import('../core/protocol.js').ModelQuestion} question
 * @returns {AppliedModel}
 */
export function appliedModel(sets, question) {
  const { json, list, rival, query, measures } = question;
  if (list) return appliedList(sets, list, question);
  const own = Model.parse(json);
  try {
    const other = rival === null ? null : Model.parse(rival);
    try {
      return {
        parts: PARTS.flatMap((part) => {
          const data = sets[part];
          return data ? [{ part, own: valuesOf(own, data, measures), rival: other && valuesOf(other, data, measures) }]
            : [];
        }),
        agreement: other && agreementOf(own, other, sets, measures),
        ranking: query === null ? null : rankingOf(own, other, sets.train, query),
        join: own.join_note(sets.train) ?? '',
      };
    } finally {
      other?.free();
    }
  } finally {
    own.free();
  }
}

/**
 * As `appliedModel`, for the list of another program. A file of scores is for one part of the data.
 * @param {Sets & { train: Dataset }} sets @param {Uint8Array} list of a run or scores
 * @param {import('../core/protocol.js').ModelQuestion} question
 * @returns {AppliedModel}
 */
function appliedList(sets, list, { rival, query, measures, threshold }) {
  const own = Ranker.read(list);
  const other = rival === null ? null : Model.parse(rival);
  try {
    const parts = PARTS.flatMap((part) => {
      const data = sets[part];
      if (!data || !own) return [];
      const means = measures.map((measure) =>
        tried(() => own.evaluate(data, [measure], threshold, 'skip')[0].value ?? null));
      return means.some((mean) => mean !== null)
        ? [{ part, own: means, rival: other && valuesOf(other, data, measures) }] : [];
    });
    // What does not fit the training data may fit other data.
    const join = parts.length && !tried(() => own?.check(sets.train)) ? '' : own?.check(sets.train).join('; ') ?? '';
    return { parts, agreement: null, join, ranking: own && query !== null
      ? tried(() => listOf(own, other, sets.train, query)) : null };
  } finally {
    other?.free();
    own?.free();
  }
}

/** @param {Ranker} own @param {Model | null} other @param {Dataset} data @param {string} query its name */
function listOf(own, other, data, query) {
  const index = data.find_query(query);
  if (index === undefined) return null;
  const { ranks: places } = own.list(data, index);
  const ranks = other && ranksOf(other.score_query(data, index));
  return { query, index, documents: data.documents(index).map(({ document, grade, comment }) =>
    ({ document, grade, comment, score: NaN, place: places[document] || null, rank: ranks?.[document] ?? null }))
    .sort((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity) || a.document - b.document) };
}

/**
 * The scores of two documents feature by feature.
 * @param {Dataset} data @param {import('../core/protocol.js').ScoresQuestion} question
 */
export function explainedScores(data, { json, query, first, second }) {
  const model = Model.parse(json);
  try {
    return model.explain(data, query, first, second);
  } finally {
    model.free();
  }
}

/**
 * The ways of two documents through a tree.
 * @param {Dataset} data @param {import('../core/protocol.js').WaysQuestion} question
 */
export function followedDocuments(data, { json, query, documents, tree }) {
  const model = Model.parse(json);
  try {
    return model.tree_paths(data, query, Uint32Array.from(documents), Uint32Array.from(tree));
  } finally {
    model.free();
  }
}

/**
 * The means of the measures, in their order; null for one that the model or the data do not define.
 * @param {Model} model @param {Dataset} data @param {string[]} measures
 */
function valuesOf(model, data, measures) {
  return measures.map((measure) => tried(() => model.evaluate(data, [measure], 'skip')[0].value ?? null));
}

/**
 * The agreement on the data that say most: test data, else validation data, else training data.
 * @param {Model} own @param {Model} other @param {Sets & { train: Dataset }} sets @param {string[]} measures
 * @returns {AppliedModel['agreement']}
 */
function agreementOf(own, other, sets, measures) {
  const part = PARTS.findLast((one) => sets[one]) ?? 'train';
  return tried(() => {
    const { queries, ...means } = own.compare(other, sets[part] ?? sets.train, measures[0], PERSISTENCE);
    return { part, ...means, queries: queries.length };
  });
}

/**
 * The documents of a training query by score, equal scores in the order of the file. `rank`: by the other model.
 * @param {Model} own @param {Model | null} other @param {Dataset} data @param {string} query its name
 * @returns {AppliedModel['ranking']}
 */
function rankingOf(own, other, data, query) {
  const index = data.find_query(query);
  if (index === undefined) return null;
  const ranks = other && ranksOf(other.score_query(data, index));
  const scores = own.score_query(data, index);
  return { query, index, documents: data.documents(index).map(({ document, grade, comment }) =>
    ({ document, grade, comment, score: scores[document], rank: ranks?.[document] ?? null }))
    .sort((a, b) => b.score - a.score || a.document - b.document).map((one, at) => ({ ...one, place: at + 1 })) };
}

/** The rank of each document, from 1. @param {Float64Array} scores */
function ranksOf(scores) {
  const order = Array.from(scores.keys()).sort((a, b) => scores[b] - scores[a] || a - b);
  const ranks = Array.from(scores, () => 0);
  order.forEach((document, at) => { ranks[document] = at + 1; });
  return ranks;
}

/** The value, or null where the core refuses it. @template T @param {() => T} work @returns {T | null} */
function tried(work) {
  try {
    return work();
  } catch (error) {
    if (!faultOf(error)) throw error;
    return null;
  }
}

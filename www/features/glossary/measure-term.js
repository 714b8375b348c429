// The glossary entry of a measure. Pure.

/** @type {Readonly<Record<string, string>>} */
const TERM_OF = {
  ndcg: 'ndcg', dcg: 'dcg', ap: 'map', rr: 'mrr', auc: 'auc', p: 'precision', err: 'err', wta: 'wta', mwta: 'wta',
  eru: 'eru', dndcg: 'dndcg', repeats: 'repeats', cost: 'cost', recall: 'recall', success: 'success',
};

/** Returns the id of the entry, that of measures in general for an unknown one. @param {string} name such as NDCG@10 */
export function measureTerm(name) {
  const [, word = ''] = /^([a-z]+)/.exec(name.toLowerCase()) ?? [];
  return TERM_OF[word] ?? 'measure';
}

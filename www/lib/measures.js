// The names of the measures, as the core declares them. Written by
// `UPDATE_README=1 cargo test --test cli page_of_measures`.

/**
 * `name`: as people write it. `term`: its entry of the glossary. `isUnit`: whether all values are from 0 to 1.
 * @type {Readonly<Record<string, { name: string, term: string, isUnit: boolean }>>}
 */
export const MEASURES = {
  'ndcg': { name: 'NDCG', term: 'ndcg', isUnit: true },
  'dcg': { name: 'DCG', term: 'dcg', isUnit: false },
  'ap': { name: 'AP', term: 'map', isUnit: true },
  'map': { name: 'MAP', term: 'map', isUnit: true },
  'rr': { name: 'RR', term: 'mrr', isUnit: true },
  'mrr': { name: 'MRR', term: 'mrr', isUnit: true },
  'p': { name: 'P', term: 'precision', isUnit: true },
  'recall': { name: 'Recall', term: 'recall', isUnit: true },
  'success': { name: 'Success', term: 'success', isUnit: true },
  'wta': { name: 'WTA', term: 'wta', isUnit: true },
  'err': { name: 'ERR', term: 'err', isUnit: true },
  'auc': { name: 'AUC', term: 'auc', isUnit: true },
  'eru': { name: 'ERU', term: 'eru', isUnit: true },
  'eru-raw': { name: 'ERU-raw', term: 'eru', isUnit: false },
  'dndcg': { name: 'dNDCG', term: 'dndcg', isUnit: true },
  'repeats': { name: 'repeats', term: 'repeats', isUnit: false },
  'cost': { name: 'cost', term: 'cost', isUnit: false },
  'rprec': { name: 'RPrec', term: 'precision', isUnit: true },
  'r-precision': { name: 'R-PRECISION', term: 'precision', isUnit: true },
  'rbp': { name: 'RBP', term: 'precision', isUnit: true },
  'pair-error': { name: 'pair-error', term: 'pair-error', isUnit: true },
  'tau': { name: 'tau', term: 'pair-error', isUnit: false },
  'owpc-error': { name: 'owpc-error', term: 'owpc-error', isUnit: true },
  'judged': { name: 'Judged', term: 'judged', isUnit: true },
  'mwta': { name: 'mWTA', term: 'wta', isUnit: true },
};

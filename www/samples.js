// The samples that can be loaded at once. Where their files come from is told in samples/LICENSES.md.

/** @typedef {import('./reducer.js').Request} Request */

/**
 * `about`: one sentence. `credit`: who made the data, when somebody else did.
 * @typedef {{ id: string, name: string, about: string, credit: string | null } & Omit<Request, 'sample' | 'name'>} Sample
 */

/** @param {string} name @returns {import('./protocol.js').Source} */
const file = (name) => ({ kind: 'url', name, url: new URL(`samples/${name}`, document.baseURI).href });

/** @type {Sample[]} */
export const SAMPLES = [
  {
    id: 'kitchen',
    name: 'Kitchen (hand-made)',
    about: 'Six searches on a recipe site, few enough to read every document.',
    credit: null,
    train: file('kitchen.txt'), valid: null, test: null,
    holdOut: false, picture: null, features: ['title', 'text', 'popularity', 'rating', 'complete'],
    settings: { measure: 'ndcg@10', c: 10, scale: 'none', decay: 'power:0.5', reference: 'aligned' },
  },
  {
    id: 'generated',
    name: 'Web search (generated)',
    about: '200 made-up web searches, about 40 pages each: grades 0 to 4 from a hidden rule, blurred by noise.',
    credit: null,
    train: { kind: 'generated', name: 'generated sample', queries: 200, documents: 40, seed: 1 }, valid: null, test: null,
    holdOut: true, picture: null, features: null,
    settings: { measure: 'ndcg@10', c: 10, scale: 'none', decay: 'power:0.5', reference: 'aligned' },
  },
  {
    id: 'lightgbm',
    name: 'LightGBM example',
    about: 'LightGBM’s ranking example: 300 sparse features, grades 0 to 4, few documents per query.',
    credit: 'LightGBM authors, MIT.',
    train: file('lightgbm-train.txt.gz'), valid: null, test: file('lightgbm-test.txt.gz'),
    holdOut: false, picture: null, features: null,
    settings: { measure: 'ndcg@10', c: 10, scale: 'minmax', decay: 'power:0.5', reference: 'aligned' },
  },
  {
    id: 'optdigits',
    name: 'Handwritten digits',
    about: 'Find the threes among all ten digits: each document is an 8 × 8 picture, and so is w.',
    credit: 'Alpaydin and Kaynak, UCI, CC BY 4.0.',
    train: file('optdigits.txt.gz'), valid: null, test: null,
    holdOut: true, picture: { width: 8, height: 8 }, features: null,
    settings: { measure: 'ndcg@10', c: 10, scale: 'none', decay: 'power:0.5', reference: 'aligned' },
  },
];

export const FIRST_SAMPLE = 'generated';

/**
 * @param {string} id
 * @returns {Request | null}
 */
export function sampleRequest(id) {
  const sample = SAMPLES.find((one) => one.id === id);
  if (!sample) return null;
  const { name, train, valid, test, holdOut, picture, features, settings } = sample;
  return { sample: id, name, train, valid, test, holdOut, picture, features, settings };
}

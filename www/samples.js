// The samples that can be loaded at once. Where their files come from is told in samples/README.md.

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
    about: 'Five searches in a recipe collection, few enough to read every document and follow every step.',
    credit: null,
    train: file('kitchen.txt'), valid: null, test: null,
    holdOut: false, picture: null,
    settings: { measure: 'ndcg', c: 10, scale: 'none', decay: 'power:0.5', reference: 'aligned' },
  },
  {
    id: 'generated',
    name: 'Web search (generated)',
    about: '200 made-up web searches with 40 pages each: grades 0 to 4 from a hidden rule, blurred by noise; split 60/20/20 by query.',
    credit: null,
    train: { kind: 'generated', name: 'generated sample', queries: 200, documents: 40, seed: 1 }, valid: null, test: null,
    holdOut: true, picture: null,
    settings: { measure: 'ndcg@10', c: 10, scale: 'none', decay: 'power:0.5', reference: 'aligned' },
  },
  {
    id: 'lightgbm',
    name: 'LightGBM example',
    about: 'The ranking example that comes with LightGBM: 201 training queries, 300 sparse features, grades 0 to 4.',
    credit: 'LightGBM authors, Microsoft; MIT licence.',
    train: file('lightgbm-train.txt.gz'), valid: null, test: file('lightgbm-test.txt.gz'),
    holdOut: false, picture: null,
    settings: { measure: 'ndcg@10', c: 10, scale: 'minmax', decay: 'power:0.5', reference: 'aligned' },
  },
  {
    id: 'optdigits',
    name: 'Handwritten digits',
    about: 'Find the pictures of one digit among all ten: a document is an 8 × 8 picture, and w is a picture too.',
    credit: 'Optical Recognition of Handwritten Digits, E. Alpaydin and C. Kaynak, UCI; CC BY 4.0.',
    train: file('optdigits.txt.gz'), valid: null, test: null,
    holdOut: true, picture: { width: 8, height: 8 },
    settings: { measure: 'ndcg@10', c: 10, scale: 'none', decay: 'power:0.5', reference: 'aligned' },
  },
];

export const FIRST_SAMPLE = 'lightgbm';

/**
 * @param {string} id
 * @returns {Request | null}
 */
export function sampleRequest(id) {
  const sample = SAMPLES.find((one) => one.id === id);
  if (!sample) return null;
  const { name, train, valid, test, holdOut, picture, settings } = sample;
  return { sample: id, name, train, valid, test, holdOut, picture, settings };
}

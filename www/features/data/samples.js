// The samples that can be loaded at once. samples/LICENSES.md names the sources of their files.

import { fileAddress } from '../../lib/file-address.js';

/** @typedef {import('./data-state.js').DataRequest} DataRequest */

/**
 * `about`: one sentence. `credit`: the author of the data, if it is not this project.
 * @typedef {{ id: string, name: string, about: string, credit: string | null }
 *   & Omit<DataRequest, 'sample' | 'name'>} Sample
 */

/** @param {string} name @returns {import('../../core/protocol.js').Source & { kind: 'url' }} */
const file = (name) => ({ kind: 'url', name, url: fileAddress(`samples/${name}`) });

/** The digits serve two samples, with grades of their own in each. */
const DIGITS = {
  credit: 'Alpaydin and Kaynak, UCI, CC BY 4.0.', valid: null, test: null, picture: { width: 8, height: 8 },
};

/** @type {Sample[]} */
export const SAMPLES = [
  {
    id: 'town',
    name: 'Town website (written)',
    about: '64 searches over 400 short pages of a small town, with their words. Grades follow a written rule.',
    credit: null,
    train: file('town.json'), valid: null, test: null,
    holdOut: true, picture: null, features: null,
    settings: { measure: 'ndcg@10', c: 10, scale: 'standard', map: 'none', decay: 'power:0.5', reference: 'aligned',
      group: 'none', kind: 'none' },
  },
  {
    id: 'kitchen',
    name: 'Kitchen (hand-made)',
    about: 'Six searches on a recipe site, few enough to read every document.',
    credit: null,
    train: file('kitchen.txt'), valid: null, test: null,
    holdOut: false, picture: null, features: ['title', 'text', 'popularity', 'rating', 'complete'],
    settings: { measure: 'ndcg@10', c: 10, scale: 'none', map: 'none', decay: 'power:0.5', reference: 'aligned',
      group: 'none', kind: 'none' },
  },
  {
    id: 'generated',
    name: 'Web search (generated)',
    about: '200 made-up searches, 12 features, grades 0–4 from a hidden rule and noise.',
    credit: null,
    train: { kind: 'generated', name: 'generated sample', queries: 200, documents: 40, seed: 1 }, valid: null,
    test: null,
    holdOut: true, picture: null, features: null,
    settings: { measure: 'ndcg@10', c: 10, scale: 'none', map: 'none', decay: 'power:0.5', reference: 'aligned',
      group: 'none', kind: 'none' },
  },
  {
    id: 'lightgbm',
    name: 'LightGBM example',
    about: 'LightGBM’s ranking example: 300 sparse features, grades 0 to 4, few documents per query.',
    credit: 'LightGBM authors, MIT.',
    train: file('lightgbm-train.txt.gz'), valid: null, test: file('lightgbm-test.txt.gz'),
    holdOut: false, picture: null, features: null,
    settings: { measure: 'ndcg@10', c: 10, scale: 'minmax', map: 'none', decay: 'power:0.5', reference: 'aligned',
      group: 'none', kind: 'none' },
  },
  {
    id: 'optdigits',
    name: 'Handwritten digits',
    about: 'Find the threes among all ten digits: each document is an 8 × 8 picture, and so is w.',
    ...DIGITS,
    train: file('optdigits.txt.gz'), holdOut: true, features: null,
    settings: { measure: 'ndcg@10', c: 10, scale: 'none', map: 'none', decay: 'power:0.5', reference: 'aligned',
      group: 'none', kind: 'none' },
  },
  {
    id: 'digit-grades',
    name: 'Digits as grades',
    about: 'The same pictures, and the digit is the grade: a nine goes first. Good for binary methods are 5 to 9.',
    ...DIGITS,
    train: { ...file('optdigits.txt.gz'), grades: 'comment:digit' }, holdOut: true, features: null,
    settings: { measure: 'ndcg@10', c: 10, scale: 'none', map: 'none', decay: 'power:1', reference: 'aligned',
      group: 'none', kind: 'none', threshold: 5 },
  },
  {
    id: 'hopeless',
    name: 'Hopeless queries (generated)',
    about: 'In every third search the labels stand upside down, so no w can rank all searches well.',
    credit: null,
    train: file('hopeless-train.txt'), valid: file('hopeless-valid.txt'), test: file('hopeless-test.txt'),
    holdOut: false, picture: null, features: ['match', 'text', 'clicks', 'age'],
    settings: { measure: 'ndcg@1', c: 100, scale: 'none', map: 'none', decay: 'power:0.5', reference: 'aligned',
      group: 'none', kind: 'none' },
  },
  {
    id: 'ring',
    name: 'Ring (generated)',
    about: 'Two features; the good documents are about 1 away from the origin, so no straight line finds them.',
    credit: null,
    train: file('ring-train.txt'), valid: file('ring-valid.txt'), test: file('ring-test.txt'),
    holdOut: false, picture: null, features: ['x', 'y'],
    settings: { measure: 'ndcg@10', c: 100, scale: 'none', map: 'none', decay: 'power:0.5', reference: 'aligned',
      group: 'none', kind: 'none' },
  },
  {
    id: 'sites',
    name: 'Pages of sites (generated)',
    about: 'Pages of five web sites per search, with site=… in the comments; good sites have many good pages.',
    credit: null,
    train: file('sites-train.txt'), valid: file('sites-valid.txt'), test: file('sites-test.txt'),
    holdOut: false, picture: null, features: ['text', 'site', 'fresh'],
    settings: { measure: 'ndcg@5', c: 100, scale: 'none', map: 'none', decay: 'power:0.5', reference: 'aligned',
      group: 'key:site', kind: 'none' },
  },
  {
    id: 'results',
    name: 'News and shops (generated)',
    about: 'Result pages, type=A for news and type=B for shops in the comments; shops are good more often.',
    credit: null,
    train: file('results-train.txt'), valid: file('results-valid.txt'), test: file('results-test.txt'),
    holdOut: false, picture: null, features: ['text', 'new', 'prices'],
    settings: { measure: 'ndcg@10', c: 100, scale: 'none', map: 'none', decay: 'power:0.5', reference: 'aligned',
      group: 'none', kind: 'key:type' },
  },
  {
    id: 'overfit',
    name: 'Few searches (generated)',
    about: 'Ten searches train 20 features, of which two matter, so that w can fit them by chance.',
    credit: null,
    train: file('overfit-train.txt'), valid: file('overfit-valid.txt'), test: file('overfit-test.txt'),
    holdOut: false, picture: null, features: null,
    settings: { measure: 'ndcg', c: 10, scale: 'none', map: 'none', decay: 'power:0.5', reference: 'averaged',
      group: 'none', kind: 'none' },
  },
];

/** What the page opens with. */
export const FIRST_SAMPLE = 'town';

/** What a link, a lesson or a study means that names no sample. It is made in the browser, so it is always there. */
export const UNNAMED_SAMPLE = 'generated';

/**
 * @param {string} id
 * @returns {DataRequest | null}
 */
export function sampleRequest(id) {
  const sample = SAMPLES.find((one) => one.id === id);
  if (!sample) return null;
  const { name, train, valid, test, holdOut, picture, features } = sample;
  // A threshold belongs to the grades of one sample.
  const settings = { threshold: 1, ...sample.settings };
  return { sample: id, name, train, valid, test, holdOut, picture, features, settings };
}

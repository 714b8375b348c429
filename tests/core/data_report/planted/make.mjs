// Writes data with planted faults, and what a program that knows nothing of the core counts in them:
//
//   node tests/core/data_report/planted/make.mjs
//
// `train.txt` has every fault of one file, `test.txt` repeats queries of it. `expected.json` has the counts.

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = dirname(fileURLToPath(import.meta.url));
const [QUERIES, DOCUMENTS, FEATURES] = [40, 14, 14];

/** A document. Values are texts, as the file has them. @typedef {{ label: string, query: string, values: string[], line: number }} Document */

let state = 7;
/** Returns a number from 0 to 1. */
function draw() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}
/** Returns a number below `n`. @param {number} n */
const below = (n) => Math.floor(draw() * n);
/** Returns a text with two decimals. @param {number} value */
const short = (value) => String(Math.round(value * 100) / 100);

/** Returns documents without lines. @returns {Document[]} */
function makeTrain() {
  const documents = [];
  for (let query = 0; query < QUERIES; query++) {
    const ofQuery = short(1 + draw() * 9);
    for (let place = 0; place < DOCUMENTS; place++) {
      // Query 3 has no good document, query 5 good documents of one grade alone.
      const grade = query === 3 ? 0 : query === 5 ? 2 : below(4);
      const noise = 1 + below(800) / 100;
      const number = query * DOCUMENTS + place;
      documents.push({ label: String(grade), query: `q${query}`, line: 0, values: [
        short(noise), // 1
        short(2 * noise + 3), // 2: the same as feature 1
        '0', // 3: constant
        number === 17 ? '4' : number === 200 ? '5' : '7', // 4: nearly constant
        number % 12 === 5 ? '999' : short(draw() * 10), // 5: a code for missing
        short(grade + draw() * 0.5), // 6: knows the grade
        ofQuery, // 7: one value per query
        String(5000 + (number * 137) % 4001), // 8: an id of the document
        short(draw()), // 9
        String(1000 + 3 * query), // 10: an id of the query
        number % 100 === 50 ? '1.797e308' : short(draw() * 5), // 11: the largest number
        number % 50 === 20 ? '-1' : short(draw() * 3), // 12: a code for missing
        number % 90 === 33 ? 'NA' : short(draw() * 3), // 13: missing values
        short(draw() * 2 - 1), // 14: negative values, and -1 is an ordinary value
      ] });
    }
  }
  for (const place of [5, 6]) documents[place * 20].values[13] = '-1';
  // Two copies, and a copy with another grade, at the end of their queries.
  const copied = [[31, 0], [101, 0], [400, 1]];
  for (const [place, shift] of copied.reverse()) {
    const { label, query, values } = documents[place];
    const end = documents.findLastIndex((one) => one.query === query);
    documents.splice(end + 1, 0, { label: String((Number(label) + shift) % 4), query, values: [...values], line: 0 });
  }
  // Labels that are no grades, in two queries.
  const labels = /** @type {const} */ ([[140, '0.5'], [141, '-1'], [300, '1.5']]);
  for (const [place, label] of labels) documents[place].label = label;
  return documents.map((one, place) => ({ ...one, line: place + 1 }));
}

/** Returns test data: two queries of the training data under their names, one of them equal, and one under another. @param {Document[]} train */
function makeTest(train) {
  const of = (/** @type {string} */ query) => train.filter((one) => one.query === query);
  const changed = of('q8').map(({ values, ...rest }) => ({ ...rest, values: values.with(8, short(draw() + 2)) }));
  const renamed = of('q9').map((one) => ({ ...one, query: 'z1' }));
  const fresh = of('q11').map(({ values, ...rest }) => ({ ...rest, query: 'z2', values: values.with(8, short(draw() + 2)) }));
  return [...of('q7'), ...changed, ...renamed, ...fresh].map((one, place) => ({ ...one, line: place + 1 }));
}

/** @param {Document[]} documents */
const text = (documents) => documents.map(({ label, query, values }) => `${label} qid:${query} `
  + values.map((value, index) => `${index + 1}:${value}`).filter((word) => !word.endsWith(':0')).join(' ') + '\n').join('');

/** Reads the file again, as every other program would. @param {string} content @returns {Document[]} */
function read(content) {
  return content.trimEnd().split('\n').map((line, index) => {
    const [label, query, ...words] = line.split(' ');
    const values = Array.from({ length: FEATURES }, () => '0');
    for (const word of words) {
      const [feature, value] = word.split(':');
      values[Number(feature) - 1] = value;
    }
    return { label, query: query.slice('qid:'.length), values, line: index + 1 };
  });
}

/** @param {string} label */
const isGrade = (label) => /^\d+$/.test(label);
/** Returns the things with equal keys together. @template T @param {T[]} things @param {(thing: T) => string} key @returns {T[][]} */
function groupsOf(things, key) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const thing of things) groups.set(key(thing), [...groups.get(key(thing)) ?? [], thing]);
  return [...groups.values()];
}
/** @param {Document[]} documents */
const byQuery = (documents) => groupsOf(documents, (one) => one.query);
/** @param {number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
/** @param {Document} document */
const row = (document) => document.values.join(' ');

/** Returns the AUC by its definition: all pairs. @param {Document[]} query @param {number[]} scores */
function auc(query, scores) {
  let [sum, pairs] = [0, 0];
  for (const [i, one] of query.entries()) for (const [j, other] of query.entries()) {
    if (Number(one.label) < 1 || Number(other.label) >= 1) continue;
    pairs++;
    sum += scores[i] > scores[j] ? 1 : scores[i] === scores[j] ? 0.5 : 0;
  }
  return pairs === 0 ? null : sum / pairs;
}

/** Returns NDCG@10; every rank of equal scores has their mean gain. @param {Document[]} query @param {number[]} scores */
function ndcg(query, scores) {
  const gains = query.map(({ label }) => 2 ** Number(label) - 1);
  const dcg = (/** @type {number[]} */ keys) => {
    const order = keys.map((_, place) => place).sort((one, other) => keys[other] - keys[one]);
    return order.slice(0, 10).reduce((sum, place, rank) =>
      sum + mean(gains.filter((_, other) => keys[other] === keys[place])) / Math.log2(rank + 2), 0);
  };
  return gains.every((gain) => gain === 0) ? null : dcg(scores) / dcg(gains);
}

/** Returns the correlation, without missing and huge values. @param {Document[]} documents @param {number} one @param {number} other */
function correlation(documents, one, other) {
  const column = (/** @type {number} */ feature) => {
    const values = documents.map(({ values: all }) => Number(all[feature]));
    const isOrdinary = (/** @type {number} */ value) => Math.abs(value) < 1e30;
    const middle = mean(values.filter(isOrdinary));
    return values.map((value) => isOrdinary(value) ? value - middle : 0);
  };
  const [x, y] = [column(one), column(other)];
  const product = (/** @type {number[]} */ a, /** @type {number[]} */ b) => a.reduce((sum, value, place) => sum + value * b[place], 0);
  return product(x, y) / Math.sqrt(product(x, x) * product(y, y));
}

/** @param {Document[]} documents */
function count(documents) {
  const queries = byQuery(documents);
  const graded = queries.filter((query) => query.every(({ label }) => isGrade(label)));
  const features = Array.from({ length: FEATURES }, (_, index) => index);
  const column = (/** @type {number} */ feature) => documents.map(({ values }) => values[feature]);
  const most = (/** @type {number} */ feature) => Math.max(...groupsOf(column(feature), String).map(({ length }) => length));
  const groups = queries.flatMap((query) => groupsOf(query, row)).filter(({ length }) => length > 1);
  const isMixed = (/** @type {Document[]} */ group) => new Set(group.map(({ label }) => label)).size > 1;
  const measured = features.map((feature) => {
    const values = [1, -1].map((sign) => {
      const scores = (/** @type {Document[]} */ query) => query.map(({ values: all }) =>
        all[feature] === 'NA' ? -Number.MAX_VALUE : sign * Number(all[feature]));
      const of = (/** @type {typeof auc} */ measure) =>
        mean(graded.map((query) => measure(query, scores(query))).filter((value) => value !== null));
      return { feature: feature + 1, ndcg: of(ndcg), auc: of(auc), descending: sign === 1 };
    });
    return values[0].ndcg >= values[1].ndcg ? values[0] : values[1];
  });
  const isConstantInQueries = (/** @type {number} */ feature) =>
    queries.every((query) => new Set(query.map(({ values }) => values[feature])).size === 1);
  const pairs = features.flatMap((one) => features.slice(one + 1).map((other) => [one, other]));
  return {
    overview: {
      queries: queries.length, documents: documents.length, ungraded: documents.filter(({ label }) => !isGrade(label)).length,
      grades: [0, 1, 2, 3].map((grade) => documents.filter(({ label }) => label === String(grade)).length),
      longest: Math.max(...queries.map(({ length }) => length)), shortest: Math.min(...queries.map(({ length }) => length)),
      zeros: documents.flatMap(({ values }) => values).filter((value) => Number(value) === 0).length,
    },
    features: measured,
    randomNdcg: mean(graded.map((query) => ndcg(query, query.map(() => 0))).filter((value) => value !== null)),
    findings: {
      'missing grades': documents.filter(({ label }) => !isGrade(label)).length,
      'features that order almost perfectly': measured.filter(({ auc: value }) => value >= 0.99).length,
      'ids as features': features.filter((feature) => {
        const values = column(feature).map(Number);
        const needed = isConstantInQueries(feature) ? queries.length : documents.length;
        return values.every(Number.isInteger) && new Set(values).size >= 0.99 * needed;
      }).length,
      'sentinel values': [4, 10, 11].filter((feature) => ['999', '1.797e308', '-1'].some((code) => column(feature).includes(code))).length,
      'missing values': features.filter((feature) => column(feature).includes('NA')).length,
      'contradicting grades': groups.filter(isMixed).flat().length,
      'duplicate rows': groups.filter((group) => !isMixed(group)).reduce((sum, { length }) => sum + length - 1, 0),
      'queries without a good document': graded.filter((query) => query.every(({ label }) => Number(label) < 1)).length,
      'queries with nothing to rank': graded.filter((query) => Number(query[0].label) > 0 && !isMixed(query)).length,
      'constant features': features.filter((feature) => most(feature) >= 0.99 * documents.length).length,
      'features constant within queries': features.filter((feature) =>
        isConstantInQueries(feature) && new Set(column(feature)).size > 1).length,
      'correlated features': pairs.filter(([one, other]) => Math.abs(correlation(documents, one, other)) >= 0.999).length,
    },
    values: { sentinels: documents.flatMap(({ values }) => values.filter((value, feature) =>
      value === '999' || value === '1.797e308' || (value === '-1' && feature === 11))).length,
    missing: documents.flatMap(({ values }) => values).filter((value) => value === 'NA').length },
  };
}

const made = makeTrain();
writeFileSync(join(FOLDER, 'train.txt'), text(made));
writeFileSync(join(FOLDER, 'test.txt'), text(makeTest(made)));
const [train, test] = ['train.txt', 'test.txt'].map((name) => read(readFileSync(join(FOLDER, name), 'utf8')));
const rows = (/** @type {Document[]} */ query) => query.map(row).toSorted().join('\n');
const later = byQuery(test);
const earlier = byQuery(train);
const together = {
  'queries in several files': later.filter(([{ query }]) => earlier.some(([one]) => one.query === query)).length,
  'equal queries': later.filter((query) => earlier.some((one) => rows(one) === rows(query) && one[0].query !== query[0].query)).length,
};
const shared = later.filter((query) => earlier.some((one) => rows(one) === rows(query) && one[0].query === query[0].query)).length;
writeFileSync(join(FOLDER, 'expected.json'), `${JSON.stringify({ train: count(train), together, shared }, null, 1)}\n`);

// The figures of the gallery: the numbers that the papers print, and the studies that repeat a figure.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import { PAPERS } from '../../www/features/library/study/figures/figures.js';
import { textsOf } from '../../www/features/library/study/figures/printed-numbers.js';

/** @typedef {import('../../www/features/library/study/figures/figures.js').PrintedTable} PrintedTable */

/**
 * The tables as the papers print them, read off the papers: names and numbers with two spaces between. Rows have the names that the
 * page has for the methods. `None` is printed; an empty row is missing from the text that was at hand.
 */
const PRINTED = {
  'DORM, table 1': [`
    Dataset  ROCArea  SVM  Prec@10  DORM
    PageBlocks  35.9±7  46.5±7  44.0±7  63.7±6
    PenDigits  26.2±8  41.5±4  15.6±3  85.2±3
    OptDigits  26.0±9  26.1±3  26.2±3  76.1±6
    Covertypes  47.0±2  48.5±2  42.1±1  58.8±2`],
  'DORM, table 2': [`
    Method  support vectors  iterations  time in the QP
    Precision@10  1037  44  89.02
    ROCArea  997  12  19.64
    DORM (NDCG)  561  22  28.76`, `
    Method  support vectors  iterations  time in the QP
    Precision@3  1000  11  46.80
    ROCArea  997  12  19.64
    DORM (NDCG)  520  23  61.66
    DORM (MRR)  550  17  1.76`],
  'DORM, table 3': [`
    Experiment  PRank  JRank  DORM
    user features  70.8  75.3  76.5±0.43
    item features  73.4  76.2  76.7±0.32`],
  'DORM, table 4': [`
    Method  NDCG  NDCG@10
    GPR  83.41±0.22  45.58±1.51
    CGPR  86.39±0.24  57.34±1.44
    GPOR  80.59±0.03  36.92±0.25
    CGPOR  80.83±0.11  37.89±1.05
    MMMF  84.34±0.48  47.46±3.42
    DORM  87.17±0.24  61.75±1.83
    p  < 0.0001  < 0.0001`, `
    Method  NDCG  NDCG@10
    GPR  84.12±0.15  48.49±0.66
    CGPR  86.98±0.16  59.89±1.18
    GPOR  80.48±0.05  36.78±0.30
    CGPOR  80.78±0.13  37.81±0.56
    MMMF  84.85±0.28  47.86±1.39
    DORM  87.63±0.37  62.82±1.9
    p  < 0.0001  0.0006`, `
    Method  NDCG  NDCG@10
    GPR  85.15±0.23  53.75±0.89
    CGPR  87.82±0.21  63.41±1.14
    GPOR  80.10±0.04  36.63±0.24
    CGPOR  80.45±0.06  37.74±0.41
    MMMF  86.13±0.38  54.78±2.11
    DORM  87.84±0.32  65.05±1.27
    p  0.8706  0.006`],
  'StructRank, figure 9': [`
    MRR10  OHSUMED  TD2003  TD2004  TREC2000  TREC2001
    SVM-AUC  .799  .510  .639  .607  .632
    SVM-MAP  .808  .618  .614  .696  .636
    SVM-NDCG  .790  .587  .631  .517  .608
    SVM-NDCG-NC  .818  .595  .611  .685  .624
    SVM-MRR  .795  .628  .629  .670  .643
    COMBO  .813  .667  .647  .695  .647
    DORM  .807  .587  .474  .662  .621
    McRank  .701  .650  .588  None  None`, `
    NDCG10  OHSUMED  TD2003  TD2004  TREC2000  TREC2001
    SVM-AUC  .635  .349  .501  .448  .441
    SVM-MAP  .642  .411  .496  .469  .450
    SVM-NDCG  .636  .372  .457  .323  .356
    SVM-NDCG-NC  .640  .404  .486  .455  .443
    SVM-MRR  .623  .405  .441  .410  .426
    COMBO  .635  .434  .458  .465  .449
    DORM  .637  .362  .340  .413  .435
    McRank  .565  .403  .529  None  None`, `
    MAP  OHSUMED  TD2003  TD2004  TREC2000  TREC2001
    SVM-AUC  .582  .256  .420  .267  .264
    SVM-MAP  .586  .314  .412  .277  .272
    SVM-NDCG  .581  .302  .374  .175  .171
    SVM-NDCG-NC  .582  .306  .404  .265  .264
    SVM-MRR  .570  .330  .383  .244  .230
    COMBO  .578  .345  .384  .277  .272
    DORM  .583  .290  .297  .243  .250
    McRank  .527  .232  .453  None  None`],
  'StructRank, figure 10': [`
    Dataset  McRank, trees  McRank, boosting  McRank, total  SVM-NDCG  SVM-MRR
    OHSUMED  1034  67  1102  4.8  30.6
    TD2003  9730  383  10113  14.9  125
    TD2004  8760  548  9308  19.1  148`],
  'OWPC, table 1': [`
    MAP  TD03  TD04  HP03  HP04  NP03  NP04
    top 5 %  None  None  None  None  None  None
    top 10 %  0,298  0,229  0,743  0,681  0,683  0,678
    constant  0,244  0,232  0,738  0,678  0,676  0,675`],
  'OWPC, table 2': [`
    MAP  TD03  TD04  HP03  HP04  NP03  NP04
    RankSVM  0.263  0.224  0.741  0.668  0.696  0.659
    SVM-MAP  0.245  0.205  0.742  0.718  0.687  0.662
    AdaRank  0.228  0.219  0.771  0.722  0.678  0.622
    ListNet  0.275  0.223  0.766  0.690  0.690  0.672
    OWPC, chosen  0.282  0.227  0.745  0.726  0.680  0.690
    OWPC, 1/j  0.290  0.229  0.757  0.726  0.685  0.683`],
  'OWPC, table 3': [`
    NDCG@1  TD03  TD04  HP03  HP04  NP03  NP04
    RankSVM  0.320  0.413  0.693  0.573  0.580  0.507
    SVM-MAP  0.320  0.293  0.713  0.627  0.560  0.520
    AdaRank  0.360  0.427  0.713  0.587  0.560  0.507
    ListNet  0.400  0.360  0.720  0.600  0.567  0.533
    OWPC, chosen  0.420  0.333  0.727  0.627  0.567  0.560
    OWPC, 1/j  0.440  0.453  0.720  0.613  0.580  0.560`],
  'OWPC, table 4': [`
    NDCG@3  TD03  TD04  HP03  HP04  NP03  NP04
    RankSVM  0.344  0.347  0.775  0.715  0.765  0.750
    SVM-MAP  0.320  0.304  0.779  0.754  0.767  0.749
    AdaRank  0.291  0.369  0.790  0.751  0.716  0.672
    ListNet  0.337  0.357  0.813  0.721  0.758  0.759
    OWPC, chosen  0.342  0.349  0.782  0.808  0.737  0.775
    OWPC, 1/j  0.361  0.371  0.794  0.800  0.731  0.759`],
  'FRank, table 3': [`
    Number of training queries  1,000  2,000  4,000  8,000  12,000
    FRank  0.723  0.725  0.730  0.732  0.734
    RankNet, two layers  0.699  0.711  .720  0.727  0.729
    RankNet, linear  0.696  0.705  .712  0.715  0.717
    RankBoost  0.698  0.706  0.716  0.724  0.723
    RankSVM  0.704  0.711  0.719  None  None`],
};

/** Numbers that stand in the text of a paper, and that the sentence of a figure repeats. @type {Record<string, string[]>} */
const TOLD = {
  'DORM, figure 1': ['1000', '50'],
  'DORM, figure 2': ['2 to 3 percent'],
  'DORM, figure 3': ['100', '1000', '1 percent'],
  'DORM, figure 5': ['1 to 2 percent'],
  'DORM, table 1': ['0.0001'],
  'StructRank, figure 8': ['74170', '19 seconds', '283', '1 : 3 : 4.6'],
  'OWPC, table 1': ['5 of 6', '4 of 6'],
  'OWPC, table 2': ['4 of 6'],
  'OWPC, table 3': ['5 of 6'],
  'OWPC, table 4': ['4 of 6'],
  'FRank, figure 2': ['40 %'],
  'FRank, figure 3': ['30'],
  'FRank, figure 4': ['10 epochs', '224', '271', '25', '9'],
  'FRank, figure 5': ['0.0114', '0.007', '0.0056'],
};

/** The figures in their order. @type {[string, string, string[]][]} */
const ALL = [
  ['DORM', 'figure', ['1', '2', '3', '4', '5', '6', '7']], ['DORM', 'table', ['1', '2', '3', '4']], ['StructRank', 'figure', ['4', '5', '6', '7', '8', '9', '10']],
  ['OWPC', 'table', ['1', '2', '3', '4']], ['FRank', 'figure', ['1', '2', '3', '4', '5', '6']], ['FRank', 'table', ['3']],
];

const figures = new Map(PAPERS.flatMap(({ paper, figures: all }) => all.map((figure) => [`${paper}, ${figure.figure}`, figure])));
const keys = [...figures.keys()];
const studies = readdirSync(at('src', 'study', 'built_in')).map((file) => ({ name: file,
  study: JSON.parse(readFileSync(at('src', 'study', 'built_in', file), 'utf8')) }));

/** @param {string} text */
const rowsOf = (text) => text.trim().split('\n').map((line) => line.trim().split(/ {2,}/));

/** The number of a text, with its spread. @param {string} text @returns {import('../../www/features/library/study/figures/figures.js').Cell} */
function cellOf(text) {
  if (text === 'None') return null;
  const [mean, spread] = text.replace(/(?<=\d),(?=\d{3}$)/, text.startsWith('0') ? '.' : '').split('±').map(Number);
  return spread === undefined ? mean : [mean, spread];
}

test('all figures and tables are there once, in the order of the papers', () => {
  assert.deepEqual(keys, ALL.flatMap(([paper, kind, numbers]) => numbers.map((number) => `${paper}, ${kind} ${number}`)));
  assert.equal(keys.length, 29);
});

test('every number is the number that the paper prints, and is written like it', () => {
  const printed = Object.entries(PRINTED);
  assert.deepEqual(keys.filter((key) => figures.get(key)?.printed), printed.map(([key]) => key));
  let numbers = 0;
  for (const [key, texts] of printed) {
    const tables = /** @type {PrintedTable[]} */ (figures.get(key)?.printed);
    assert.equal(tables.length, texts.length, key);
    tables.forEach((table, place) => {
      const [[, ...columns], ...all] = rowsOf(texts[place]);
      const ps = all.filter(([name]) => name === 'p').map(([, ...cells]) => cells);
      const rows = all.filter(([name]) => name !== 'p');
      assert.deepEqual(table.columns.map(String), columns.map((column) => column.replace(',000', '000')), key);
      assert.deepEqual(table.p ? [table.p] : [], ps, key);
      assert.deepEqual(Object.entries(table.rows), rows.map(([name, ...cells]) => [name, cells.map(cellOf)]), key);
      for (const [name, ...cells] of rows) {
        numbers += cells.filter((cell) => cell !== 'None').length;
        const written = cells.map((cell) => (cell === 'None' ? '–' : cell.replace(/±.*/, '').replace(/^(?=\.)/, '0').replace(/^0,/, '0.')));
        assert.deepEqual(textsOf(table, table.rows[name]).map((text) => text.replace(/ ±.*/, '')), written, `${key}, ${name}`);
      }
    });
  }
  assert.equal(numbers, 16 + 21 + 6 + 36 + 114 + 15 + 12 + 108 + 23);
});

test('a sentence stands with every figure, and repeats the numbers of the text', () => {
  for (const [key, { said }] of figures) assert.match(said, /^[A-Z].*\.$/, key);
  for (const [key, texts] of Object.entries(TOLD)) {
    for (const text of texts) assert.ok(figures.get(key)?.said.includes(text), `${key}: ${text}`);
  }
});

test('every figure has a study or a place where it is drawn, and every study of a figure has its figure', () => {
  const papers = new Set(PAPERS.map(({ paper }) => paper));
  const repeated = studies.flatMap(({ study }) => /** @type {string[]} */ (study.repeats ?? [])).filter((key) => papers.has(key.split(',')[0]));
  assert.deepEqual(repeated.filter((key) => !figures.has(key)), []);
  assert.deepEqual(keys.filter((key) => !repeated.includes(key)), ['DORM, figure 1', 'FRank, figure 1']);
  for (const [key, { opens, exact, shows }] of figures) {
    assert.equal(opens === undefined, repeated.includes(key), key);
    assert.equal(shows === undefined, !repeated.includes(key), key);
    assert.ok(!opens || opens.panel || exact, `${key} leads nowhere`);
  }
});

test('the plot that a figure shows is one of a study that repeats it', () => {
  for (const [key, { shows }] of figures) {
    if (shows === undefined) continue;
    const ys = studies.filter(({ study }) => study.repeats?.includes(key)).flatMap(({ study }) => study.plots)
      .map(({ y, y_of: of, ratio }) => y + (of ? `, ${of}` : '') + (ratio ? ` / ${ratio}` : ''));
    assert.ok(ys.includes(shows), `${key}: ${shows} among ${ys.join('; ')}`);
  }
});

test('numbers that stand in another table are those of a table of the same paper', () => {
  for (const { figures: all } of PAPERS) {
    for (const one of all) {
      const other = one['printed in'];
      if (other) assert.ok(all.find(({ figure }) => figure === other)?.printed, `${one.figure}: ${other}`);
    }
  }
});

// The gallery of figures and the printed numbers: what belongs together, and what is drawn.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '../../support/dom.mjs';
import { decadesOver, shareOf, ticksOver } from '../../../../www/features/library/study/figures/axis.js';
import { PAPERS } from '../../../../www/features/library/study/figures/figures.js';
import { galleryPart } from '../../../../www/features/library/study/figures/gallery-part.js';
import { figureOf, figuresOf, galleryOf, printedOf } from '../../../../www/features/library/study/figures/gallery.js';
import { claimsFor, isPicture, pictureOf, plotFor } from '../../../../www/features/library/study/figures/kept-picture.js';
import { crossEntropy, fidelity } from '../../../../www/features/library/study/figures/pair-losses.js';
import { linesOf, panelsOf } from '../../../../www/features/library/study/figures/printed-numbers.js';
import { printedPart } from '../../../../www/features/library/study/figures/printed-part.js';
import { printedPicture } from '../../../../www/features/library/study/figures/printed-picture.js';
import { tilePicture } from '../../../../www/features/library/study/figures/tile-picture.js';
import { NO_STUDY, reduceStudy } from '../../../../www/features/library/study/study-state.js';
import { createStore } from '../../../../www/store/store.js';

/** @typedef {import('../../../../www/features/library/study/figures/gallery.js').Named} Named */
/** @typedef {import('../../../../www/features/library/study/figures/kept-picture.js').KeptPicture} KeptPicture */

const named = (/** @type {string} */ key) => /** @type {Named} */ (figureOf(PAPERS, key));
/** @param {string} name @param {...string} repeats @returns {any} */
const study = (name, ...repeats) => ({ name, json: `{"title":"${name}"}`, outline: { title: name, repeats, trainings: 3 } });
const plotOf = (/** @type {string} */ label, kind = 'line') => ({ label, kind, names: kind === 'bars' ? 2 : 0, xLog: false, yLog: false,
  lines: /** @type {[number, number][][]} */ (kind === 'bars' ? [[[0, 0.5], [1, 0.25]]] : [[[10, 0.5], [40, 0.6]], [[10, 0.4], [40, 0.7]]]) });
/** @param {string} name @param {Partial<KeptPicture>} [more] @returns {KeptPicture} */
const kept = (name, more) => ({ name, json: `{"title":"${name}"}`, program: 'rankscope 1', done: 6, cells: 6, plots: [], claims: [], ...more });
const count = (/** @type {Element} */ element, /** @type {string} */ kind) => element.querySelectorAll(kind).length;

test('tiles have the studies that repeat their figure, and other studies stay', () => {
  const { groups, rest } = galleryOf(PAPERS, [study('a', 'DORM, figure 3'), study('b', 'OWPC, table 2', 'OWPC, table 3'), study('c', 'OWPC, table 3'),
    study('d', 'LTR tutorial, slide Regret'), study('e')]);
  assert.deepEqual(groups.map(({ paper, tiles }) => [paper.paper, tiles.length]), [['DORM', 11], ['StructRank', 7], ['OWPC', 4], ['FRank', 7]]);
  const withStudies = groups.flatMap(({ tiles }) => tiles).filter(({ studies }) => studies.length).map(({ key, studies }) => `${key}: ${studies.map(({ name }) => name)}`);
  assert.deepEqual(withStudies, ['DORM, figure 3: a', 'OWPC, table 2: b', 'OWPC, table 3: b,c']);
  assert.deepEqual(rest.map(({ name }) => name), ['d', 'e']);
});

test('the same numbers are shown once, and by their figure where the table is not repeated', () => {
  const shown = (/** @type {string[]} */ ...repeats) => figuresOf(PAPERS, repeats).map((one) => [one.key, printedOf(one).length]);
  assert.deepEqual(shown('FRank, figure 6', 'FRank, table 3'), [['FRank, table 3', 1]]);
  assert.deepEqual(shown('FRank, figure 6'), [['FRank, figure 6', 1]]);
  assert.deepEqual(shown('DORM, figure 5', 'LTR tutorial, slide Regret', ''), [['DORM, figure 5', 0]]);
});

test('a data set or a measure has an axis of its own, and lines skip what is not printed', () => {
  const [first] = panelsOf(printedOf(named('DORM, table 1'))[0]);
  assert.deepEqual([first.name, first.unit, first.bars.map(({ name, value, spread, text }) => [name, value, spread, text])],
    ['PageBlocks', 'NDCG@10 in percent, ± spread', [['ROCArea', 35.9, 7, '35.9 ± 7'], ['SVM', 46.5, 7, '46.5 ± 7'], ['Prec@10', 44, 7, '44.0 ± 7'], ['DORM', 63.7, 6, '63.7 ± 6']]]);
  const panels = panelsOf(printedOf(named('DORM, table 2'))[0]);
  assert.deepEqual(panels.map(({ name, unit, bars }) => [name, unit, bars[0].text]), [['support vectors', 'number', '1037'], ['iterations', 'number', '44'], ['time in the QP', 'percent of the time', '89.02']]);
  assert.deepEqual(linesOf(printedOf(named('FRank, table 3'))[0]).map(({ name, points }) => [name, points.length]),
    [['FRank', 5], ['RankNet, two layers', 5], ['RankNet, linear', 5], ['RankBoost', 5], ['RankSVM', 3]]);
});

test('round ends cover what an axis shows', () => {
  for (const [low, high] of [[0, 1], [0, 63.7], [0.696, 0.734], [-10, 10], [0, 0.0003], [5, 5], [0, 0]]) {
    const ticks = ticksOver(low, high, 5);
    assert.ok(ticks[0] <= low && ticks[ticks.length - 1] >= high && ticks.length >= 2 && ticks.length <= 7, `${low} to ${high}: ${ticks}`);
  }
  assert.deepEqual([decadesOver([4.8, 1102]), decadesOver([10, 10])], [[1, 10, 100, 1000, 10000], [10, 100]]);
  assert.deepEqual([shareOf(0, 10)(5), shareOf(1, 100, true)(10), shareOf(3, 3)(3)], [0.5, 0.5, 0.5]);
});

test('the losses of a pair have the ends that the paper says', () => {
  const near = (/** @type {number} */ value, /** @type {number} */ expected) => assert.ok(Math.abs(value - expected) < 1e-12, `${value} is ${expected}`);
  near(crossEntropy(0.5, 0), Math.LN2);
  near(crossEntropy(1, -3), Math.log(1 + Math.exp(-3)) + 3);
  near(crossEntropy(0, -3), Math.log(1 + Math.exp(-3)));
  near(fidelity(0.5, 0), 0);
  near(fidelity(1, 2), 1 - Math.sqrt(1 / (1 + Math.exp(-2))));
  near(fidelity(0, 2), fidelity(1, -2));
  for (const target of [0, 0.5, 1]) {
    for (let lead = -40; lead <= 40; lead += 0.5) {
      assert.ok(fidelity(target, lead) > -1e-12 && fidelity(target, lead) <= 1, `${target}, ${lead}`);
      assert.ok(crossEntropy(target, lead) >= (target === 0.5 ? Math.LN2 - 1e-12 : 0));
    }
    // One side of every lead is without bound, except where the pair is as wanted.
    assert.ok([-1000, 1000].every((lead) => Number.isFinite(crossEntropy(target, lead)) && Number.isFinite(fidelity(target, lead))));
  }
});

test('a figure without numbers and results has empty axes with their names and the kind of the plot', () => {
  const tile = tilePicture(named('DORM, figure 5'), null);
  assert.equal(textOf(tile), 'MRRcurvetraining queries');
  assert.equal(count(tile, 'svg > *'), 2, 'axes and a word');
  assert.equal(textOf(tilePicture(named('FRank, figure 3'), null)), 'loss 1200–1800curvelearners 30–300', 'the ends of the axes are printed');
  const other = kept('a', { plots: [plotOf('ndcg@10')] });
  assert.equal(count(tilePicture(named('DORM, figure 5'), other), '[class^=result]'), 0, 'another plot is not shown as this figure');
});

test('printed numbers are grey, results are coloured, and both have axes of their own', () => {
  const ghost = tilePicture(named('DORM, table 1'), null);
  assert.deepEqual([count(ghost, '.ghost-bar'), count(ghost, '[class^=result]'), count(ghost, '.tile-axes')], [16, 0, 1]);
  const both = tilePicture(named('DORM, table 1'), kept('a', { plots: [plotOf('ndcg@10', 'bars')] }));
  assert.deepEqual([count(both, '.ghost-bar'), count(both, '.result-bar'), count(both, '.tile-axes')], [16, 2, 2]);
  assert.match(textOf(both), /paper\s*here$/);
  const [first, second] = [...both.querySelectorAll('.result-bar')].map((bar) => Number(bar.getAttribute('height')));
  assert.ok(Math.abs(first - 3 - 2 * (second - 3)) < 0.3, 'bars begin at 0');
  assert.equal(count(tilePicture(named('StructRank, figure 9'), null), '.ghost-bar, .ghost-tick'), 38, 'of three tables the one of the figure, without what is not printed');
  assert.equal(count(tilePicture(named('StructRank, figure 10'), null), '.ghost-mark'), 15, 'on a logarithmic axis dots');
  const lines = tilePicture(named('FRank, figure 6'), kept('a', { plots: [plotOf('ndcg@10')] }));
  assert.deepEqual([count(lines, 'polyline.ghost-line'), count(lines, 'polyline.result-line')], [5, 2]);
  assert.equal(count(tilePicture(named('FRank, figure 1'), null), 'polyline.result-line'), 6, 'two losses for three targets');
});

test('a picture of results has plain points and the verdicts of the figures', () => {
  const series = [{ name: 'DORM', points: [{ x: 1, y: 0.5 }, { x: 2, y: Number.NaN }, { x: 3, y: 0.7 }] }];
  const sheet = { title: 'What the paper claims', columns: [['claim', 'A > B'], ['measure', 'map'], ['here', 'opposite'], ['printed in', 'OWPC, table 2']].map(([head, cell]) => ({ head, words: true, cells: [cell] })) };
  const measured = /** @type {any} */ ({ done: 3, sheets: [sheet], plots: [{ svg: '<svg>', plot: { kind: 'line', y_label: 'map', x_names: [], x_log: false, y_log: true, series } }] });
  const marks = ['done', 'unconverged', 'failed', 'done', 'queued'];
  const picture = pictureOf({ chosen: { name: 'a', text: '{}', isBuiltIn: true }, measured, marks }, 'rankscope 1');
  assert.deepEqual(picture, { name: 'a', json: '{}', program: 'rankscope 1', done: 3, cells: 5, plots: [{ label: 'map', kind: 'line', names: 0, xLog: false, yLog: true, lines: [[[1, 0.5], [3, 0.7]]] }],
    claims: [{ figure: 'OWPC, table 2', claim: 'A > B', verdict: 'opposite' }] });
  assert.ok(isPicture(structuredClone(picture)));
  assert.deepEqual(claimsFor(picture, 'OWPC, table 2').map(({ verdict }) => verdict), ['opposite']);
  assert.deepEqual([claimsFor(picture, 'OWPC, table 3'), claimsFor(null, 'x')], [[], []]);
  assert.deepEqual([plotFor(picture, 'map')?.label, plotFor(picture, 'ndcg@1'), plotFor(picture, undefined)], ['map', null, null]);
  assert.equal(pictureOf({ chosen: { name: 'a', text: '{}', isBuiltIn: true }, measured: { ...measured, done: 1 }, marks }, 'r')?.done, 1, 'cells that the plots do not have yet do not count');
  assert.equal(pictureOf({ chosen: { name: 'a.json', text: '{}', isBuiltIn: false }, measured, marks }, 'r'), null, 'not of a file or of loaded data');
  const spoilt = [null, 'x', {}, { ...picture, done: 'many' }, { ...picture, plots: {} }, { ...picture, plots: [{ ...picture?.plots[0], lines: [[[1, '2']]] }] }, { ...picture, plots: [null] },
    { ...picture, claims: [{ figure: 'x' }] }, { ...picture, claims: null }, { ...picture, json: null }];
  assert.deepEqual(spoilt.filter(isPicture), []);
});

test('the drawn table has a bar for every printed number, gaps elsewhere, and rows where there is little room', () => {
  const [table] = printedOf(named('StructRank, figure 9'));
  const drawn = /** @type {any} */ (printedPicture(table, 900, 'StructRank, figure 9'));
  assert.deepEqual([count(drawn, '.ghost-bar'), count(drawn, '.panel-name'), drawn.getAttribute('aria-label')], [38, 5, 'StructRank, figure 9']);
  const words = [...drawn.querySelectorAll('text')].map(textOf);
  assert.equal(words.filter((word) => word === '–').length, 2, 'McRank has no number on two data sets');
  assert.equal(words.filter((word) => word === 'COMBO').length, 1);
  assert.ok(words.includes('0.510') && words.filter((word) => word === 'MRR@10').length === 5, 'each axis has its unit');
  const narrow = printedPicture(table, 351, '');
  assert.equal([...narrow.querySelectorAll('text')].map(textOf).filter((word) => word === 'COMBO').length, 3, 'two panels a row');
  for (const bar of narrow.querySelectorAll('rect')) assert.ok(Number(bar.getAttribute('x')) + Number(bar.getAttribute('width')) < 351);
  const spread = printedPicture(printedOf(named('DORM, table 1'))[0], 900, '');
  assert.equal(count(spread, '.ghost-spread'), 16);
  const lines = printedPicture(printedOf(named('FRank, table 3'))[0], 900, '');
  assert.deepEqual([count(lines, '.ghost-line'), count(lines, '.ghost-mark')], [5, 23]);
});

/** @param {Partial<import('../../../../www/features/library/study/study-state.js').StudyView>} change */
function storeWith(change) {
  /** @type {any[]} */
  const told = [];
  const first = { study: { ...NO_STUDY, papers: PAPERS, ...change } };
  const store = /** @type {any} */ (createStore(first, (/** @type {any} */ state, /** @type {any} */ action) => {
    told.push(action);
    return action.type === 'study/set' ? { ...state, study: reduceStudy(state.study, action) } : state;
  }, (error) => { throw error; }));
  return { store, told };
}

test('a tile says its state, chooses its study, and shows the results that are kept', () => {
  const studies = [study('a', 'DORM, figure 3'), study('b', 'OWPC, table 4'), study('c', 'OWPC, table 4')];
  const { store, told } = storeWith({ builtIns: studies });
  const gallery = galleryPart(store, () => galleryOf(PAPERS, studies).groups);
  gallery.render();
  const tile = (/** @type {string} */ paper, /** @type {string} */ name) => /** @type {HTMLButtonElement} */ ([...gallery.element.querySelectorAll(`[aria-label="${paper}"] .tile`)]
    .find((one) => textOf(one).includes(name)));
  assert.match(textOf(tile('DORM', 'Figure 3')), /Figure 3Learning curvenot run, 3 trainings$/);
  assert.match(textOf(tile('DORM', 'Figure 1')), /opens the data report$/);
  assert.match(textOf(tile('FRank', 'Figure 1')), /exact, by the formulas$/);
  assert.match(textOf(tile('DORM', 'Figure 2')), /no study yet$/);
  tile('DORM', 'Figure 3').click();
  assert.deepEqual(told.at(-1), { type: 'study/choose', name: 'a' });
  /** @type {HTMLButtonElement} */ (gallery.element.querySelector('.tile-other')).click();
  assert.deepEqual(told.at(-1), { type: 'study/choose', name: 'c' });
  tile('DORM', 'Figure 1').click();
  assert.deepEqual(told.at(-1), { type: 'panel', panel: 'datareport', open: true });
  tile('FRank', 'Figure 1').click();
  assert.equal(store.get().study.shownFigure, 'FRank, figure 1');
  assert.equal(tile('FRank', 'Figure 1').getAttribute('aria-pressed'), 'true');
  const claims = [{ figure: 'DORM, figure 3', claim: 'DORM > all others', verdict: 'within noise' }, { figure: 'DORM, figure 9', claim: 'x', verdict: 'opposite' }];
  const set = (/** @type {object} */ change) => store.dispatch({ type: 'study/set', change });
  set({ pictures: { a: kept('a', { done: 2, plots: [plotOf('ndcg@10')], claims }) }, chosen: { name: 'a', isBuiltIn: true, text: '', files: [] }, shownFigure: null });
  const first = tile('DORM', 'Figure 3');
  assert.match(textOf(first), /Learning curve2 of 6 cells≈$/);
  assert.deepEqual([first.getAttribute('aria-pressed'), count(first, '.result-line'), first.querySelector('[role=img]')?.getAttribute('aria-label')], ['true', 2, 'DORM > all others: within noise']);
  set({ pictures: { a: { ...kept('a', { plots: [plotOf('ndcg@10')] }), json: '{"title":"changed"}' }, c: kept('c', { plots: [plotOf('ndcg@3', 'bars')] }) } });
  assert.match(textOf(first), /not run, 3 trainings$/, 'results of another text are not of this study');
  assert.equal(count(first, '.result-line'), 0);
  assert.match(textOf(tile('OWPC', 'Table 4')), /done with the other study$/);
  assert.equal(count(tile('OWPC', 'Table 4'), '.result-bar'), 2);
});

test('below the plots stands what the paper prints, with its table, or what the paper says', () => {
  const { store } = storeWith({});
  const part = printedPart(store);
  assert.ok(part.hidden);
  const show = (/** @type {string[]} */ ...repeats) => store.dispatch({ type: 'study/set', change: { outline: { repeats } } });
  show('DORM, figure 7', 'StructRank, figure 10');
  assert.match(textOf(part), /^As printed in the paperThese numbers are of other data, so they cannot be compared with those above\. Only the order of the methods can\./);
  assert.match(textOf(part), /DORM, figure 7: DORM is faster than most methods/);
  const rows = [...part.querySelectorAll('tr')].map((row) => [...row.children].map(textOf));
  assert.deepEqual(rows, [['', 'McRank, trees', 'McRank, boosting', 'McRank, total', 'SVM-NDCG', 'SVM-MRR'], ['OHSUMED', '1034', '67', '1102', '4.8', '30.6'], ['TD2003', '9730', '383', '10113', '14.9', '125'],
    ['TD2004', '8760', '548', '9308', '19.1', '148']]);
  show('DORM, table 4');
  assert.ok([...part.querySelectorAll('tr')].map((row) => [...row.children].map(textOf).join()).includes('p, best against second,0.8706,0.006'));
  show('DORM, table 3');
  assert.match(textOf(part), /† Not even the setting can be repeated without EachMovie/);
  show('DORM, figure 5');
  assert.match(textOf(part), /^What the paper saysDORM, figure 5: DORM for MRR lies 1 to 2 percent/);
  assert.equal(count(part, 'figure, table, .printed-picture'), 0);
  show('LTR tutorial, slide Regret');
  assert.ok(part.hidden);
});

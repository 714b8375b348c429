// Stored runs: limits, names, drawn curves and comparisons.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { charts, lastOf, seriesOf, valueAt } from '../../../../www/features/run/charts/curves.js';
import { isKeptRun } from '../../../../www/features/library/runs/kept-run.js';
import { sameData } from '../../../../www/features/library/runs/run-identity.js';
import { MOST_RUNS, NO_RUNS, OPENED, baselineOf, changes, comparable, overlays, reduceRuns, telling, withOpened } from '../../../../www/features/library/runs/runs-state.js';
import { withOverlays } from '../../../../www/features/run/charts/run-overlays.js';
import { PLANES } from '../../support/charts.mjs';

/** @typedef {import('../../../../www/features/library/runs/runs-state.js').Runs} Runs */
/** @typedef {import('../../../../www/features/library/runs/runs-state.js').RunsAction} RunsAction */
/** @typedef {import('../../../../www/features/run/training/run-state.js').Run} Run */

/** @param {number} iteration @param {number} primal @param {string} measure @param {number} [dual] */
const report = (iteration, primal, measure, dual = 0) => ({ iteration, round: 0, best_primal: primal, dual, gap: 0.5, mean_slack: primal / 2, mean_loss: 0.5, component_slacks: [], train: [{ measure, value: 0.5 + iteration / 10 }], valid: [], test: [] });
/** Runs of different ids differ in their duals, unless they are asked for the same. @param {number} id @param {{ last?: number, stop?: boolean, c?: number, measure?: string, dual?: number }} [wanted] */
const run = (id, { last = 2, stop = true, c = 10, measure = 'ndcg@10', dual = id } = {}) => /** @type {Run} */ (/** @type {unknown} */ ({
  id, settings: { method: 'dorm', measure, c }, status: 'stopped', overview: { queries_used: 3, measures: [measure], components: [] }, seconds: [], phase: null,
  reports: Array.from({ length: last + 1 }, (_, at) => report(at, 10 - at, measure, dual)), stop: stop ? { iterations: last, best_iteration: 1, best_primal: 7, gap: 0.001 } : null,
}));
const data = /** @type {import('../../../../www/features/data/data-state.js').Data} */ (/** @type {unknown} */ ({ seed: 1, request: { name: 'mine.txt', sample: null, holdOut: true, valid: null, test: null }, summaries: {}, checksums: { train: 'a', valid: null, test: null } }));
/** @param {number} id @param {Parameters<typeof run>[1]} [wanted] @returns {RunsAction} */
const keep = (id, wanted) => ({ type: 'runs/keep', id: `id-${id}`, at: id, run: run(id, wanted), data });
/** @param {RunsAction[]} actions */
const after = (...actions) => actions.reduce((runs, action) => reduceRuns(runs, action), NO_RUNS);
/** @param {Runs} runs */
const names = ({ list }) => list.map(({ name }) => name);
/** @param {number} id @returns {RunsAction} */
const model = (id) => ({ type: 'runs/model', run: id, model: `{"model":${id}}` });
/** A run as another tab stored it. @param {number} id @param {Partial<import('../../../../www/features/library/runs/runs-state.js').KeptRun>} change @returns {RunsAction} */
const theirs = (id, change) => ({ type: 'runs/synced', changed: after(keep(id)).list.map((one) => ({ ...one, run: null, ...change })), deleted: [] });
/** @param {number} id @param {string} name @returns {RunsAction} */
const rename = (id, name) => ({ type: 'runs/rename', id: `id-${id}`, name });
/** As many runs as can be stored. */
const crowd = Array.from({ length: MOST_RUNS }, (_, at) => keep(at + 1));
/** @type {RunsAction} */
const undo = { type: 'runs/undo' };
/** Runs of the reader. */
const three = [keep(101), keep(102), keep(103)];
/** The runs of a file. @param {RunsAction[]} actions */
const fileOf = (actions) => after(...actions).list.map((one) => ({ ...one, run: null }));
/** Runs with the same content. */
const same = { dual: 0.5 };
/** The same run on other data. @param {Partial<import('../../../../www/features/data/data-state.js').Data>} change @returns {RunsAction} */
const on = (change) => ({ type: 'runs/keep', id: 'id-2', at: 2, run: run(2, same), data: { ...data, ...change } });
const both = [keep(1), model(1), keep(2), model(2)];
/** @type {RunsAction} */
const compare = { type: 'runs/compare', change: { first: 'id-1', second: 'id-2' } };

/** @type {[string, RunsAction[], (runs: Runs) => unknown, unknown][]} */
const cases = [
  ['runs are counted', [keep(1), keep(2)], names, ['Run 1', 'Run 2']],
  ['a run that goes on is kept once, under its name', [keep(1, { stop: false }), { type: 'runs/rename', id: 'id-1', name: 'mine' }, keep(1, { last: 5 })], ({ list }) => list.map(({ name, reports }) => [name, reports.length]), [['mine', 6]]],
  ['a model may come first', [model(1), keep(1)], ({ list }) => list[0].model, '{"model":1}'],
  ['or later', [keep(1), model(1)], ({ list }) => list[0].model, '{"model":1}'],
  ['a model of another run is not taken', [model(2), keep(1)], ({ list }) => list[0].model, null],
  ['a name of nothing is the old one', [keep(1), { type: 'runs/rename', id: 'id-1', name: '  ' }], names, ['Run 1']],
  ['a name has an end', [keep(1), { type: 'runs/rename', id: 'id-1', name: 'x'.repeat(500) }], ({ list }) => list[0].name.length, 80],
  ['numbers are not used twice', [keep(1), keep(2), { type: 'runs/delete', id: 'id-1' }, keep(3)], names, ['Run 2', 'Run 3']],
  ['the oldest go', Array.from({ length: MOST_RUNS + 3 }, (_, at) => keep(at + 1)), ({ list, discarded }) => [list.length, list[0].name, discarded], [MOST_RUNS, 'Run 4', ['Run 1', 'Run 2', 'Run 3']]],
  ['runs without a name of their own go first', [...crowd, rename(1, 'mine'), rename(3, 'this one too'), keep(98), keep(99)], ({ list, discarded }) => [list.length, list.slice(0, 3).map(({ name }) => name), discarded], [MOST_RUNS, ['mine', 'this one too', 'Run 5'], ['Run 2', 'Run 4']]],
  ['then the oldest of the others', [...crowd, ...Array.from({ length: MOST_RUNS }, (_, at) => rename(at + 1, `mine ${at + 1}`)), keep(99)], ({ list, discarded }) => [list[0].name, list.at(-1)?.name, discarded], ['mine 2', 'Run 51', ['mine 1']]],
  ['a run that is made again is the same run', [keep(1, same), rename(1, 'mine'), keep(2), keep(3, same), model(3)], ({ list }) => list.map(({ id, name, run: visit, model: file }) => [id, name, visit, file]), [['id-1', 'mine', 3, '{"model":3}'], ['id-2', 'Run 2', 2, null]]],
  ['a run of the same reports under other settings is another', [keep(1, same), keep(2, { ...same, c: 1 })], names, ['Run 1', 'Run 2']],
  ['a run on other data is another', [keep(1, same), on({ checksums: { train: 'b', valid: null, test: null } })], names, ['Run 1', 'Run 2']],
  ['a run on another split is another', [keep(1, same), on({ seed: 2 })], names, ['Run 1', 'Run 2']],
  ['a run on a renamed copy of the data is the same', [keep(1, same), on({ request: { ...data.request, name: 'copy.txt' } })], names, ['Run 1']],
  ['a run that goes on until it equals a kept one is that one', [keep(1, same), keep(2, { ...same, last: 1, stop: false }), rename(2, 'mine'), { type: 'runs/overlay', id: 'id-2', on: true }, keep(2, same)], ({ list, overlaid }) => [list.map(({ id, name }) => [id, name]), overlaid], [[['id-1', 'mine']], []]],
  ['a run that ends before storage is open is the stored one', [keep(9, same), { type: 'runs/opened', runs: after(keep(1, same), rename(1, 'before')).list.map((one) => ({ ...one, run: null })) }], ({ list }) => list.map(({ id, name, run: visit }) => [id, name, visit]), [['id-1', 'before', 9]]],
  ['equal runs of two tabs are one, the earlier', [keep(5, same), theirs(3, { reports: after(keep(5, same)).list[0].reports })], ({ list }) => list.map(({ id, run: visit }) => [id, visit]), [['id-3', 5]]],
  ['equal runs that two tabs gave two names stay two', [keep(5, same), rename(5, 'mine'), theirs(3, { name: 'theirs', reports: after(keep(5, same)).list[0].reports })], names, ['theirs', 'mine']],
  ['runs of a file come behind, once', [keep(1, same), { type: 'runs/add', runs: [...after(keep(1, same), keep(2)).list, ...after(keep(7, same)).list].map((one) => ({ ...one, run: null })) }], ({ list }) => list.map(({ id, number }) => [id, number]), [['id-1', 1], ['id-2', 2]]],
  ['runs of a file never displace kept ones', [...three, { type: 'runs/add', runs: fileOf(crowd) }], ({ list, discarded }) => [list.length, list.slice(0, 3).map(({ id, name }) => `${id} ${name}`), discarded], [MOST_RUNS, ['id-101 Run 1', 'id-102 Run 2', 'id-103 Run 3'], []]],
  ['nor by their bytes', [keep(101), { type: 'runs/model', run: 101, model: 'x'.repeat(15e6) }, { type: 'runs/add', runs: fileOf([keep(1), { type: 'runs/model', run: 1, model: 'x'.repeat(15e6) }, keep(2)]) }], ({ list }) => list.map(({ id }) => id), ['id-101', 'id-2']],
  ['a kept run that equals an earlier one of a file stays itself', [keep(9, same), { type: 'runs/add', runs: fileOf([keep(1, same), model(1)]) }], ({ list }) => list.map(({ id, name, model: file }) => [id, name, file]), [['id-9', 'Run 1', '{"model":1}']]],
  ['a deleted run comes back', [keep(1), keep(2), { type: 'runs/delete', id: 'id-1' }, rename(2, 'mine'), undo], (runs) => [names(runs), runs.undo], [['Run 1', 'mine'], null]],
  ['all runs come back, and a later one stays under a free number', [keep(1), keep(2), { type: 'runs/clear' }, keep(3), undo], names, ['Run 1', 'Run 2', 'Run 3']],
  ['runs that had to make room come back, and the one that took it goes', [...crowd, keep(99), undo], ({ list, discarded, undo: next }) => [list.length, list[0].name, list.at(-1)?.name, discarded, next?.before.length], [MOST_RUNS, 'Run 1', 'Run 50', [], MOST_RUNS]],
  ['undoing that changes it back', [...crowd, keep(99), undo, undo], ({ list }) => [list.length, list[0].name, list.at(-1)?.name], [MOST_RUNS, 'Run 2', 'Run 51']],
  ['what one run takes in two steps comes back at once', [keep(1), { type: 'runs/model', run: 1, model: 'x'.repeat(9e6) }, ...crowd.slice(1), keep(99), { type: 'runs/model', run: 99, model: 'x'.repeat(19.9e6) }, undo], ({ list }) => [list.length, list[0].name, list.at(-1)?.name], [MOST_RUNS, 'Run 1', 'Run 50']],
  ['what another tab deleted does not come back', [keep(1), keep(2), { type: 'runs/delete', id: 'id-1' }, { type: 'runs/synced', changed: [], deleted: ['id-2'] }, undo], names, ['Run 1']],
  ['storage that has room again is told', [{ type: 'runs/storage failed', message: 'full' }, { type: 'runs/stored' }], ({ storage }) => storage, { kept: true, problem: null }],
  ['a name shows its control characters', [keep(1), rename(1, 'a\u202Eb')], names, ['a\\u{202e}b']],
  ['the oldest go when there are too many bytes', [keep(1), { type: 'runs/model', run: 1, model: 'x'.repeat(15e6) }, keep(2), { type: 'runs/model', run: 2, model: 'x'.repeat(15e6) }], names, ['Run 2']],
  ['one run stays however large it is', [keep(1), { type: 'runs/model', run: 1, model: 'x'.repeat(25e6) }], names, ['Run 1']],
  ['stored runs come first, and keep their names', [keep(1), { type: 'runs/opened', runs: after(keep(7)).list.map((one) => ({ ...one, run: null, name: 'before' })) }], names, ['before', 'Run 2']],
  ['a run of another tab comes behind', [keep(1), theirs(7, { number: 2, name: 'theirs' })], names, ['Run 1', 'theirs']],
  ['what another tab changed is taken over', [keep(1), keep(2), theirs(1, { number: 1, name: 'called there' })], names, ['called there', 'Run 2']],
  ['what it deleted is gone, and drawn and compared no more', [...both, compare, { type: 'runs/overlay', id: 'id-1', on: true }, { type: 'runs/synced', changed: [], deleted: ['id-1'] }], ({ list, overlaid, pair }) => [list.map(({ name }) => name), overlaid, pair.first], [['Run 2'], [], '']],
  ['the later of two runs of one number has the next free one', [keep(1), keep(2), theirs(0, { number: 2, name: 'Run 2' })], ({ list }) => list.map(({ id, number, name }) => [id, number, name]), [['id-1', 1, 'Run 1'], ['id-0', 2, 'Run 2'], ['id-2', 3, 'Run 3']]],
  ['a name that was given stays', [keep(1), { type: 'runs/rename', id: 'id-1', name: 'mine' }, theirs(0, { number: 1, name: 'Run 1' })], names, ['Run 1', 'mine']],
  ['storage that is denied is told', [{ type: 'runs/storage failed', message: 'denied' }, keep(1)], ({ storage, list }) => [storage, list.length], [{ kept: false, problem: 'denied' }, 1]],
  ['three runs are laid over at most', [1, 2, 3, 4].flatMap((id) => [keep(id), /** @type {RunsAction} */ ({ type: 'runs/overlay', id: `id-${id}`, on: true })]), (runs) => overlays(runs).map(({ name }) => name), ['Run 2', 'Run 3', 'Run 4']],
  ['what is gone is not drawn', [keep(1), { type: 'runs/overlay', id: 'id-1', on: true }, { type: 'runs/delete', id: 'id-1' }], ({ overlaid }) => overlaid, []],
  ['two models are asked about', [...both, compare], ({ agreement }) => [agreement?.status, agreement?.first, agreement?.measure], ['working', '{"model":1}', 'ndcg@10']],
  ['a run is not compared with itself', [...both, { type: 'runs/compare', change: { first: 'id-1', second: 'id-1' } }], ({ agreement }) => agreement, null],
  ['nor without a model', [keep(1), keep(2), compare], ({ agreement }) => agreement, null],
  ['a late answer is dropped', [...both, compare, { type: 'runs/compare', change: { p: 0.5 } }, { type: 'runs/agreement', request: 1, agreement: null, message: 'late' }], ({ agreement }) => [agreement?.request, agreement?.status], [2, 'working']],
  ['a refusal is told', [...both, compare, { type: 'runs/agreement', request: 1, agreement: null, message: 'no' }], ({ agreement }) => [agreement?.status, agreement?.message], ['failed', 'no']],
  ['a deleted run is compared no more', [...both, compare, { type: 'runs/delete', id: 'id-2' }], ({ pair, agreement }) => [pair.first, pair.second, agreement], ['id-1', '', null]],
  ['all can go', [...both, compare, { type: 'runs/clear' }], ({ list, pair, agreement }) => [list, pair.first, agreement], [[], '', null]],
  ['settings are told against the run above', [keep(1), keep(2)], (runs) => runs.list.map((one) => baselineOf(runs, one)?.name ?? null), [null, 'Run 1']],
  ['or against a chosen one', [keep(1), keep(2), keep(3), { type: 'runs/baseline', id: 'id-2' }], (runs) => runs.list.map((one) => baselineOf(runs, one)?.name ?? null), ['Run 2', null, 'Run 2']],
  ['a finished run is judged by its best model, another by its newest', [keep(1), keep(2, { stop: false })], ({ list }) => list.map((one) => telling(one).iteration), [1, 2]],
  ['the split belongs to the data', [keep(1)], ({ list: [one] }) => [one.data.seed, sameData(one.data, { ...one.data, name: 'copy.txt' }), sameData(one.data, { ...one.data, seed: 2 })], [1, true, false]],
];
for (const [name, actions, read, expected] of cases) test(name, () => assert.deepEqual(read(after(...actions)), expected));

test('a setting without a value is no change', () => {
  const [page, file] = /** @type {any[]} */ ([{ c: 1, rounds: undefined }, { c: 1, rounds: null, epochs: null }]);
  assert.deepEqual(changes(page, file), []);
  assert.deepEqual(changes(file, { ...page, epochs: 2 }).map(({ name }) => name), ['epochs']);
});

test('the model of a file is compared like that of a run', () => {
  const file = /** @type {any} */ ({ id: OPENED, name: 'model.json', settings: { method: 'dorm' }, model: '{"file":1}', measure: 'err' });
  const opened = withOpened(after(keep(1), model(1)), file);
  assert.equal(comparable(opened, OPENED), file);
  const asked = reduceRuns(opened, { type: 'runs/compare', change: { first: OPENED, second: 'id-1' } });
  assert.deepEqual([asked.agreement?.first, asked.agreement?.second, asked.agreement?.measure], ['{"file":1}', '{"model":1}', 'err']);
  assert.equal(reduceRuns(asked, { type: 'runs/clear' }).pair.first, OPENED, 'it is not deleted with the runs');
  const other = withOpened(asked, { ...file, model: '{"file":2}' });
  assert.deepEqual([other.agreement?.first, other.agreement?.request], ['{"file":2}', (asked.agreement?.request ?? 0) + 1], 'another file is asked about');
  const closed = withOpened(asked, null);
  assert.deepEqual([closed.pair.first, closed.pair.second, closed.agreement], ['', 'id-1', null]);
  assert.equal(comparable(closed, OPENED), null);
  assert.equal(withOpened(after(...both, compare), file).agreement?.first, '{"model":1}', 'a comparison of runs stays');
});

test('a model that changes no run leaves the runs as they are', () => {
  const runs = after(keep(1), model(1));
  for (const action of [model(1), model(2)]) assert.equal(reduceRuns(runs, action).list, runs.list);
  assert.notEqual(reduceRuns(runs, { type: 'runs/model', run: 1, model: 'another' }).list, runs.list);
});

test('only changes are reported', () => {
  const [a, b] = [run(1).settings, { ...run(1).settings, c: 1, cut_off: 3 }];
  assert.deepEqual(changes(a, b), [{ name: 'c', from: 10, to: 1 }, { name: 'cut_off', from: undefined, to: 3 }]);
});

test('stored records that are not runs stay unchanged', () => {
  const [good] = after(keep(1)).list;
  assert.ok(isKeptRun(structuredClone(good)));
  for (const bad of [null, 1, 'x', {}, { ...good, version: 2 }, { ...good, reports: [] }, { ...good, reports: [null] }, { ...good, settings: null }, { ...good, data: undefined },
    { ...good, seconds: undefined }, { ...good, seconds: ['1'] }, { ...good, at: undefined }, { ...good, model: {} }, { ...good, stop: {} }, { ...good, stop: undefined }, { ...good, overview: 1 }, { ...good, settings: { method: 'dorm' } },
    { ...good, data: { ...good.data, seed: undefined } }, { ...good, data: { ...good.data, checksums: 'a' } }, { ...good, reports: [...good.reports].map(({ valid, ...rest }) => rest) }, { ...good, reports: [...good.reports].map((one) => ({ ...one, test: [null] })) }]) assert.ok(!isKeptRun(bad), JSON.stringify(bad));
  assert.ok(isKeptRun({ ...good, stop: null, overview: null, model: null, data: { ...good.data, checksums: null, seed: null } }), 'what may be missing may');
  const isGood = (/** @type {unknown} */ without) => isKeptRun({ ...good, data: { ...good.data, without } });
  assert.deepEqual([[2, 7], [], [7, 2], [0], ['1'], '2', null].map(isGood), [true, true, false, false, false, false, false], 'rising numbers of features');
});

test('overlaid curves have their own line, label and values', () => {
  const now = run(9, { last: 1 });
  const [one] = after(keep(1, { last: 3 })).list;
  const [objective, , measure] = charts(now, '', PLANES, String).map((chart) => withOverlays(chart, [one], 'ndcg@10'));
  const laid = objective.curves.at(-1);
  assert.ok(laid);
  assert.deepEqual([laid.label, laid.drawn, [...seriesOf(laid, now).values], lastOf(objective, now)], ['Run 1: primal, best', true, [10, 9, 8, 7], 3]);
  assert.deepEqual([valueAt(laid, now, 3), valueAt(objective.curves[0], now, 3)], [7, null]);
  assert.equal(measure.curves.at(-1)?.label, 'Run 1: train');
});

test('a different measure is not drawn on the same axis', () => {
  const [one] = after(keep(1, { measure: 'ap' })).list;
  const laid = withOverlays(charts(run(9), '', PLANES, String)[2], [one], 'ndcg@10').curves.at(-1);
  assert.deepEqual([laid?.label, laid?.drawn, laid && valueAt(laid, null, 1)], ['Run 1: in AP, not drawn', false, null]);
});

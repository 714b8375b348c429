// Kept runs: which stay, under which names, what is drawn and what is compared.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { charts, drawnValues, lastOf, valueAt } from '../../www/curves.js';
import { MOST_RUNS, NO_ARCHIVE, baselineOf, changes, isKept, overlays, reduceArchive, sameData, telling } from '../../www/keeping.js';
import { withOverlays } from '../../www/overlays.js';

/** @typedef {import('../../www/keeping.js').Archive} Archive */
/** @typedef {import('../../www/keeping.js').ArchiveAction} ArchiveAction */
/** @typedef {import('../../www/reducer.js').Run} Run */

/** @param {number} iteration @param {number} primal @param {string} measure */
const report = (iteration, primal, measure) => ({ iteration, round: 0, best_primal: primal, dual: 0, gap: 0.5, mean_slack: primal / 2, mean_loss: 0.5, component_slacks: [], train: [{ measure, value: 0.5 + iteration / 10 }], valid: [], test: [] });
/** @param {number} id @param {{ last?: number, stop?: boolean, c?: number, measure?: string }} [wanted] */
const run = (id, { last = 2, stop = true, c = 10, measure = 'ndcg@10' } = {}) => /** @type {Run} */ (/** @type {unknown} */ ({
  id, settings: { method: 'dorm', measure, c }, status: 'stopped', overview: { queries_used: 3, measures: [measure], components: [] }, seconds: [], phase: null,
  reports: Array.from({ length: last + 1 }, (_, at) => report(at, 10 - at, measure)), stop: stop ? { iterations: last, best_iteration: 1, best_primal: 7, gap: 0.001 } : null,
}));
const data = /** @type {import('../../www/reducer.js').Data} */ (/** @type {unknown} */ ({ seed: 1, request: { name: 'mine.txt', sample: null, holdOut: true, valid: null, test: null }, summaries: {}, checksums: { train: 'a', valid: null, test: null } }));
/** @param {number} id @param {Parameters<typeof run>[1]} [wanted] @returns {ArchiveAction} */
const keep = (id, wanted) => ({ type: 'keep run', id: `id-${id}`, at: id, run: run(id, wanted), data });
/** @param {ArchiveAction[]} actions */
const after = (...actions) => actions.reduce(reduceArchive, NO_ARCHIVE);
/** @param {Archive} archive */
const names = ({ runs }) => runs.map(({ name }) => name);
/** @param {number} id @returns {ArchiveAction} */
const model = (id) => ({ type: 'model', run: id, model: `{"model":${id}}` });
/** A run as another tab stored it. @param {number} id @param {Partial<import('../../www/keeping.js').Kept>} change @returns {ArchiveAction} */
const theirs = (id, change) => ({ type: 'archive followed', changed: after(keep(id)).runs.map((one) => ({ ...one, run: null, ...change })), gone: [] });
const both = [keep(1), model(1), keep(2), model(2)];
/** @type {ArchiveAction} */
const compare = { type: 'compare runs', change: { first: 'id-1', second: 'id-2' } };

/** @type {[string, ArchiveAction[], (archive: Archive) => unknown, unknown][]} */
const cases = [
  ['runs are counted', [keep(1), keep(2)], names, ['Run 1', 'Run 2']],
  ['a run that goes on is kept once, under its name', [keep(1, { stop: false }), { type: 'rename run', id: 'id-1', name: 'mine' }, keep(1, { last: 5 })], ({ runs }) => runs.map(({ name, reports }) => [name, reports.length]), [['mine', 6]]],
  ['a model may come first', [model(1), keep(1)], ({ runs }) => runs[0].model, '{"model":1}'],
  ['or later', [keep(1), model(1)], ({ runs }) => runs[0].model, '{"model":1}'],
  ['a model of another run is not taken', [model(2), keep(1)], ({ runs }) => runs[0].model, null],
  ['a name of nothing is the old one', [keep(1), { type: 'rename run', id: 'id-1', name: '  ' }], names, ['Run 1']],
  ['a name has an end', [keep(1), { type: 'rename run', id: 'id-1', name: 'x'.repeat(500) }], ({ runs }) => runs[0].name.length, 80],
  ['numbers are not used twice', [keep(1), keep(2), { type: 'delete run', id: 'id-1' }, keep(3)], names, ['Run 2', 'Run 3']],
  ['the oldest go', Array.from({ length: MOST_RUNS + 3 }, (_, at) => keep(at + 1)), ({ runs, letGo }) => [runs.length, runs[0].name, letGo], [MOST_RUNS, 'Run 4', 3]],
  ['the oldest go when there are too many bytes', [keep(1), { type: 'model', run: 1, model: 'x'.repeat(15e6) }, keep(2), { type: 'model', run: 2, model: 'x'.repeat(15e6) }], names, ['Run 2']],
  ['one run stays however large it is', [keep(1), { type: 'model', run: 1, model: 'x'.repeat(25e6) }], names, ['Run 1']],
  ['stored runs come first, and keep their names', [keep(1), { type: 'archive opened', runs: after(keep(7)).runs.map((one) => ({ ...one, run: null, name: 'before' })) }], names, ['before', 'Run 2']],
  ['a run of another tab comes behind', [keep(1), theirs(7, { number: 2, name: 'theirs' })], names, ['Run 1', 'theirs']],
  ['what another tab changed is taken over', [keep(1), keep(2), theirs(1, { number: 1, name: 'called there' })], names, ['called there', 'Run 2']],
  ['what it deleted is gone, and drawn and compared no more', [...both, compare, { type: 'overlay run', id: 'id-1', on: true }, { type: 'archive followed', changed: [], gone: ['id-1'] }], ({ runs, overlaid, pair }) => [runs.map(({ name }) => name), overlaid, pair.first], [['Run 2'], [], '']],
  ['the later of two runs of one number has the next free one', [keep(1), keep(2), theirs(0, { number: 2, name: 'Run 2' })], ({ runs }) => runs.map(({ id, number, name }) => [id, number, name]), [['id-1', 1, 'Run 1'], ['id-0', 2, 'Run 2'], ['id-2', 3, 'Run 3']]],
  ['a name that was given stays', [keep(1), { type: 'rename run', id: 'id-1', name: 'mine' }, theirs(0, { number: 1, name: 'Run 1' })], names, ['Run 1', 'mine']],
  ['storage that is denied is told', [{ type: 'archive failed', message: 'denied' }, keep(1)], ({ storage, runs }) => [storage, runs.length], [{ kept: false, problem: 'denied' }, 1]],
  ['three runs are laid over at most', [1, 2, 3, 4].flatMap((id) => [keep(id), /** @type {ArchiveAction} */ ({ type: 'overlay run', id: `id-${id}`, on: true })]), (archive) => overlays(archive).map(({ name }) => name), ['Run 2', 'Run 3', 'Run 4']],
  ['what is gone is not drawn', [keep(1), { type: 'overlay run', id: 'id-1', on: true }, { type: 'delete run', id: 'id-1' }], ({ overlaid }) => overlaid, []],
  ['two models are asked about', [...both, compare], ({ agreement }) => [agreement?.status, agreement?.first, agreement?.measure], ['working', '{"model":1}', 'ndcg@10']],
  ['a run is not compared with itself', [...both, { type: 'compare runs', change: { first: 'id-1', second: 'id-1' } }], ({ agreement }) => agreement, null],
  ['nor without a model', [keep(1), keep(2), compare], ({ agreement }) => agreement, null],
  ['a late answer is dropped', [...both, compare, { type: 'compare runs', change: { p: 0.5 } }, { type: 'agreed', question: 1, agreement: null, message: 'late' }], ({ agreement }) => [agreement?.question, agreement?.status], [2, 'working']],
  ['a refusal is told', [...both, compare, { type: 'agreed', question: 1, agreement: null, message: 'no' }], ({ agreement }) => [agreement?.status, agreement?.message], ['failed', 'no']],
  ['a deleted run is compared no more', [...both, compare, { type: 'delete run', id: 'id-2' }], ({ pair, agreement }) => [pair.first, pair.second, agreement], ['id-1', '', null]],
  ['all can go', [...both, compare, { type: 'clear runs' }], ({ runs, pair, agreement }) => [runs, pair.first, agreement], [[], '', null]],
  ['settings are told against the run above', [keep(1), keep(2)], (archive) => archive.runs.map((one) => baselineOf(archive, one)?.name ?? null), [null, 'Run 1']],
  ['or against a chosen one', [keep(1), keep(2), keep(3), { type: 'runs baseline', id: 'id-2' }], (archive) => archive.runs.map((one) => baselineOf(archive, one)?.name ?? null), ['Run 2', null, 'Run 2']],
  ['a finished run is judged by its best model, another by its newest', [keep(1), keep(2, { stop: false })], ({ runs }) => runs.map((one) => telling(one).iteration), [1, 2]],
  ['the split belongs to the data', [keep(1)], ({ runs: [one] }) => [one.data.seed, sameData(one.data, { ...one.data, name: 'copy.txt' }), sameData(one.data, { ...one.data, seed: 2 })], [1, true, false]],
];
for (const [name, actions, read, expected] of cases) test(name, () => assert.deepEqual(read(after(...actions)), expected));

test('a model that changes no run leaves the runs as they are', () => {
  const archive = after(keep(1), model(1));
  for (const action of [model(1), model(2)]) assert.equal(reduceArchive(archive, action).runs, archive.runs);
  assert.notEqual(reduceArchive(archive, { type: 'model', run: 1, model: 'another' }).runs, archive.runs);
});

test('only what changed is told', () => {
  const [a, b] = [run(1).settings, { ...run(1).settings, c: 1, cut_off: 3 }];
  assert.deepEqual(changes(a, b), [{ name: 'c', from: 10, to: 1 }, { name: 'cut_off', from: undefined, to: 3 }]);
});

test('stored records that are no runs are left where they are', () => {
  const [good] = after(keep(1)).runs;
  assert.ok(isKept(structuredClone(good)));
  for (const bad of [null, 1, 'x', {}, { ...good, version: 2 }, { ...good, reports: [] }, { ...good, reports: [null] }, { ...good, settings: null }, { ...good, data: undefined },
    { ...good, seconds: undefined }, { ...good, seconds: ['1'] }, { ...good, at: undefined }, { ...good, model: {} }, { ...good, stop: {} }, { ...good, stop: undefined }, { ...good, overview: 1 }, { ...good, settings: { method: 'dorm' } },
    { ...good, data: { ...good.data, seed: undefined } }, { ...good, data: { ...good.data, checksums: 'a' } }, { ...good, reports: good.reports.map(({ valid, ...rest }) => rest) }, { ...good, reports: good.reports.map((one) => ({ ...one, test: [null] })) }]) assert.ok(!isKept(bad), JSON.stringify(bad));
  assert.ok(isKept({ ...good, stop: null, overview: null, model: null, data: { ...good.data, checksums: null, seed: null } }), 'what may be missing may');
});

test('curves laid over have a line, a label and values of their own', () => {
  const now = run(9, { last: 1 });
  const [one] = after(keep(1, { last: 3 })).runs;
  const [objective, , measure] = charts(now, '', String).map((chart) => withOverlays(chart, [one], 'ndcg@10'));
  const laid = objective.curves.at(-1);
  assert.ok(laid);
  assert.deepEqual([laid.label, laid.drawn, drawnValues(laid, now), lastOf(objective, now)], ['Run 1: primal, best', true, [10, 9, 8, 7], 3]);
  assert.deepEqual([valueAt(laid, now, 3), valueAt(objective.curves[0], now, 3)], [7, null]);
  assert.equal(measure.curves.at(-1)?.label, 'Run 1: train');
});

test('another measure is not drawn on the axis of this one', () => {
  const [one] = after(keep(1, { measure: 'ap' })).runs;
  const laid = withOverlays(charts(run(9), '', String)[2], [one], 'ndcg@10').curves.at(-1);
  assert.deepEqual([laid?.label, laid?.drawn, laid && valueAt(laid, null, 1)], ['Run 1: in AP, not drawn', false, null]);
});

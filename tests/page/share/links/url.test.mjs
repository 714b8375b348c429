// Links: a state as an address and back, and untrusted addresses.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HIDEABLE, LINKABLE, SHOWABLE } from '../../../../www/app/parts.js';
import { LONGEST, addressOf, openingOf, sampleChecksum } from '../../../../www/features/share/links/url.js';
import { viewOf } from '../../../../www/features/share/links/url-reader.js';
import { SHOWN } from '../../../../www/features/inspect/inspector/inspector-state.js';
import { pack, unpack } from '../../../../www/lib/compress-text.js';
import { stateOfPage } from '../../../../www/features/learn/lesson-editor/page-state.js';
import { commandFiles } from '../../../../www/features/share/export/export-data.js';
import { initialState, reduce } from '../../../../www/app/reducer.js';

/** @typedef {import('../../../../www/app/reducer.js').State} State */
/** @typedef {import('../../../../www/app/reducer.js').Action} Action */
/** @typedef {import('../../../../www/features/share/links/url.js').View} View */

const defaults = /** @type {import('../../../../www/core/protocol.js').TrainingSettings} */ (/** @type {unknown} */ ({
  method: 'dorm', measure: 'ndcg@10', decay: 'power:0.5', offset: 1, components: ['svm-map', 'svm-ndcg'], c: 10, gap: 0.001, max_iterations: 1000, threshold: 1, drop_zero: false, seed: 1, measures: [],
}));
const catalog = /** @type {import('../../../../www/core/protocol.js').Catalog} */ ({ defaults });
const samples = [
  { id: 'generated', train: /** @type {const} */ ({ kind: 'generated', name: 'generated sample', queries: 2, documents: 2, seed: 1 }), holdOut: true },
  { id: 'kitchen', train: /** @type {const} */ ({ kind: 'url', name: 'kitchen.txt', url: 'samples/kitchen.txt' }), holdOut: false },
];
/** Like the core, it names the first invalid setting, but no setting for some faults. @type {import('../../../../www/features/share/links/url.js').Check} */
const check = ({ c, threshold, method }) => {
  if (!Number.isInteger(threshold) || threshold > 255) return { field: null, message: 'invalid value' };
  if (!(c > 0)) return { field: 'c', message: `c: ${c} is not positive` };
  return ['dorm', 'svm-map'].includes(method) ? null : { field: 'method', message: `no method ${method}` };
};
const world = { catalog, check, samples, first: 'generated', unnamed: 'generated', panels: LINKABLE, hideable: HIDEABLE, showable: SHOWABLE };

const file = (/** @type {string} */ name) => /** @type {import('../../../../www/core/protocol.js').Source} */ ({ kind: 'blob', name, blob: new Blob(['x']) });
/** @param {Partial<import('../../../../www/features/data/data-state.js').DataRequest>} change @returns {import('../../../../www/features/data/data-state.js').DataRequest} */
const request = (change) => ({ sample: 'generated', name: 'sample', train: samples[0].train, valid: null, test: null, holdOut: true, settings: {}, picture: null, features: null, ...change });
const summaries = /** @type {import('../../../../www/core/protocol.js').Summaries} */ ({ train: { queries: 9 }, valid: null, test: null });
const checksums = { train: '0123456789abcdef', valid: 'fedcba9876543210', test: '0000000000000001' };
/** @param {Partial<import('../../../../www/features/data/data-state.js').DataRequest>} change @returns {Action[]} */
const loaded = (change) => [{ type: 'load', request: request(change) }, { type: 'loaded', load: 1, summaries, checksums }, { type: 'prepared', run: 1, overview: /** @type {import('../../../../www/core/protocol.js').Overview} */ ({}) }];
/** @param {number} last @returns {Action} */
const reports = (last) => ({ type: 'reports', run: 1, phase: null, seconds: [], reports: Array.from({ length: last + 1 }, (_, iteration) => /** @type {import('../../../../www/core/protocol.js').StepReport} */ ({ iteration })) });
const stopped = /** @type {Action} */ ({ type: 'stopped', run: 1, stop: { reason: 'converged', iterations: 5 } });
/** @param {Action[]} actions */
const after = (...actions) => actions.reduce(reduce, initialState(catalog, 'system'));
/** @param {string} fragment */
const view = (fragment) => viewOf(fragment, world);

/** @type {[string, Action[], string | null, Partial<View>][]} */
const trips = [
  ['the first sight of the page needs no words', loaded({}), '', { sample: 'generated', trained: 0 }],
  ['a sample', loaded({ sample: 'kitchen', train: samples[1].train, holdOut: false }), 'v=1&sample=kitchen&sample-checksum=0123456789abcdef', { sample: 'kitchen' }],
  ['settings that differ', [...loaded({}), { type: 'settings', change: { c: 0.25, drop_zero: true, components: ['svm-map'], cut_off: 3 } }], 'v=1&sample=generated&sample-checksum=0123456789abcdef&cut_off=3&components=svm-map&c=0.25&drop_zero=true', { settings: { ...defaults, c: 0.25, drop_zero: true, components: ['svm-map'], cut_off: 3 } }],
  ['components with options of their own', [...loaded({}), { type: 'settings', change: { components: ['svm-ndcg:cut-off=5,discount=flat', 'owpc:generator=top:10'] } }], 'v=1&sample=generated&sample-checksum=0123456789abcdef&components=svm-ndcg:cut-off%3D5,discount%3Dflat+owpc:generator%3Dtop:10', { settings: { ...defaults, components: ['svm-ndcg:cut-off=5,discount=flat', 'owpc:generator=top:10'] } }],
  ['settings that may be absent', [...loaded({}), { type: 'settings', change: { rounds: 50, epochs: 5, patience: 3 } }], 'v=1&sample=generated&sample-checksum=0123456789abcdef&rounds=50&epochs=5&patience=3', { settings: { ...defaults, rounds: 50, epochs: 5, patience: 3 } }],
  ['gains of grades', [...loaded({}), { type: 'settings', change: { label_gain: '0,1,3,7' } }], 'v=1&sample=generated&sample-checksum=0123456789abcdef&label_gain=0,1,3,7', { settings: { ...defaults, label_gain: '0,1,3,7' } }],
  ['an emptied field is left out', [...loaded({}), { type: 'settings', change: { c: NaN } }], '', { settings: defaults }],
  ['every bit of a number', [...loaded({}), { type: 'settings', change: { c: 0.1 + 0.2, gap: 1e-7 } }], 'v=1&sample=generated&sample-checksum=0123456789abcdef&c=0.30000000000000004&gap=1e-7', { settings: { ...defaults, c: 0.1 + 0.2, gap: 1e-7 } }],
  ['a finished run', [...loaded({}), reports(5), stopped], 'v=1&sample=generated&sample-checksum=0123456789abcdef&trained=5&numbers=2&ended=true', { trained: 5, ended: true, iteration: null }],
  ['a study by its name', [...loaded({}), { type: 'panel', panel: 'study', open: true }, { type: 'study/set', change: { link: 'learning-curve' } }], 'v=1&sample=generated&sample-checksum=0123456789abcdef&open=study&study=learning-curve', { panels: ['study'], study: 'learning-curve' }],
  ['a study that is not open', [...loaded({}), { type: 'study/set', change: { link: 'learning-curve' } }], '', { study: null }],
  ['a cursor, a query, panels', [...loaded({}), reports(5), { type: 'cursor', iteration: 2 }, { type: 'query', query: 7 }, { type: 'inspector/shown', shown: 20 }, { type: 'panel', panel: 'runs', open: true }, { type: 'panel', panel: 'comparison', open: false }],
    'v=1&sample=generated&sample-checksum=0123456789abcdef&trained=5&numbers=2&iteration=2&query=7&shown=20&open=runs', { trained: 5, ended: false, iteration: 2, query: 7, fields: { shown: 20 }, panels: ['runs'] }],
  ['the cursor at w = 0 of a trained run', [...loaded({}), reports(5), { type: 'cursor', iteration: 0 }], 'v=1&sample=generated&sample-checksum=0123456789abcdef&trained=5&numbers=2&iteration=0', { trained: 5, iteration: 0 }],
  ...SHOWN.slice(1).map((shown) => /** @type {[string, Action[], string, Partial<View>]} */ ([`the top ${shown}`, [...loaded({}), { type: 'inspector/shown', shown }], `v=1&sample=generated&sample-checksum=0123456789abcdef&shown=${shown}`, { fields: { shown } }])),
  ['features that are off', loaded({ without: [2, 11] }), 'v=1&sample=generated&sample-checksum=0123456789abcdef&without=2,11', { without: [2, 11], nextWithout: null }],
  ['features that are off next', [...loaded({ without: [2] }), { type: 'leave out', without: [3, 1] }], 'v=1&sample=generated&sample-checksum=0123456789abcdef&without=2&next.without=1,3', { without: [2], nextWithout: [1, 3] }],
  ['all features on next', [...loaded({ without: [2] }), { type: 'leave out', without: [] }], 'v=1&sample=generated&sample-checksum=0123456789abcdef&without=2&next.without=none', { without: [2], nextWithout: [] }],
  ['the run shown and the settings for the next', [...loaded({}), reports(5), { type: 'settings', change: { c: 1 } }], 'v=1&sample=generated&sample-checksum=0123456789abcdef&next.c=1&trained=5&numbers=2', { settings: defaults, next: { c: 1 } }],
  ['files by name and checksum, without their data', loaded({ sample: null, train: file('mine.txt'), test: file('a&b=c.txt') }), 'v=1&train=mine.txt&train-checksum=0123456789abcdef&test=a%26b%3Dc.txt&test-checksum=0000000000000001',
    { sample: null, files: [{ part: 'train', name: 'mine.txt', checksum: checksums.train }, { part: 'test', name: 'a&b=c.txt', checksum: checksums.test }] }],
  ['a sample with a test file of one’s own', loaded({ sample: null, train: samples[1].train, test: file('t.txt'), holdOut: false }), 'v=1&sample=kitchen&sample-checksum=0123456789abcdef&test=t.txt&test-checksum=0000000000000001', { sample: 'kitchen', files: [{ part: 'test', name: 't.txt', checksum: checksums.test }] }],
  ['what is held out of one’s own data', loaded({ sample: null, train: file('m.txt') }), 'v=1&train=m.txt&train-checksum=0123456789abcdef&hold-out=1', { holdOut: true, seed: 1 }],
  ['nothing held out of a sample', loaded({ holdOut: false }), 'v=1&sample=generated&sample-checksum=0123456789abcdef&hold-out=none', { holdOut: false }],
  ['nothing without data', [], null, {}],
];
test('the page as it opens needs no words, with the settings of its sample; a link without a sample means another', () => {
  const own = { ...samples[1], settings: { c: 3 } };
  const opening = { ...world, samples: [samples[0], own], first: 'kitchen' };
  const opened = loaded({ sample: 'kitchen', train: own.train, holdOut: false, settings: own.settings });
  assert.equal(addressOf(after(...opened), null, opening), '');
  assert.equal(addressOf(after(...opened, { type: 'settings', change: { c: 10 } }), null, opening), 'v=1&sample=kitchen&sample-checksum=0123456789abcdef');
  assert.equal(addressOf(after(...loaded({})), null, opening), 'v=1&sample=generated&sample-checksum=0123456789abcdef');
  assert.equal(viewOf('v=1&c=2', opening).view.sample, 'generated');
});

test('the page as it opens has words for a frame, and for a step of a lesson', async () => {
  const own = { ...samples[1], settings: { c: 3 } };
  const opening = { ...world, samples: [samples[0], own], first: 'kitchen' };
  const opened = after(...loaded({ sample: 'kitchen', train: own.train, holdOut: false, settings: own.settings }));
  assert.equal(addressOf(opened, null, { ...opening, first: null }), 'v=1&sample=kitchen&sample-checksum=0123456789abcdef&c=3');
  assert.deepEqual(await stateOfPage(opened, opening), { sample: 'kitchen', c: 3 });
  const chosen = { ...opening, catalog: /** @type {typeof catalog} */ ({ defaults: { ...defaults, choose: 'last' } }) };
  const { view: { sample, settings }, ignored } = viewOf(openingOf(chosen), chosen);
  assert.deepEqual([sample, settings.c, settings.choose, ignored], ['kitchen', 3, 'validation', []]);
});

test('a setting that is absent is null in a step of a lesson', async () => {
  const deep = { ...world, catalog: /** @type {typeof catalog} */ ({ defaults: { ...defaults, depth: 4 } }) };
  const any = after(...loaded({}), { type: 'settings', change: { depth: undefined } });
  assert.equal((await stateOfPage(any, deep)).depth, null);
});

for (const [name, actions, expected, parts] of trips) {
  test(name, () => {
    const fragment = addressOf(after(...actions), null, world);
    assert.equal(fragment, expected);
    const back = view(fragment ?? '');
    assert.deepEqual(back.ignored, []);
    for (const [key, value] of Object.entries(parts)) assert.deepEqual(Reflect.get(back.view, key), value, key);
  });
}

test('links to samples contain a checksum; invalid checksums are reported', () => {
  assert.equal(view('v=1&sample=kitchen&sample-checksum=0123456789abcdef-0000000000000001').view.checksum, '0123456789abcdef-0000000000000001');
  assert.equal(view('v=1&sample=kitchen').view.checksum, null, 'links of before have none');
  const test = loaded({ sample: 'kitchen', train: samples[1].train, test: samples[1].train, holdOut: false });
  assert.equal(sampleChecksum(/** @type {import('../../../../www/features/data/data-state.js').Data} */ (after(...test).data)), `${checksums.train}-${checksums.test}`, 'every part of the sample');
  for (const wrong of ['sample=kitchen&sample-checksum=<b>', 'train=mine.txt&sample-checksum=0123456789abcdef', 'sample-checksum=0123456789abcdef']) {
    const { view: seen, ignored } = view(`v=1&${wrong}`);
    assert.deepEqual([seen.checksum, ignored.length], [null, 1], wrong);
  }
});

test('the address contains the laboratory that is shown, with the values that differ', () => {
  const open = [...loaded({}), /** @type {Action} */ ({ type: 'panel', panel: 'theory', open: true })];
  const start = 'v=1&sample=generated&sample-checksum=0123456789abcdef&open=theory&theory=';
  /** @type {[Action[], string, Record<string, string>][]} */
  const labs = [
    [[], 'calibration', {}],
    [[{ type: 'theory/values', values: { tilt: '-0.0125', measure: 'err+linear' } }], 'calibration&theory.measure=err%2Blinear&theory.tilt=-0.0125', { tilt: '-0.0125', measure: 'err+linear' }],
    [[{ type: 'theory/choose', lab: 'margins' }, { type: 'theory/values', values: { gamma: '0.3', scorer: 'ranksvm', generator: 'exp:10', feature: '1' } }], 'margins&theory.scorer=ranksvm&theory.generator=exp:10&theory.gamma=0.3', { scorer: 'ranksvm', generator: 'exp:10', gamma: '0.3' }],
    [[{ type: 'theory/choose', lab: 'online-to-batch' }, { type: 'theory/values', values: { radius: '0.1' } }], 'online-to-batch&theory.radius=0.1', { radius: '0.1' }],
  ];
  for (const [actions, expected, values] of labs) {
    const state = /** @type {State} */ (after(...open, ...actions));
    assert.equal(addressOf(state, null, world), start + expected);
    const { view: back, ignored } = view(start + expected);
    assert.deepEqual([back.theory?.values, back.panels, ignored], [values, ['theory'], []]);
    const opened = reduce(after(...loaded({}), { type: 'theory/values', values: { tilt: '0.1', p: '0.9' } }), { type: 'links/open', view: back });
    assert.equal(opened.theory.lab, state.theory.lab);
    assert.deepEqual(opened.theory.values[opened.theory.lab], state.theory.values[state.theory.lab], 'the same values, whatever they were before');
  }
  assert.doesNotMatch(addressOf(after(...loaded({}), { type: 'theory/choose', lab: 'steps' }), null, world) ?? '', /theory/, 'a closed panel needs no words');
});

test('laboratories and values that the page does not have are reported', () => {
  /** @type {[string, string[]][]} */
  const wrong = [
    ['theory=alchemy&theory.p=1', ['theory: “alchemy” is not a laboratory of this page', 'theory.p: unknown key']],
    ['theory=', ['theory: nothing is not a laboratory of this page']],
    ['theory=constructor', ['theory: “constructor” is not a laboratory of this page']],
    ['theory=margins&theory.gamma=2', ['theory.gamma: “2” is not a number from 0 to 1']],
    ['theory=margins&theory.gamma=0x1&theory.feature=0', ['theory.feature: “0” is not the number of a feature', 'theory.gamma: “0x1” is not a number from 0 to 1']],
    ['theory=steps&theory.decay=<b>', ['theory.decay: “<b>” is not one of power:0.5, power:0.25, power:1, power:2, log, measure']],
    ['theory=steps&theory.gamma=0.3', ['theory.gamma: unknown key']],
    ['theory.gamma=0.3', ['theory.gamma: unknown key']],
  ];
  for (const [fragment, ignored] of wrong) {
    const seen = view(`v=1&${fragment}`);
    assert.deepEqual(seen.ignored, ignored, fragment);
    assert.deepEqual(seen.view.theory?.values ?? {}, {}, fragment);
  }
});

test('two samples with one file are told apart by their grades', () => {
  const digits = /** @type {const} */ ({ kind: 'url', name: 'd.gz', url: 'samples/d.gz' });
  const both = { ...world, samples: [...samples, { id: 'digits', train: digits, holdOut: true }, { id: 'grades', train: { ...digits, grades: 'comment:digit' }, holdOut: true }] };
  for (const { id, train } of both.samples.slice(2)) {
    assert.match(addressOf(after(...loaded({ sample: id, train })), null, both) ?? '', new RegExp(`sample=${id}&`));
    assert.match(addressOf(after(...loaded({ sample: null, train, test: file('t.txt') })), null, both) ?? '', new RegExp(`sample=${id}&`), 'beside a file of one’s own');
  }
});

test('the address contains pasted lines, but not files of the same name', () => {
  const pasted = loaded({ sample: null, train: file('pasted lines'), pasted: true, holdOut: false });
  assert.equal(addressOf(after(...pasted), 'eJw-_x', world), 'v=1&lines=eJw-_x');
  assert.equal(view('v=1&lines=eJw-_x').view.lines, 'eJw-_x');
  const named = loaded({ sample: null, train: file('pasted lines'), holdOut: false });
  assert.doesNotMatch(addressOf(after(...named), 'eJw-_x', world) ?? '', /lines=/);
});

test('the address contains the view of the inspector, open panels and explained documents', () => {
  const state = /** @type {State} */ (after(...loaded({}), { type: 'inspector/tab', tab: 'own' }, { type: 'playback/slow motion', open: true }, { type: 'panel', panel: 'certificate', open: true },
    { type: 'query', query: 3 }, { type: 'model/pair', pair: { query: 3, first: 5, second: 2 } }));
  const fragment = 'v=1&sample=generated&sample-checksum=0123456789abcdef&query=3&pair=5-2&tab=own&open=certificate,slow-motion';
  assert.equal(addressOf(state, null, world), fragment);
  const { view: back, ignored } = view(fragment);
  assert.deepEqual([back.fields, back.panels, back.query, back.pair, ignored], [{ inspectorTab: 'own' }, ['certificate', 'slow-motion'], 3, [5, 2], []]);
  const elsewhere = reduce(state, { type: 'query', query: 4 });
  assert.doesNotMatch(addressOf(elsewhere, null, world) ?? '', /pair/, 'documents of another query are not held');
  const slow = reduce(initialState(world.catalog, 'system'), { type: 'links/open', view: back });
  assert.equal(slow.panels['slow-motion'], true);
  const next = reduce(reduce(slow, { type: 'inspector/shown', shown: 40 }), { type: 'links/open', view: view('v=1').view });
  assert.deepEqual([next.inspectorTab, next.shown, next.panels], ['rankings', 10, {}], 'what a link does not name is as at first');
});

test('held-out data belong to the data, not to the latest link', () => {
  const seven = view('v=1&hold-out=7').view;
  const data = after({ type: 'links/open', view: seven }, ...loaded({}));
  const asked = reduce(data, { type: 'links/open', view: view('v=1&train=mine.txt&hold-out=9').view });
  assert.match(addressOf(reduce(asked, { type: 'links/close' }), null, world) ?? '', /hold-out=7$/);
  assert.equal(commandFiles(asked)?.split_seed, 7);
  assert.equal(commandFiles(after(...loaded({ holdOut: false })))?.split_seed, undefined);
});

test('packed lines unpack to the same lines', async () => {
  const text = '2 qid:1 1:0.5 # größer 🔍\n'.repeat(200);
  const packed = await pack(new Blob([text]), 8192);
  assert.match(packed ?? '', /^[\w-]+$/);
  assert.equal(await (await unpack(packed ?? '')).text(), text);
  assert.equal(await pack(new Blob([text]), 20), null, 'too long for its limit');
  await assert.rejects(unpack('AAAA_-zz'));
  const bomb = await pack(new Blob(['0'.repeat(1_000_000)]), 8192);
  assert.equal((await (await unpack(bomb ?? '')).text()).length, 1_000_000);
  const stream = new Blob(['0'.repeat(3_000_000)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const worse = Buffer.from(await new Response(stream).arrayBuffer()).toString('base64url');
  assert.ok(worse.length < 8192);
  await assert.rejects(unpack(worse), /too long/);
});

/** @type {[string, RegExp][]} What is passed over, and what is said of it. */
const hostile = [
  ['__proto__=1', /__proto__/], ['constructor=x&toString=y', /constructor/], ['%7B%22c%22%3A1%7D', /\{"c":1\}/], ['c=NaN', /^c: “NaN”/], ['c=Infinity', /^c: /], ['c=1e999', /^c: /],
  ['c=-5', /not positive/], ['c=<img src=x onerror=alert(1)>', /^c: /], ['c=0x10', /^c: /], ['threshold=1e300', /^threshold: /], ['threshold=1.5', /^threshold: /], ['method=javascript:alert(1)', /no method/], ['drop_zero=yes', /^drop_zero: /],
  ['trained=-1', /^trained: /], ['trained=99999999999&numbers=2', /^trained: /], ['iteration=1.5', /^iteration: /], ['query=abc', /^query: /], ['shown=0', /^shown: /], ['shown=1e9', /^shown: /], ['shown=15', /^shown: /], ['shown=', /^shown: /], ['tab=<b>', /^tab: /], ['tab=microscope', /^tab: /], ['query=1&pair=3-3', /^pair: /], ['pair=1-2', /^pair: /], ['query=1&pair=1-2-3', /^pair: /],
  ['open=constructor', /^open: /], ['open=runs,../../x', /^open: /], ['open=lesson', /^open: /], ['plan=ties,<b>', /^plan: /], ['sample=https://example.org/evil.txt', /^sample: /], ['sample=__proto__', /^sample: /], ['lines=<svg>', /^lines: /], [`lines=${'a'.repeat(9000)}`, /^lines: /],
  ['train=a.txt&train-checksum=zz', /^train-checksum: /], ['train=', /^train: /], ['valid-checksum=0123456789abcdef', /^valid-checksum: /], ['hold-out=-1', /^hold-out: /], ['hold-out=9007199254740992', /^hold-out: /], ['ended=1', /^ended: /], ['c=1&c=2', /duplicate key/],
  ['v=2', /unknown version/], ['%', /%/], ['%E0%A4%A', /./], ['next.__proto__=1', /next/], [`c=${'9'.repeat(5000)}`, /^c: /], ['x'.repeat(1_000_000), /1,000,000 characters/], ['a=1&'.repeat(5000), /duplicate key/], ['\u202e\u0000evil=1', /evil/],
];
for (const [fragment, told] of hostile) {
  test(`ignored: ${fragment.slice(0, 40)}`, () => {
    const { view: seen, ignored } = view(fragment);
    assert.ok(ignored.some((line) => told.test(line)), ignored.join('\n').slice(0, 500));
    sound(seen, ignored);
  });
}

/** Checks properties of every view from any address. @param {View} seen @param {string[]} ignored */
function sound(seen, ignored) {
  assert.equal(check(seen.settings), null);
  assert.equal(check({ ...seen.settings, ...seen.next }), null);
  assert.ok(Object.keys(seen.settings).every((key) => key in defaults || ['decay_cut', 'cut_off', 'rounds', 'epochs', 'patience', 'label_gain'].includes(key)));
  assert.equal(Object.getPrototypeOf(seen.settings), Object.prototype);
  assert.ok(seen.sample === null || samples.some(({ id }) => id === seen.sample));
  assert.ok(seen.sample !== null || seen.lines || seen.files.some(({ part }) => part === 'train'));
  for (const value of [seen.trained, seen.iteration ?? 0, seen.query ?? 0, seen.seed]) assert.ok(Number.isSafeInteger(value) && value >= 0);
  assert.ok(seen.files.every(({ name, checksum }) => name && name.length <= 255 && /^([0-9a-f]{16})?$/.test(checksum)));
  assert.ok(ignored.every((line) => line.length < 400 && !/[\p{Cc}\u202e]/u.test(line)), 'what is said of them is short and in one line');
  assert.equal(/** @type {any} */ ({}).polluted, undefined);
}

test('no address throws', () => {
  let state = 12345;
  const draw = (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const keys = ['v', 'sample', 'lines', 'train', 'train-checksum', 'test', 'hold-out', 'c', 'threshold', 'method', 'components', 'cut_off', 'next.c', 'next.method', 'trained', 'ended', 'iteration', 'query', 'shown', 'tab', 'open', '__proto__', 'polluted', '', 'constructor'];
  const values = ['1', '0', '-1', '1e308', 'NaN', 'true', 'none', 'kitchen', 'dorm', 'svm-map', 'runs,comparison', '<script>', '%00', '%', '+', 'ü', '__proto__', '0123456789abcdef', '2147483648', 'a b c', 'null', '[object Object]', 'x'.repeat(5000)];
  for (let round = 0; round < 3000; round += 1) {
    const fragment = draw(4) === 0
      ? Array.from({ length: draw(60) }, () => String.fromCharCode(draw(draw(3) ? 128 : 65536))).join('')
      : Array.from({ length: draw(8) }, () => `${keys[draw(keys.length)]}${draw(9) ? '=' : ''}${values[draw(values.length)]}`).join('&');
    const { view: seen, ignored } = view(fragment);
    sound(seen, ignored);
  }
  assert.ok(LONGEST < 100_000);
});

test('one’s own ranking travels with its query', () => {
  const inspection = /** @type {any} */ ({ query: 7, documents: [{}, {}, {}], predicted: [0, 1, 2] });
  const snapshot = /** @type {any} */ ({ run: 1, iteration: 0, inspection, rows: [] });
  const state = after(...loaded({}), { type: 'snapshot', snapshot }, { type: 'inspector/move', document: 2, to: 0 });
  const address = addressOf(state, null, world);
  assert.match(address ?? '', /&query=7&own=2\.0\.1$/, 'the query that is shown without being chosen is named');
  const read = view(address ?? '');
  assert.deepEqual([read.view.own, read.ignored], [[2, 0, 1], []]);
});

test('a stranger’s ranking that is none is ignored with a reason', () => {
  for (const own of ['', '1', '0.0', '0.2', '0.1.x', '-1.0', '1e1.0', '0..1', Array.from({ length: 3000 }, (_, at) => at).join('.')]) {
    const read = view(`v=1&query=7&own=${own}`);
    assert.deepEqual([read.view.own, read.ignored.length], [null, 1], own.slice(0, 20));
  }
  assert.deepEqual(view('v=1&own=0.1').view.own, null, 'without a query it belongs to nothing');
});

test('a picture that is a panel opens the panel; another one is refused', () => {
  const alone = view('v=1&sample=kitchen&picture=weightplane');
  assert.deepEqual([alone.view.picture, alone.view.panels, alone.ignored], ['weightplane', ['weightplane'], []]);
  const chart = view('v=1&picture=chart-3');
  assert.deepEqual([chart.view.picture, chart.view.panels], ['chart-3', []]);
  const cat = view('v=1&picture=cat');
  assert.deepEqual([cat.view.picture, cat.ignored], [null, ['picture: “cat” is not a picture of this page']]);
  const written = addressOf(after(...loaded({}), { type: 'links/open', view: chart.view }), null, world);
  assert.match(written ?? '', /&picture=chart-3$/, 'a reload shows the picture again');
});

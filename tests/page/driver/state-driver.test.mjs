// The driver brings the page to a target, and gives the target up when somebody else acts. The worker is played by the test.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialState, reduce } from '../../../www/app/reducer.js';
import { StateDriver, reachState } from '../../../www/features/driver/state-driver.js';
import { TO_THE_END } from '../../../www/features/run/training/run-state.js';
import { createStore } from '../../../www/store/store.js';

const settings = /** @type {any} */ ({ method: 'dorm', measure: 'ndcg@10', c: 10, components: [], measures: [] });
const catalog = /** @type {any} */ ({ defaults: settings, methods: [], families: [], messages: [] });
const QUERIES = [0, 1, 2];

/** @typedef {import('../../../www/features/driver/target.js').Target} Target */

/** @param {string} name */
const dataOf = (name) => /** @type {any} */ ({ sample: null, name, train: { kind: 'blob', name }, valid: null, test: null, holdOut: false, settings: {}, picture: null, features: null });

/** A page whose actions are noted, and whose worker answers on request. */
function page() {
  const store = /** @type {import('../../../www/store/store.js').Store<import('../../../www/app/reducer.js').State, any>} */ (createStore(initialState(catalog, 'system'), reduce));
  /** @type {any[]} */
  const actions = [];
  store.subscribe((_state, action) => { actions.push(action); });
  const runOf = () => /** @type {NonNullable<ReturnType<typeof store.get>['run']>} */ (store.get().run);
  return {
    store, actions,
    types: () => actions.map(({ type }) => type),
    of: (/** @type {string} */ type) => actions.filter((action) => action.type === type),
    run: runOf,
    loaded: () => store.dispatch({ type: 'loaded', load: store.get().loadCount, summaries: { train: { queries: 3 }, valid: null, test: null }, checksums: null }),
    failed: () => store.dispatch({ type: 'load failed', load: store.get().loadCount, name: 'x', failure: { message: 'No numbers.', problems: [], total: 0 } }),
    /** The worker has got to an iteration. @param {number} last @param {'paused' | 'stopped'} [type] */
    trained(last, type = 'paused') {
      const reports = Array.from({ length: last + 1 }, (_, iteration) => ({ iteration }));
      store.dispatch({ type: 'prepared', run: runOf().id, overview: { search_steps: 1 } });
      store.dispatch({ type: 'reports', run: runOf().id, reports, seconds: reports.map(() => 0), phase: null });
      store.dispatch({ type, run: runOf().id, stop: {} });
    },
    /** The worker shows what the page wants to see. */
    seen() {
      const { cursor, query, inspectorTab } = store.get();
      store.dispatch({ type: 'snapshot', snapshot: { run: runOf().id, iteration: cursor.iteration, tab: inspectorTab, rows: QUERIES.map((one) => ({ query: one })), inspection: { query: query ?? 0, documents: [] } } });
    },
  };
}

/** A page with data and an untrained run. */
function readyPage() {
  const one = page();
  one.store.dispatch({ type: 'load', request: dataOf('before') });
  one.loaded();
  one.trained(0);
  one.actions.length = 0;
  return one;
}

/**
 * Begins a target, and notes how it ends.
 * @param {ReturnType<typeof page>} one @param {Target} target @param {StateDriver} [driver]
 */
function begun({ store }, target, driver = new StateDriver(store)) {
  /** @type {any[]} */
  const ends = [];
  driver.begin({ ...target, arrived: () => ends.push('arrived'), givenUp: (why) => ends.push(why) });
  return { ends, driver };
}

test('data are loaded, unless the page has got them by the same request', () => {
  const one = page();
  const request = dataOf('wanted');
  const { ends } = begun(one, { request, yieldsTo: 'data' });
  assert.deepEqual([one.store.get().loading?.name, ends], ['wanted', []]);
  one.loaded();
  assert.deepEqual([one.store.get().data?.request.name, ends], ['wanted', ['arrived']]);
  assert.deepEqual(begun(one, { request, yieldsTo: 'data' }).ends, ['arrived']);
  assert.equal(one.of('load').length, 1);
});

test('settings replace all settings, and a run with others is prepared again', () => {
  const one = readyPage();
  one.store.dispatch({ type: 'settings', change: { cut_off: 7 } });
  const { ends } = begun(one, { settings: { ...settings, c: 3 }, yieldsTo: 'controls' });
  assert.deepEqual([one.store.get().settings.c, one.store.get().settings.cut_off], [3, undefined]);
  assert.deepEqual(one.types().slice(1), ['settings', 'reset']);
  assert.deepEqual(ends, [], 'the run is being prepared');
  one.trained(0);
  assert.deepEqual(ends, ['arrived']);
});

test('so many whole iterations are trained, or all of them, and a run that is too long begins anew', () => {
  const one = readyPage();
  const { ends } = begun(one, { trained: 4, yieldsTo: 'controls' });
  assert.deepEqual(one.of('step'), [{ type: 'step', steps: 4, whole: true }]);
  one.trained(4);
  assert.deepEqual(ends, ['arrived']);
  const all = begun(one, { trained: Infinity, yieldsTo: 'controls' });
  assert.equal(one.of('step')[1].steps, TO_THE_END);
  one.trained(6, 'stopped');
  assert.deepEqual(all.ends, ['arrived']);
  const fewer = begun(one, { trained: 2, yieldsTo: 'controls' });
  assert.deepEqual(one.types().at(-1), 'reset');
  one.trained(0);
  assert.equal(one.of('step').at(-1).steps, 2);
  one.trained(2);
  assert.deepEqual(fewer.ends, ['arrived']);
});

test('a run that ends early is as long as it can be', () => {
  const one = readyPage();
  const { ends } = begun(one, { trained: 100, yieldsTo: 'anything' });
  one.trained(3, 'stopped');
  assert.deepEqual([ends, one.of('step').length], [['arrived'], 1]);
});

test('the cursor goes to its iteration, or to the last', () => {
  const one = readyPage();
  one.store.dispatch({ type: 'step', steps: 4, whole: true });
  one.trained(4);
  begun(one, { trained: 4, iteration: 2, yieldsTo: 'controls' });
  assert.equal(one.store.get().cursor.iteration, 2);
  assert.deepEqual(begun(one, { trained: 4, iteration: null, yieldsTo: 'controls' }).ends, ['arrived']);
  assert.equal(one.store.get().cursor.iteration, 4);
});

test('the query is chosen while the run trains, with the ranking and the pair that belong to it', () => {
  const one = readyPage();
  const { ends } = begun(one, { trained: 4, query: 2, ranking: [1, 0], pair: [0, 1], yieldsTo: 'anything' });
  assert.deepEqual(one.types(), ['step'], 'the page has no rows yet');
  one.seen();
  assert.deepEqual(one.types().slice(2), ['query', 'inspector/arrange', 'model/pair']);
  assert.deepEqual(one.store.get().model.pair, { query: 2, first: 0, second: 1 });
  assert.deepEqual(ends, []);
  one.trained(4);
  assert.deepEqual([one.store.get().query, ends], [2, ['arrived']]);
});

test('a query that the run does not use is told once, and left out', () => {
  const one = readyPage();
  let missing = 0;
  const { ends } = begun(one, { trained: 1, query: 9, isShown: true, queryMissing: () => { missing += 1; }, yieldsTo: 'anything' });
  one.seen();
  one.trained(1);
  one.seen();
  assert.deepEqual([missing, one.store.get().query, ends], [1, null, ['arrived']]);
});

test('a target that is shown waits for the snapshot of its iteration and its query', () => {
  const one = readyPage();
  const { ends } = begun(one, { trained: 2, iteration: 1, query: 2, isShown: true, yieldsTo: 'controls' });
  one.trained(2);
  one.seen();
  assert.deepEqual([one.store.get().query, one.store.get().cursor.iteration, ends], [2, 1, []]);
  one.seen();
  assert.deepEqual(ends, ['arrived']);
});

test('panels are opened beside the others, and a view replaces them', () => {
  const one = readyPage();
  one.store.dispatch({ type: 'panel', panel: 'runs', open: true });
  begun(one, { panels: ['sketch'], yieldsTo: 'data' });
  const { panels } = one.store.get();
  assert.ok(panels.sketch);
  begun(one, { view: { panels: ['certificate'], fields: { inspectorTab: 'search' }, seed: 7 }, yieldsTo: 'data' });
  const { panels: open, inspectorTab, seed } = one.store.get();
  assert.deepEqual([open, inspectorTab, seed], [{ certificate: true }, 'search', 7]);
});

test('Train is pressed once the data are there, and the target does not wait for the end', () => {
  for (const [train, pressed] of /** @type {const} */ ([['paced', { type: 'train' }], ['whole', { type: 'step', steps: TO_THE_END, whole: true }]])) {
    const one = readyPage();
    const { ends } = begun(one, { request: dataOf('cell'), train, yieldsTo: 'data' });
    assert.deepEqual([one.types(), ends], [['load'], []]);
    one.loaded();
    assert.deepEqual([one.actions.at(-1), ends, one.run().status], [pressed, ['arrived'], train === 'paced' ? 'running' : 'stepping']);
    one.store.dispatch({ type: 'pause' });
    assert.equal(one.actions.length, 4, 'what the user does then is left alone');
  }
});

test('if the user presses Train while the data are read, no second run is begun', () => {
  const one = readyPage();
  const { ends } = begun(one, { request: dataOf('cell'), train: 'paced', yieldsTo: 'data' });
  one.store.dispatch({ type: 'train' });
  const { runCount } = one.store.get();
  one.loaded();
  assert.deepEqual([one.of('train').length, one.store.get().runCount, ends], [1, runCount + 1, ['arrived']]);
});

test('ratings and other parts of the page follow the run, each by its next action', () => {
  const one = readyPage();
  const target = { generated: { users: 40 }, settings: { rank: 2 }, isTrained: false };
  const { ends } = begun(one, { ratings: target, others: [() => (one.store.get().model.all ? undefined : { type: 'model/all', all: true })], yieldsTo: 'ratings' });
  assert.deepEqual([one.types(), ends], [[], []], 'the worker of ratings is not awake');
  one.store.dispatch({ type: 'ratings/message', message: { type: 'awake', settings: { rank: 3, c: [1] }, generated: { users: 300 } } });
  assert.deepEqual(one.types().slice(1), ['ratings/generated', 'ratings/open']);
  one.store.dispatch({ type: 'ratings/message', message: { type: 'read', load: one.store.get().ratings.loads, report: {} } });
  assert.deepEqual(one.types().slice(4), ['ratings/settings', 'model/all']);
  assert.deepEqual(ends, ['arrived']);
});

test('ratings that are not there are told by their own words', () => {
  const one = readyPage();
  const { ends } = begun(one, { ratings: { settings: {}, isTrained: true }, yieldsTo: 'ratings' });
  one.store.dispatch({ type: 'ratings/lost', message: 'It ended.' });
  assert.deepEqual(ends, [{ problem: 'It ended.' }]);
});

const USER = [{ problem: '', why: 'user' }];
const ACTIONS = /** @type {const} */ ({
  load: { type: 'load', request: dataOf('other') }, 'cancel load': { type: 'cancel load' }, train: { type: 'train' }, pause: { type: 'pause' }, step: { type: 'step' },
  reset: { type: 'reset' }, settings: { type: 'settings', change: { c: 1 } }, cursor: { type: 'cursor', iteration: 0 }, query: { type: 'query', query: 1 },
  panel: { type: 'panel', panel: 'runs', open: true },
});
for (const [yieldsTo, ending] of /** @type {const} */ ([
  ['data', ['load', 'cancel load']], ['ratings', []], ['controls', ['load', 'cancel load', 'train', 'pause']],
  ['anything', ['load', 'cancel load', 'train', 'pause', 'step', 'reset', 'settings', 'cursor', 'query']],
])) {
  test(`a target that yields to ${yieldsTo} is given up after ${ending.join(', ') || 'no action on the run'}`, () => {
    const given = Object.keys(ACTIONS).filter((name) => {
      const one = readyPage();
      const of = yieldsTo === 'ratings' ? { ratings: { settings: {}, isTrained: true } } : { request: dataOf('wanted'), trained: 2 };
      const { ends } = begun(one, { ...of, yieldsTo });
      one.store.dispatch(Reflect.get(ACTIONS, name));
      if (ends.length) assert.deepEqual(ends, USER, name);
      return ends.length > 0;
    });
    assert.deepEqual(given.sort(), [...ending].sort());
  });
}

test('other ratings end a target of ratings; the same that are read again do not', () => {
  const one = readyPage();
  one.store.dispatch({ type: 'ratings/message', message: { type: 'awake', settings: {}, generated: {} } });
  const source = /** @type {any} */ ({ kind: 'files', ratings: { name: 'mine' }, titles: null });
  const { ends } = begun(one, { ratings: { source, settings: {}, isTrained: true }, yieldsTo: 'ratings' });
  assert.equal(one.store.get().ratings.source, source);
  one.store.dispatch({ type: 'ratings/open', source });
  assert.deepEqual(ends, []);
  one.store.dispatch({ type: 'ratings/open', source: { ...source } });
  assert.deepEqual(ends, USER);
});

test('what does not end a target is put back', () => {
  const one = readyPage();
  const { ends } = begun(one, { settings, trained: 3, query: 1, isShown: true, yieldsTo: 'controls' });
  one.store.dispatch({ type: 'settings', change: { c: 99 } });
  assert.equal(one.store.get().settings.c, 10);
  one.trained(3);
  one.seen();
  one.store.dispatch({ type: 'query', query: 0 });
  assert.equal(one.store.get().query, 1);
  one.seen();
  assert.deepEqual(ends, ['arrived']);
  one.store.dispatch({ type: 'query', query: 0 });
  assert.equal(one.store.get().query, 0, 'afterwards the page is the user’s');
});

test('data that cannot be read are told with their faults, and are not read again', () => {
  const one = readyPage();
  const { ends } = begun(one, { request: dataOf('bad'), yieldsTo: 'controls' });
  one.failed();
  assert.deepEqual(ends.map(({ why, problem, failure }) => [why, problem, failure.message]), [['unreadable', 'No numbers.', 'No numbers.']]);
  assert.equal(one.of('load').length, 1);
});

test('data whose reading loses the worker are not read again', () => {
  const one = readyPage();
  const { ends } = begun(one, { request: dataOf('bad'), yieldsTo: 'controls' });
  one.store.dispatch({ type: 'worker lost', message: 'Memory ran out.' });
  assert.deepEqual([ends, one.of('load').length], [[{ problem: '', why: 'lost' }], 1]);
});

test('large data wait for the user, unless nobody may be there', () => {
  for (const isUnattended of [false, true]) {
    const one = readyPage();
    const { ends } = begun(one, { request: dataOf('large'), yieldsTo: 'data', isUnattended });
    one.store.dispatch({ type: 'load held', load: one.store.get().loadCount, held: { name: 'large' } });
    assert.deepEqual(ends, isUnattended ? [{ problem: '', why: 'held' }] : []);
    one.store.dispatch({ type: 'load anyway' });
    one.loaded();
    assert.equal(ends.at(-1), isUnattended ? ends[0] : 'arrived');
  }
});

test('settings that the core refuses are told before anything is trained', () => {
  const one = readyPage();
  const driver = new StateDriver(one.store, ({ c }) => (c < 0 ? { field: 'c', message: 'must be above 0' } : null));
  const { ends } = begun(one, { settings: { ...settings, c: -1 }, trained: 1, yieldsTo: 'controls' }, driver);
  assert.equal(ends.length, 1);
  assert.match(ends[0].problem, /must be above 0/);
  assert.deepEqual(one.types(), []);
});

test('a run that is refused ends the target', () => {
  const one = readyPage();
  const { ends } = begun(one, { settings: { ...settings, c: 3 }, trained: 1, yieldsTo: 'controls' });
  one.store.dispatch({ type: 'run failed', run: one.run().id, failure: { message: 'All grades are equal.', problems: [], total: 0 } });
  assert.deepEqual(ends, [{ problem: '', why: 'run' }]);
});

test('a run that loses its worker ends the target of a link, and a lesson waits for it', () => {
  for (const yieldsTo of /** @type {const} */ (['anything', 'controls'])) {
    const one = readyPage();
    const { ends } = begun(one, { trained: 5, yieldsTo });
    one.trained(2);
    one.store.dispatch({ type: 'worker lost', message: 'It ended.' });
    assert.deepEqual(ends, yieldsTo === 'anything' ? [{ problem: '', why: 'run' }] : []);
    one.store.dispatch({ type: 'restored', run: one.run().id });
    one.trained(5);
    assert.deepEqual(ends.at(-1), yieldsTo === 'anything' ? { problem: '', why: 'run' } : 'arrived');
  }
});

test('a second target replaces the first without a word', () => {
  const one = readyPage();
  const first = begun(one, { request: dataOf('first'), yieldsTo: 'data' });
  const second = begun(one, { request: dataOf('second'), yieldsTo: 'data' }, first.driver);
  assert.ok(first.driver.isBusy);
  one.loaded();
  assert.deepEqual([first.ends, second.ends, one.store.get().data?.request.name], [[], ['arrived'], 'second']);
  assert.equal(first.driver.isBusy, false);
});

test('a second target does not take an action of the first that is still on its way for the user’s', () => {
  const one = readyPage();
  const driver = new StateDriver(one.store);
  /** @type {any} */
  let second;
  const stop = one.store.subscribe(() => {
    stop();
    begun(one, { request: dataOf('first'), yieldsTo: 'data' }, driver);
    second = begun(one, { request: dataOf('second'), yieldsTo: 'data' }, driver);
  });
  one.store.dispatch({ type: 'theme', theme: 'dark' });
  assert.deepEqual([one.types(), one.store.get().loading?.name, second.ends], [['theme', 'load', 'load'], 'second', []]);
});

test('the target of another driver counts as the user', () => {
  const one = readyPage();
  const { ends } = begun(one, { request: dataOf('first'), trained: 2, yieldsTo: 'controls' });
  reachState(one.store, { request: dataOf('second'), yieldsTo: 'data' });
  assert.deepEqual(ends, USER);
  one.loaded();
  assert.equal(one.store.get().data?.request.name, 'second');
});

test('a driver whose target is given up follows the page no longer', () => {
  const one = readyPage();
  const { ends, driver } = begun(one, { request: dataOf('first'), trained: 2, yieldsTo: 'controls' });
  driver.end();
  one.loaded();
  assert.deepEqual([ends, one.types()], [[], ['load', 'loaded']]);
});

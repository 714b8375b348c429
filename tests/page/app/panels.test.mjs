// The list of panels: each has a place, and sends no request while it is closed.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { NO_PLANE_OF_W } from '../../../www/features/inspect/weight-plane/weight-plane-state.js';
import { at } from '../../../scripts/lib/project.mjs';
import { PANELS } from '../../../www/app/panels.js';
import { HIDEABLE, LINKABLE } from '../../../www/app/parts.js';
import { initialState } from '../../../www/app/reducer.js';
import { TABS, currentTab, withPanel } from '../../../www/app/workspace-state.js';
import { NO_LESSONS } from '../../../www/features/learn/lessons/lesson-state.js';

const page = readFileSync(at('index.html'), 'utf8');

test('every panel has its own id, and is a tab or is inside a tab', () => {
  for (const [place, { id, tab, within, load }] of PANELS.entries()) {
    assert.equal(PANELS.findIndex((one) => one.id === id), place, `${id} is the name of one panel`);
    assert.ok(!load || !page.includes(`id="${id}"`), `${id} is made by the workspace`);
    assert.ok(tab ? !within : PANELS.some((one) => one.tab && one.id === within), `${id} is a tab or stands in one`);
  }
  assert.equal(TABS[0].tab.name, 'Violator', 'it is open at the start');
  assert.equal(new Set(TABS.map(({ tab }) => tab.name)).size, TABS.length, 'tabs have names of their own');
});

test('ids for links and lessons have not changed', () => {
  const old = { linkable: ['certificate', 'explanation', 'runs', 'comparison', 'slow-motion'], hideable: ['header', 'data', 'loss', 'optimiser', 'run', 'charts', 'timeline', 'slow-motion', 'inspector', 'queries', 'weights', 'certificate', 'explanation', 'runs', 'comparison'] };
  assert.deepEqual(old.linkable.filter((name) => !LINKABLE.includes(name)), []);
  assert.deepEqual(old.hideable.filter((name) => !HIDEABLE.includes(name)), []);
});

test('one tab is open at a time, and the panels of old links open theirs', () => {
  const lessons = NO_LESSONS;
  /** @param {Record<string, boolean>} panels */
  const shown = (panels) => currentTab({ panels, lessons });
  assert.equal(shown({}), 'inspector', 'the violator is shown first');
  assert.equal(shown({ certificate: true }), 'certificate');
  assert.equal(shown({ explanation: true }), 'weights', 'a panel brings its tab along');
  assert.equal(shown({ runs: true, comparison: true }), 'comparison', 'of several the last one');
  const both = withPanel({ explanation: true, 'slow-motion': true }, 'runs', true);
  assert.deepEqual([shown(both), both.explanation, both['slow-motion']], ['runs', true, true], 'what is no tab stays open');
  assert.equal(shown(withPanel(both, 'inspector', true)), 'inspector', 'back at the violator, although a panel is open elsewhere');
  assert.equal(shown(withPanel(both, 'explanation', true)), 'weights');
  assert.deepEqual(Object.entries(withPanel({ certificate: true }, 'inspector', true)).filter(([, open]) => open), [], 'links do not name the first tab');
  assert.equal(currentTab({ panels: { certificate: true }, lessons: { ...lessons, hide: ['certificate', 'inspector'] } }), 'weights', 'what is left out is not shown');
});

test('a panel sends requests to the worker only while it is open', () => {
  const inspection = /** @type {any} */ ({ query: 3, predicted: [1, 0], documents: [{ grade: 1 }, { grade: 0 }] });
  const shown = { run: /** @type {any} */ ({ id: 1, settings: { method: 'dorm' } }), iteration: 2, inspection, query: 3 };
  const closed = initialState(/** @type {any} */ ({ defaults: {}, methods: [{ name: 'dorm', family: 'max-margin' }] }), 'system');
  const open = { ...closed, data: /** @type {any} */ ({}), run: { ...shown.run, reports: [], overview: { features: 2 } },
    // The views of trees say what they ask for.
    model: { ...closed.model, asked: /** @type {any} */ ({ paths: { run: 1 }, dependence: { run: 1 } }) },
    // Its other requests follow from the first reply.
    weightplane: { ...NO_PLANE_OF_W, reply: { run: 1, iteration: 2, problem: '', plane: { iteration: 2, best: 1, has_floor: true,
      height: 0, path: [{ x: 0, y: 0, off: 0 }, { x: 1, y: 0, off: 0 }], axes: { x: [1, 0], y: [0, 1] } } }, probe: { run: 1, x: 0, y: 0 } } };
  for (const { id, requests = [] } of PANELS) {
    for (const need of requests) {
      assert.equal(need.wanted(closed, shown), null, id);
      assert.deepEqual(need.wanted({ ...open, panels: { [id]: true } }, shown)?.run, 1, id);
    }
  }
});

// The address that the attributes of <rankscope-view> mean. tests/e2e/share/rankscope-view.test.mjs has the element.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf } from '../../../../www/embed/rankscope-view.js';

const page = 'https://tools.example.org/rankscope/';

/** @type {[string, Record<string, string>, string][]} */
const CASES = [
  ['the page as it begins', { page }, '#v=1&embed=true'],
  ['a lesson and its step', { page, lesson: 'ties', step: '3' }, '#v=1&lesson=ties&step=3&embed=true'],
  ['a fragment', { page, link: 'v=1&sample=kitchen&c=2' }, '#v=1&sample=kitchen&c=2&embed=true'],
  ['a fragment with its sign', { page, link: '#v=1&sample=kitchen' }, '#v=1&sample=kitchen&embed=true'],
  ['a whole link, which names the page', { link: `${page}#v=1&plan=ties,greedy&embed=true` }, '#v=1&plan=ties%2Cgreedy&embed=true'],
  ['a picture of a run', { page, link: 'v=1&sample=kitchen&trained=5', picture: 'chart-3' }, '#v=1&sample=kitchen&trained=5&picture=chart-3'],
  ['text that is no part of a link', { page, lesson: 'a&embed=false' }, '#v=1&lesson=a%26embed%3Dfalse&embed=true'],
];
for (const [name, attributes, fragment] of CASES) {
  test(name, () => assert.equal(addressOf((key) => attributes[key] ?? null).href, page + fragment));
}

/** @type {[Record<string, string>, RegExp][]} */
const FAULTS = [
  [{ page: 'http://' }, /^page: “http:\/\/” is no address\.$/], [{ page: 'javascript:alert(1)' }, /^page: .* is no address of a server\.$/],
  [{ page, link: 'v=1', lesson: 'ties' }, /^link and lesson exclude each other; give one of them\.$/],
];
for (const [attributes, pattern] of FAULTS) {
  test(`a fault is named: ${JSON.stringify(attributes)}`, () => assert.throws(() => addressOf((key) => attributes[key] ?? null), ({ message }) => pattern.test(message)));
}

test('a page that is loaded again is greeted again, and a refused greeting is told', async () => {
  /** @type {Map<string, (event: object) => void>} */
  const listeners = new Map();
  /** @type {[string, unknown][]} */
  const told = [];
  const posted = /** @type {string[]} */ ([]);
  let load = () => {};
  const contentWindow = { postMessage: (/** @type {{ type: string }} */ { type }) => posted.push(type) };
  class Element {
    isConnected = true;
    shadowRoot = { replaceChildren() {}, append() {} };
    getAttribute(/** @type {string} */ name) { return name === 'page' ? page : null; }
    hasAttribute() { return false; }
    dispatchEvent(/** @type {CustomEvent} */ { type, detail }) { told.push([type, detail]); }
  }
  const hello = () => new Promise((resolve) => { setTimeout(() => resolve(posted.splice(0)), 400); });
  Object.assign(globalThis, {
    HTMLElement: Element, addEventListener: (/** @type {string} */ type, /** @type {() => void} */ hear) => listeners.set(type, hear), removeEventListener() {},
    document: { createElement: () => ({ style: {}, contentWindow, remove() {}, addEventListener: (/** @type {string} */ _type, /** @type {() => void} */ act) => { load = act; } }) },
  });
  const { RankscopeView } = await import(`../../../../www/embed/rankscope-view.js?${'again'}`);
  const view = new RankscopeView();
  const say = (/** @type {object} */ data) => listeners.get('message')?.({ source: contentWindow, origin: new URL(page).origin, data: { protocol: 'rankscope-embed', version: 1, ...data } });
  view.connectedCallback();
  assert.deepEqual(await hello(), ['hello']);
  say({ type: 'welcome' });
  assert.deepEqual(await hello(), [], 'it has been answered');
  const lost = view.request({ type: 'train' });
  assert.deepEqual(posted.splice(0), ['train']);
  load();
  assert.deepEqual(await hello(), ['hello']);
  say({ type: 'welcome' });
  await assert.rejects(lost, /The page was loaded again\./);
  load();
  say({ type: 'done', to: 'hello', id: null });
  assert.deepEqual(await hello(), [], 'the page is the same');
  load();
  say({ type: 'error', to: 'hello', id: null, problem: 'version 2 of the protocol is understood, and no other' });
  assert.deepEqual(await hello(), []);
  assert.deepEqual(told.map(([name]) => name), ['rankscope-ready', 'rankscope-ready', 'rankscope-problem']);
  view.disconnectedCallback();
});

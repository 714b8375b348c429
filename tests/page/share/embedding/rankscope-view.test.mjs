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

// Settings and the other parts of a link share one list of keys, so no key may mean both.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import { FIELDS, PARTS } from '../../www/features/share/links/url.js';
import { readSettings } from '../../www/features/share/links/read-settings.js';
import { catalog, initSync } from '../../www/wasm/rankscope.js';

initSync({ module: readFileSync(at('www', 'wasm', 'rankscope_bg.wasm')) });
const all = catalog();

/** The keys that the reader of links takes for itself. */
function linkKeys() {
  const source = readFileSync(at('www', 'features', 'share', 'links', 'url-reader.js'), 'utf8');
  const taken = [...source.matchAll(/\.(?:take|number|flag|list)\('([\w.-]+)'/g)].map(([, key]) => key);
  assert.ok(taken.length > 8, `the keys are found in the source: ${taken}`);
  return [...taken, ...FIELDS.map(({ key }) => key), ...PARTS, ...PARTS.map((part) => `${part}-checksum`)];
}

/** The names of all settings. */
const settingNames = [...new Set([
  ...Object.keys(all.defaults), ...all.run.map(({ name }) => name),
  ...all.methods.flatMap(({ options, training }) => [...options, ...training].map(({ name }) => name)),
])];

test('no setting has the name of another part of a link', () => {
  const keys = new Set(linkKeys());
  assert.deepEqual(settingNames.filter((name) => keys.has(name)), []);
});

test('every setting of the catalogue is read from a link', () => {
  const { defaults } = all;
  for (const name of settingNames) {
    const given = new Map([[name, 'none']]);
    readSettings('', /** @type {any} */ (defaults), /** @type {any} */ (defaults), given, () => null, () => {});
    assert.equal(given.size, 0, `${name} is known`);
  }
});

test('a setting without a default takes a number from a link', () => {
  const { defaults } = all;
  const without = settingNames.filter((name) => Reflect.get(defaults, name) === undefined && name !== 'label_gain');
  assert.ok(without.includes('rounds'), String(without));
  for (const name of without) {
    const read = readSettings('', /** @type {any} */ (defaults), /** @type {any} */ (defaults), new Map([[name, '3']]), () => null, () => assert.fail(name));
    assert.equal(Reflect.get(read, name), 3, name);
  }
});

// The Quarto extension of examples/quarto/, run by Lua with the few functions of Pandoc and Quarto that it calls.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LuaFactory } from 'wasmoon';
import { at } from '../../scripts/lib/project.mjs';
import { FORMS, addressOfShown } from '../../www/features/share/menu/embed-code.js';

const PAGE = 'https://tools.example.org/rankscope/';
const SOURCE = readFileSync(at('examples', 'quarto', '_extensions', 'rankscope', 'rankscope.lua'), 'utf8');

/** Elements of a document are tables here, and texts are Lua's. */
const STAND_INS = `
pandoc = {
  utils = { stringify = function(value) return tostring(value) end },
  Str = function(text) return text end,
  Link = function(content, target) return { content = content[1], target = target } end,
  Para = function(inlines) return inlines[1] end,
  RawBlock = function(format, text) return { format = format, text = text } end,
}
quarto = { doc = { is_format = function(name) return name == "html:js" and is_html end } }`;

/**
 * Returns what the shortcode writes. Throws its problem.
 * @param {Record<string, string>} named @param {{ isHtml?: boolean, metadata?: object, unnamed?: string[] }} [of]
 */
async function written(named, { isHtml = true, metadata = { rankscope: { page: PAGE } }, unnamed = [] } = {}) {
  const lua = await new LuaFactory().createEngine();
  try {
    lua.global.set('is_html', isHtml);
    await lua.doString(STAND_INS);
    /** A value as a table of Lua. @param {unknown} value @returns {string} */
    const table = (value) => (typeof value === 'string' ? JSON.stringify(value)
      : Array.isArray(value) ? `{ ${value.map(table).join(', ')} }`
      : `{ ${Object.entries(value ?? {}).map(([key, one]) => `[${JSON.stringify(key)}] = ${table(one)}`).join(', ')} }`);
    return await lua.doString(`local shortcodes = (function() ${SOURCE}\nend)()
      return shortcodes.rankscope(${table(unnamed)}, ${table(named)}, ${table(metadata)})`);
  } finally {
    lua.global.close();
  }
}

test('a lesson becomes a frame in HTML, and a link elsewhere', async () => {
  const named = { lesson: 'ties', step: '2', height: '480', title: 'Equal "grades" & <b>' };
  assert.deepEqual(await written(named), { format: 'html', text: `<iframe src="${PAGE}#v=1&amp;lesson=ties&amp;step=2&amp;embed=true" title="Equal &quot;grades&quot; &amp; &lt;b&gt;" width="100%" height="480" style="border: 0" allow="clipboard-write" loading="lazy"></iframe>` });
  assert.deepEqual(await written(named, { isHtml: false }), { content: named.title, target: `${PAGE}#v=1&lesson=ties&step=2` });
});

/** @type {[string, Record<string, string>, string][]} */
const CASES = [
  ['a picture of a run', { link: 'v=1&sample=kitchen&trained=9', picture: 'chart-3' }, '#v=1&sample=kitchen&trained=9&picture=chart-3'],
  ['a whole link', { link: `${PAGE}#v=1&sample=kitchen` }, '#v=1&sample=kitchen&embed=true'],
  ['text that is no part of a link', { lesson: 'a&embed=false' }, '#v=1&lesson=a%26embed%3Dfalse&embed=true'],
  ['the page as it begins', {}, '#v=1&embed=true'],
];
for (const [name, named, fragment] of CASES) {
  test(name, async () => {
    const source = /src="([^"]*)"/.exec((await written(named)).text)?.[1].replaceAll('&amp;', '&');
    assert.equal(source, PAGE + fragment);
  });
}

test('the code of the dialog leads to the address that the dialog shows', async () => {
  for (const shown of [{ fragment: 'v=1&lesson=ties&step=2', picture: null, title: '' }, { fragment: 'v=1&sample=kitchen&trained=9', picture: 'chart-1', title: '' }]) {
    const code = FORMS.find(({ name }) => name === 'quarto')?.code(PAGE, shown, 480) ?? '';
    const named = Object.fromEntries([...code.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]));
    const { text } = await written(named, { metadata: {} });
    assert.equal(/src="([^"]*)"/.exec(text)?.[1].replaceAll('&amp;', '&'), addressOfShown(PAGE, shown));
  }
});

/** @type {[Record<string, string>, object, RegExp][]} */
const FAULTS = [
  [{ lesson: 'ties', colour: 'red' }, {}, /rankscope: there is no argument colour\./], [{ lesson: 'ties' }, { metadata: {} }, /rankscope: page is missing: give it, or write rankscope\.page into the metadata\./],
  [{ lesson: 'ties', link: 'v=1' }, {}, /rankscope: link and lesson exclude each other\./], [{ height: 'tall' }, {}, /rankscope: height: “tall” is not a number of pixels\./],
  [{}, { unnamed: ['ties'] }, /rankscope: “ties” has no name: write lesson=ties\./],
];
for (const [named, of, pattern] of FAULTS) {
  test(`a fault is named: ${pattern.source}`, () => assert.rejects(written(named, of), pattern));
}

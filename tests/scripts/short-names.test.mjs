import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withShortNames } from '../../scripts/lib/short-names.mjs';

const BINDINGS = `import * as import1 from "./snippets/plain.js"
export function view() {
    return wasm.view(wasm.view_of) + wasm.unknown;
}
function __wbg_get_imports() {
    const import0 = {
        __proto__: null,
        __wbg_fill_0: function(arg0) {
            wasm.memory.grow();
        },
    };
    return {
        __proto__: null,
        "./page_bg.js": import0,
        "./snippets/plain.js": import1,
    };
}
`;

/** @type {import('../../scripts/lib/short-names.mjs').Names} */
const NAMES = {
  imports: [['./page_bg.js', '__wbg_fill_0', 'b'], ['./snippets/plain.js', 'is_plain', 'c']],
  exports: [['view', 'd'], ['view_of', 'e'], ['memory', 'f'], ['start', 'g']],
};

test('imports and exports get the short names, and other words stay', () => {
  const short = withShortNames(BINDINGS, NAMES);
  assert.match(short, /^export function view\(\) \{\n {4}return wasm\.d\(wasm\.e\) \+ wasm\.unknown;$/m);
  assert.match(short, /^ {8}b: function\(arg0\) \{\n {12}wasm\.f\.grow\(\);$/m);
  assert.ok(short.includes('    return { __proto__: null, a: { ...import0, c: import1.is_plain } };\n}'), short);
});

test('bindings of another form are refused', () => {
  const unknown = { ...NAMES, imports: [['./page_bg.js', '__wbg_arc_1', 'b'], ['./page_bg.js', '__wbg_fill_0', 'c']] };
  assert.throws(() => withShortNames(BINDINGS, /** @type {any} */ (unknown)), /do not have __wbg_arc_1/);
  const absent = { ...NAMES, imports: [...NAMES.imports, ['./snippets/other.js', 'f', 'h']] };
  assert.throws(() => withShortNames(BINDINGS, /** @type {any} */ (absent)), /do not import \.\/snippets\/other\.js/);
  assert.throws(() => withShortNames(BINDINGS.replace('return {\n        __proto__', 'return {\n        proto'), NAMES),
    /do not have \.\/page_bg\.js/);
});

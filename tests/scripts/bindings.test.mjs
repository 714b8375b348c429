import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withNamedImports, withShortNames } from '../../scripts/lib/bindings.mjs';

const BINDINGS = `import * as import1 from "./snippets/plain.js"
import * as import2 from "./snippets/plain.js"
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
        "./snippets/plain.js": import2,
    };
}
`;

const IMPORTS = [{ module: './page_bg.js', name: '__wbg_fill_0' }, { module: './snippets/plain.js', name: 'plain' },
  { module: './snippets/plain.js', name: 'is_plain' }];

/** @type {import('../../scripts/lib/bindings.mjs').Names} */
const NAMES = {
  imports: [['./page_bg.js', '__wbg_fill_0', 'b'], ['./snippets/plain.js', 'is_plain', 'c']],
  exports: [['view', 'd'], ['view_of', 'e'], ['memory', 'f'], ['start', 'g']],
};

test('functions of other files are imported by their names', () => {
  const named = withNamedImports(BINDINGS, IMPORTS);
  assert.ok(!named.includes('import *'), named);
  for (const line of ['import { plain as import1_plain, is_plain as import1_is_plain } from "./snippets/plain.js"\n',
    '"./snippets/plain.js": { plain: import2_plain, is_plain: import2_is_plain },\n']) {
    assert.ok(named.includes(line), named);
  }
});

test('imports and exports get the short names, and other words stay', () => {
  const short = withShortNames(withNamedImports(BINDINGS, IMPORTS), NAMES);
  assert.match(short, /^export function view\(\) \{\n {4}return wasm\.d\(wasm\.e\) \+ wasm\.unknown;$/m);
  assert.match(short, /^ {8}b: function\(arg0\) \{\n {12}wasm\.f\.grow\(\);$/m);
  assert.ok(short.includes('    return { __proto__: null, a: { ...import0, c: import1_is_plain } };\n}'), short);
});

test('bindings of another form are refused', () => {
  const named = withNamedImports(BINDINGS, IMPORTS);
  /** @param {[string, string, string]} more */
  const withImport = (...more) => withShortNames(named, { ...NAMES, imports: [...NAMES.imports, more] });
  assert.throws(() => withImport('./page_bg.js', '__wbg_arc_1', 'h'), /do not have "__wbg_arc_1: function"/);
  assert.throws(() => withImport('./snippets/other.js', 'round', 'h'), /nothing like .*round/);
  assert.throws(() => withShortNames(named.replace('return {\n        __proto__', 'return {\n        proto'), NAMES),
    /nothing like .*return/);
  assert.throws(() => withNamedImports(BINDINGS.replace('.js": import2', '.js": import3'), IMPORTS), /do not have/);
});

// Changes what wasm-bindgen wrote, so that a visitor of the page fetches less. Must not know the module.

/**
 * An import of a module, as `WebAssembly.Module.imports` describes it.
 * @typedef {{ module: string, name: string }} Import
 */

/**
 * What `wasm-opt --minify-imports-and-exports-and-modules` prints: module, name and short name of each import, name and
 * short name of each export.
 * @typedef {{ imports: [string, string, string][], exports: [string, string][] }} Names
 */

/** The name that wasm-opt gives to the modules of all imports. */
const MODULE = 'a';

/**
 * Returns bindings that import the functions of other files by their names. A bundler makes an object of `import *`,
 * with code from a file of its own, which the worker would have to fetch last.
 *
 * @param {string} code
 * @param {Import[]} imports of the module
 */
export function withNamedImports(code, imports) {
  return [...code.matchAll(/^import \* as (import\d+) from "(.+)"$/gm)].reduce((before, [line, variable, file]) => {
    const names = imports.filter(({ module }) => module === file).map(({ name }) => name);
    const imported = names.map((name) => `${name} as ${variable}_${name}`).join(', ');
    const passed = names.map((name) => `${name}: ${variable}_${name}`).join(', ');
    return replaced(replaced(before, line, `import { ${imported} } from ${JSON.stringify(file)}`),
      `${JSON.stringify(file)}: ${variable},`, `${JSON.stringify(file)}: { ${passed} },`);
  }, code);
}

/**
 * Returns the bindings of a module whose names were shortened. Throws if the bindings use a name in another way than
 * expected.
 *
 * @param {string} code with named imports
 * @param {Names} names
 */
export function withShortNames(code, { imports, exports }) {
  const [, own] = found(code, /"(\.\/\w+_bg\.js)": import0,/);
  let short = code;
  const all = ['...import0'];
  for (const [module, name, to] of imports) {
    if (module === own) short = replaced(short, `\n        ${name}: function`, `\n        ${to}: function`);
    else all.push(`${to}: ${found(code, new RegExp(` ${name} as (import\\d+_${name})\\b`))[1]}`);
  }
  for (const [name, to] of exports) {
    // The bindings need not use an export, and a name may be only the start of another one.
    short = short.replaceAll(new RegExp(`\\bwasm\\.${name}\\b`, 'g'), () => `wasm.${to}`);
  }
  const [modules] = found(short, /return \{\n *__proto__: null,\n( *"\.\/.*,\n)+ *\};/);
  return replaced(short, modules, `return { __proto__: null, ${MODULE}: { ${all.join(', ')} } };`);
}

/** @param {string} code @param {RegExp} pattern */
function found(code, pattern) {
  const match = code.match(pattern);
  if (!match) throw new Error(`the bindings have nothing like ${pattern}`);
  return match;
}

/** @param {string} code @param {string} text @param {string} by */
function replaced(code, text, by) {
  if (!code.includes(text)) throw new Error(`the bindings do not have "${text.trim()}"`);
  return code.replace(text, () => by);
}

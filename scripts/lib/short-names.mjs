// Gives the imports and exports of a module the short names that wasm-opt chose, in the bindings too. Must not know the
// module.

/**
 * What `wasm-opt --minify-imports-and-exports-and-modules` prints: module, name and short name of each import, name and
 * short name of each export.
 * @typedef {{ imports: [string, string, string][], exports: [string, string][] }} Names
 */

/** The name that wasm-opt gives to the modules of all imports. */
const MODULE = 'a';

/**
 * Returns the bindings of a module whose names were shortened. Throws if the bindings use a name in another way than
 * expected.
 *
 * @param {string} code the bindings that wasm-bindgen wrote
 * @param {Names} names
 */
export function withShortNames(code, { imports, exports }) {
  const own = './' + code.match(/"\.\/(\w+_bg\.js)": import0,/)?.[1];
  let short = code;
  /** @param {RegExp} place @param {string} text @param {string} name */
  const replace = (place, text, name) => {
    if (!place.test(short)) throw new Error(`the bindings do not have ${name} where they should`);
    short = short.replaceAll(place, () => text);
  };
  /** Imports of files beside the module. @type {string[]} */
  const others = [];
  for (const [module, name, to] of imports) {
    if (module === own) replace(new RegExp(`^        ${name}: function`, 'gm'), `        ${to}: function`, name);
    else others.push(`${to}: ${variableOf(code, module)}.${name}`);
  }
  for (const [name, to] of exports) {
    // The bindings need not use an export, and a name may only be the start of another one.
    short = short.replaceAll(new RegExp(`\\bwasm\\.${name}\\b`, 'g'), () => `wasm.${to}`);
  }
  const all = ['...import0', ...others].join(', ');
  replace(/return \{\s+__proto__: null,\s+"[^}]+\};/g, `return { __proto__: null, ${MODULE}: { ${all} } };`, own);
  return short;
}

/** Returns the variable that has the exports of a file. @param {string} code @param {string} file */
function variableOf(code, file) {
  const found = [...code.matchAll(/^import \* as (import\d+) from "(.+)"$/gm)].find(([, , path]) => path === file);
  if (!found) throw new Error(`the bindings do not import ${file}`);
  return found[1];
}

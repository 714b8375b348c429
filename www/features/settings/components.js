// Components of a combination as text: a method, and behind a colon the options that are its own, as in
// `svm-ndcg:cut-off=5,discount=flat`. Pure.

import { explaining, hasOption, methodLabel } from './settings.js';

/** @typedef {import('../../core/protocol.js').Catalog} Catalog */
/** @typedef {import('../../core/protocol.js').MethodChoice} MethodChoice */
/** @typedef {import('../../core/protocol.js').MethodOption} MethodOption */
/** @typedef {import('../../core/protocol.js').TrainingSettings} TrainingSettings */

/**
 * `method`: the name of a method. `own`: the values of its own options as text, by the keys of their settings.
 * @typedef {{ method: string, own: Map<string, string> }} Component
 */

/**
 * The parts of a component. The core refuses a text that is not in the grammar.
 * @param {string} text
 * @returns {Component}
 */
export function parseComponent(text) {
  const [name, ...rest] = text.trim().split(':');
  const own = new Map();
  let last = '';
  for (const part of rest.length ? rest.join(':').split(',') : []) {
    const at = part.indexOf('=');
    if (at < 0) {
      // A comma that was typed belongs to the value.
      own.set(last, own.has(last) ? `${own.get(last)},${part}` : part);
      continue;
    }
    last = part.slice(0, at).trim().toLowerCase().replaceAll('-', '_');
    own.set(last, part.slice(at + 1));
  }
  return { method: name.trim().toLowerCase(), own };
}

/** @param {Component} component @returns {string} the text, without blanks, because links separate items by blanks */
export function componentText({ method, own }) {
  const options = [...own].map(([key, value]) => `${key && `${key.replaceAll('_', '-')}=`}${value}`);
  return [method, ...(options.length ? [options.join(',')] : [])].join(':').replace(/\s+/g, '');
}

/**
 * The options that a component can have as its own. The combination averages the reference ranking.
 * @param {Catalog} catalog
 * @param {string} method
 */
export function ownOptions(catalog, method) {
  return (catalog.methods.find(({ name }) => name === method)?.options ?? [])
    .filter(({ name }) => name !== 'reference');
}

/** The text of a component and the grade that the core adds to its name. @param {string} name */
function splitGrade(name) {
  const [, text, grade] = /^(.*?)((?:, grade \d+)?)$/s.exec(name) ?? [name, name, ''];
  return { text, grade };
}

/**
 * A component as people read it: `SVM-NDCG@5 (flat top two)`.
 * @param {Catalog} catalog
 * @param {string} name
 */
export function componentLabel(catalog, name) {
  const { text, grade } = splitGrade(name);
  const { method, own } = parseComponent(text);
  const label = methodLabel(catalog, method);
  const options = ownOptions(catalog, method);
  const words = [...own].flatMap(([key, value]) => {
    const option = options.find((one) => one.name === key);
    if (key === 'cut_off') return [];
    if (!option?.choices.length) return [`${(option?.label ?? key).toLowerCase()} ${value}`];
    return [option.choices.find((one) => one.name === value)?.label ?? value];
  });
  return `${label}${own.has('cut_off') ? `@${own.get('cut_off')}` : ''}${words.length ? ` (${words.join(', ')})` : ''}`
    + grade;
}

/**
 * The value of an option for a component: its own, else that of all components.
 * @param {string} text of the component
 * @param {string} key
 * @param {TrainingSettings} settings
 */
export function valueFor(text, key, settings) {
  const shared = settings[/** @type {keyof TrainingSettings} */ (key)];
  return parseComponent(text).own.get(key) ?? (shared === undefined ? undefined : String(shared));
}

/**
 * The component with another value of an option; null makes it share the option again.
 * @param {Catalog} catalog
 * @param {string} text
 * @param {string} key
 * @param {string | null} value
 */
export function withOwn(catalog, text, key, value) {
  const { method, own } = parseComponent(text);
  if (value === null) own.delete(key);
  else own.set(key, value);
  const order = ownOptions(catalog, method).map(({ name }) => name);
  const sorted = [...own].sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  return componentText({ method, own: new Map(sorted) });
}

/**
 * The components after a method was ticked or not, in the order of the menu. Those that the menu lacks go.
 * @param {string[]} menu names of methods
 * @param {string[]} components
 * @param {string} method
 * @param {boolean} on
 */
export function ticked(menu, components, method, on) {
  return menu.flatMap((name) => {
    const all = components.filter((text) => parseComponent(text).method === name);
    return name !== method ? all : on ? [...all, ...(all.length ? [] : [name])] : [];
  });
}

/**
 * The components with another of the same method behind the one at `place`. The first option that tells them apart
 * differs.
 * @param {Catalog} catalog
 * @param {TrainingSettings} settings
 * @param {number} place
 */
export function withAnother(catalog, settings, place) {
  const { components } = settings;
  const text = components[place];
  const texts = ownOptions(catalog, parseComponent(text).method).flatMap((option) =>
    otherValues(option, Number(valueFor(text, option.name, settings) ?? option.default))
      .map((value) => withOwn(catalog, text, option.name, value)));
  const another = texts.find((one) => !components.includes(one)) ?? text;
  return components.toSpliced(place + 1, 0, another);
}

/** Values to try for a further component. @param {MethodOption} option @param {number} now @returns {string[]} */
function otherValues({ choices, minimum, maximum }, now) {
  if (choices.length) return choices.map(({ name }) => name);
  const numbers = now > 0 ? [Math.floor(now / 2), now + 1, now * 2, now + 2] : [10, 5];
  return numbers.filter((one) => one >= (minimum ?? 1) && one <= (maximum ?? Infinity)).map(String);
}

/**
 * The grades from which documents are good: one, or those of the components that have their own.
 * @param {TrainingSettings} settings
 * @returns {string[]}
 */
export function goodFrom(settings) {
  const components = settings.method === 'combo' ? settings.components : [];
  const grades = components.map((text) => valueFor(text, 'threshold', settings) ?? '');
  return [...new Set(grades.length ? grades : [String(settings.threshold)])];
}

/**
 * The grade from which documents are good for the component of a violator.
 * @param {TrainingSettings} settings
 * @param {string | undefined} name of the component; undefined for a single loss
 */
export function goodForViolator(settings, name) {
  return Number(name === undefined ? settings.threshold : valueFor(splitGrade(name).text, 'threshold', settings));
}

/**
 * What the core says is wrong with an option of a component, or null.
 * @param {string | null} problem
 * @param {string} text of the component
 * @param {string} key
 */
export function problemWith(problem, text, key) {
  const start = text.length > 40 ? `"${text.slice(0, 40)}` : `"${text}"`;
  const mark = `: ${key.replaceAll('_', '-')}: `;
  const at = problem?.toLowerCase().startsWith(start.toLowerCase()) ? problem.indexOf(mark) : -1;
  return at < 0 ? null : (problem ?? '').slice(at + mark.length);
}


/**
 * Settings that components share and no control of `method` shows, where they are not the usual ones.
 * @param {Catalog} catalog
 * @param {MethodChoice} method
 * @param {TrainingSettings} settings
 * @param {string[]} components
 */
export function inherited(catalog, method, settings, components) {
  return components.flatMap((text) => {
    const { method: name, own } = parseComponent(text);
    return ownOptions(catalog, name).filter((option) => !own.has(option.name) && !hasOption(method, option.name))
      .flatMap((option) => {
        const value = settings[/** @type {keyof TrainingSettings} */ (option.name)];
        return value === undefined || String(value) === option.default ? []
          : [`${componentLabel(catalog, text)}: ${option.label} ${explaining(option, String(value))?.label ?? value}`];
      });
  });
}

// Checks files by their JSON Schema, and says where they fail in the form of the program's messages.

import { Ajv2020 } from 'ajv/dist/2020.js';

/** Keywords that report what another keyword below them reports too. */
const GROUPING = ['if', 'anyOf'];

/**
 * Returns a function that returns the places at which a value fails, such as `steps[2].title`; none if it fits.
 * @param {object} schema
 */
export function schemaCheck(schema) {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, strictTypes: false });
  const isValid = ajv.compile(schema);
  return (/** @type {unknown} */ value) => {
    if (isValid(value)) return [];
    // A list without a wanted part fails itself, and not each of its parts.
    const errors = (isValid.errors ?? []).filter(({ keyword, schemaPath }) => !GROUPING.includes(keyword) && !/\/contains\/./.test(schemaPath));
    return [...new Set(errors.map(({ instancePath, params, propertyName }) => {
      // A field that is missing, unknown or wrongly named has no place of its own.
      const field = params.missingProperty ?? params.additionalProperty ?? params.propertyName ?? propertyName;
      return placeOf(value, instancePath, field);
    }))];
  };
}

/** @param {unknown} value @param {string} pointer @param {string} [field] */
function placeOf(value, pointer, field) {
  let place = '';
  /** @type {any} */
  let here = value;
  const keys = pointer.split('/').slice(1).map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  for (const key of field === undefined ? keys : [...keys, field]) {
    place += Array.isArray(here) ? `[${key}]` : `${place && '.'}${key}`;
    here = here?.[key];
  }
  return place;
}

/** What stands in the place of a value. */
const REPLACEMENTS = [null, true, -1, 1e300, ' ', 'x'.repeat(4_000), [], { x: 1 }];

/** Fields whose keys the author of a file chooses. @type {(string | number)[]} */
const OPEN = ['figures', 'literals', 'state', 'factors', 'fixed', 'grid', 'at'];

/**
 * Yields a file with one fault at a time: every value replaced, every field removed, a field added to every object, and
 * every list made long. Places of one kind are tried once.
 *
 * @param {any} file @param {Set<string>} tried places that were tried in other files
 * @returns {Generator<{ change: string, value: any }>}
 */
export function* faulty(file, tried) {
  for (const path of pathsOf(file)) {
    const place = kindOf(path);
    if (tried.has(place)) continue;
    tried.add(place);
    const name = path.join('.');
    for (const replacement of REPLACEMENTS) {
      yield { change: `${name} = ${JSON.stringify(replacement).slice(0, 40)}`, value: changed(file, path, () => replacement) };
    }
    yield { change: `without ${name}`, value: changed(file, path, undefined) };
    yield { change: `${name} with a field more`, value: changed(file, path, (/** @type {any} */ one) =>
      (one && typeof one === 'object' && !Array.isArray(one) ? { ...one, unknown: 1 } : one)) };
    yield { change: `${name} a hundred times`, value: changed(file, path, (/** @type {any} */ one) =>
      (Array.isArray(one) && one.length ? Array.from({ length: 100 }, (_, at) => one[at % one.length]) : one)) };
  }
}

/** Returns a path without numbers, and without names that the author of the file chose. @param {(string | number)[]} path */
const kindOf = (path) => path.map((key, at) => (typeof key === 'number' || OPEN.includes(path[at - 1]) ? '*' : key)).join('.');

/** @param {any} value @returns {Generator<(string | number)[]>} */
function* pathsOf(value) {
  if (value === null || typeof value !== 'object') return;
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    yield [key];
    for (const rest of pathsOf(value[key])) yield [key, ...rest];
  }
}

/**
 * Returns a copy with another value at a path, or without it.
 * @param {any} value @param {(string | number)[]} path @param {((value: any) => any) | undefined} change @returns {any}
 */
function changed(value, [key, ...rest], change) {
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (rest.length) copy[key] = changed(copy[key], rest, change);
  else if (change) copy[key] = change(copy[key]);
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete copy[key];
  return copy;
}

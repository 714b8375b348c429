// Reads the fragment of an address. A fragment is untrusted: only known keys with valid values are used, everything
// else is reported and ignored. Pure: no DOM, no clock, no wasm. Samples and the core's check are arguments.

import {
  FIELDS, LONGEST, LONGEST_LESSON, LONGEST_LINES, LONGEST_NAME, LONGEST_PLAN, LONGEST_RANKING, PARTS, VERSION,
} from './url.js';
import { ACCEPTED } from '../../theory/lab-values.js';
import { readSettings, shown, whole } from './read-settings.js';

/** @typedef {import('./url.js').View} View */
/** @typedef {import('./url.js').World} World */

/**
 * Returns the view that a fragment describes, and the ignored parts in words. Never throws.
 * @param {string} fragment without `#`
 * @param {World} world
 * @returns {{ view: View, ignored: string[] }}
 */
export function viewOf(fragment, world) {
  const view = firstView(world);
  if (fragment.length > LONGEST) {
    const [length, most] = [fragment.length, LONGEST].map((number) => number.toLocaleString('en-US'));
    return { view,
      ignored: [`the whole link: it has ${length} characters; at most ${most} are allowed`] };
  }
  const given = new Given(fragment);
  const version = given.take('v');
  if (version !== undefined && version !== VERSION) {
    given.ignore('v', version, 'is an unknown version of links; its known parts are used');
  }
  readData(view, world, given);
  readRun(view, world, given);
  readPlaces(view, world, given);
  readLesson(view, given);
  readSketch(view, world, given);
  readLab(view, given);
  return { view, ignored: given.end() };
}

/** What a link means that says no more. @param {World} world @returns {View} */
function firstView({ catalog, unnamed }) {
  return {
    settings: catalog.defaults, next: {}, sample: unnamed, checksum: null, lines: null, files: [],
    holdOut: null, seed: 1,
    without: [], nextWithout: null, trained: 0, ended: false, numbers: null, iteration: null, query: null, pair: null,
    own: null, panels: [], fields: {}, lesson: null, plan: [], step: 0, study: null, sketch: null,
    theory: null, hide: [], embed: false, picture: null,
  };
}

/** The keys of a fragment. Reading a key removes it. */
class Given {
  /** @type {string[]} */
  #ignored = [];
  /** @type {Map<string, string>} */
  values = new Map();

  /** @param {string} fragment */
  constructor(fragment) {
    for (const [key, value] of new URLSearchParams(fragment)) {
      if (this.values.has(key)) this.#ignored.push(`${shown(key)}: duplicate key`);
      else this.values.set(key, value);
    }
  }

  /** @param {string} key */
  take(key) {
    const value = this.values.get(key);
    this.values.delete(key);
    return value;
  }

  /** @param {string} key @param {string} value @param {string} why */
  ignore(key, value, why) {
    this.#ignored.push(`${shown(key)}: ${value ? `“${shown(value)}” ` : 'nothing '}${why}`);
  }

  /** A whole number, or null. @param {string} key @param {number} [most] */
  number(key, most = 1e9) {
    const value = this.take(key);
    if (value === undefined) return null;
    if (/^\d{1,10}$/.test(value) && whole(Number(value), 0, most)) return Number(value);
    this.ignore(key, value, `is not a whole number from 0 to ${most.toLocaleString('en-US')}`);
    return null;
  }

  /** Whether the key stands there with the one value it can have. @param {string} key */
  flag(key) {
    const value = this.take(key);
    if (value !== undefined && value !== 'true') this.ignore(key, value, 'is not “true”');
    return value === 'true';
  }

  /** Words between commas. @param {string} key */
  list(key) {
    return (this.take(key) ?? '').split(',').filter(Boolean);
  }

  /** Returns all ignored parts, with the keys that were not read. */
  end() {
    return [...this.#ignored, ...[...this.values.keys()].map((key) => `${shown(key)}: unknown key`)];
  }
}

/** Settings, and how far the run had got. @param {View} view @param {World} world @param {Given} given */
function readRun(view, { catalog: { defaults }, check }, given) {
  /** @param {string} key @param {string} value @param {string} why */
  const ignore = (key, value, why) => given.ignore(key, value, why);
  view.settings = readSettings('', defaults, defaults, given.values, check, ignore);
  const next = readSettings('next.', view.settings, defaults, given.values, check, ignore);
  const isChanged = (/** @type {[string, unknown]} */ [name, value]) =>
    JSON.stringify(value) !== JSON.stringify(Reflect.get(view.settings, name));
  view.next = Object.fromEntries(Object.entries(next).filter(isChanged));
  view.trained = given.number('trained') ?? 0;
  view.ended = given.flag('ended') && view.trained > 0;
  view.numbers = given.take('numbers') ?? null;
}

/** What is shown of the run, and what is open. @param {View} view @param {World} world @param {Given} given */
function readPlaces(view, world, given) {
  view.iteration = given.number('iteration');
  view.query = given.number('query');
  const pair = given.take('pair');
  const [, one, other] = /^(\d{1,7})-(\d{1,7})$/.exec(pair ?? '') ?? [];
  if (other !== undefined && one !== other && view.query !== null) view.pair = [Number(one), Number(other)];
  else if (pair !== undefined) given.ignore('pair', pair, 'is not two documents of a query');
  const own = given.take('own');
  view.own = view.query === null ? null : rankingOf(own ?? '');
  if (own !== undefined && !view.own) given.ignore('own', own, 'is not a ranking of a query');
  for (const { key, field, initial, accepts } of FIELDS) {
    const text = given.take(key);
    if (text === undefined) continue;
    const value = typeof initial === 'number' ? Number(text || NaN) : text;
    if (accepts(value)) Object.assign(view.fields, { [field]: value });
    else given.ignore(key, text, 'cannot be used');
  }
  for (const panel of given.list('open')) {
    if (world.panels.includes(panel)) view.panels.push(panel);
    else given.ignore('open', panel, 'is not a panel of this page');
  }
  for (const name of given.list('hide')) {
    if (!world.hideable.includes(name)) given.ignore('hide', name, 'is not a part of this page that can be left out');
    else if (!view.hide.includes(name)) view.hide.push(name);
  }
  view.embed = given.flag('embed');
  readPicture(view, world, given);
}

/** The part that is shown alone, which is opened if it is a panel. @param {View} view @param {World} world
 * @param {Given} given */
function readPicture(view, { showable, panels }, given) {
  const picture = given.take('picture');
  if (picture === undefined) return;
  if (showable.includes(picture)) view.picture = picture;
  else given.ignore('picture', picture, 'is not a picture of this page');
  if (view.picture !== null && panels.includes(picture)) view.panels = [...view.panels, picture];
}

/** A ranking of documents 0 to n − 1, each once, between dots; null for any other text. @param {string} text */
function rankingOf(text) {
  if (!/^\d{1,4}(\.\d{1,4})*$/.test(text)) return null;
  const ranking = text.split('.').map(Number);
  const isWhole = ranking.length <= LONGEST_RANKING && new Set(ranking).size === ranking.length
    && ranking.every((document) => document < ranking.length);
  return isWhole ? ranking : null;
}

/** @param {string} text */
const isName = (text) => /^[a-z][a-z0-9-]{0,40}$/.test(text);

/**
 * A name of the page's own, or a whole packed text after a ~.
 * @param {'lesson' | 'study' | 'sketch'} key @param {Given} given
 */
function readNamed(key, given) {
  const value = given.take(key);
  if (value === undefined) return null;
  const isPacked = /^~[\w-]+$/.test(value) && value.length <= LONGEST_LESSON + 1;
  if (isPacked || isName(value)) return value;
  given.ignore(key, value, `is not a ${key} of this page`);
  return null;
}

/** @param {View} view @param {Given} given */
function readLesson(view, given) {
  for (const name of given.list('plan')) {
    if (!isName(name)) given.ignore('plan', name, 'is not a lesson of this page');
    else if (view.plan.length === LONGEST_PLAN) given.ignore('plan', name, `is behind ${LONGEST_PLAN} lessons`);
    else if (!view.plan.includes(name)) view.plan.push(name);
  }
  // A plan opens at its first lesson, unless the link names another one.
  view.lesson = readNamed('lesson', given) ?? view.plan.at(0) ?? null;
  view.study = readNamed('study', given);
  if (view.study !== null && !view.panels.includes('study')) view.panels.push('study');
  view.step = Math.max(0, (given.number('step') ?? 1) - 1);
}

/**
 * The sketch of the mode Sketch. Links of earlier pages hold it as the data of the page.
 * @param {View} view @param {World} world @param {Given} given
 */
function readSketch(view, { catalog: { defaults }, check }, given) {
  const text = readNamed('sketch', given);
  const old = view.panels.includes('sketch') && view.lines ? `~${view.lines}` : null;
  if (text === null && old === null) return;
  /** @param {string} key @param {string} value @param {string} why */
  const ignore = (key, value, why) => given.ignore(key, value, why);
  const settings = text === null ? view.settings
    : readSettings('sketch.', defaults, defaults, given.values, check, ignore);
  const isOther = (/** @type {[string, unknown]} */ [name, value]) =>
    JSON.stringify(value) !== JSON.stringify(Reflect.get(defaults, name));
  view.sketch = { text: text ?? old ?? '', settings: Object.fromEntries(Object.entries(settings).filter(isOther)) };
  if (!view.panels.includes('sketch')) view.panels.push('sketch');
}

/** A laboratory and its values, without those that it cannot have. @param {View} view @param {Given} given */
function readLab(view, given) {
  const lab = given.take('theory');
  if (lab === undefined) return;
  if (!Object.hasOwn(ACCEPTED, lab)) {
    given.ignore('theory', lab, 'is not a laboratory of this page');
    return;
  }
  /** @type {Record<string, string>} */
  const values = {};
  for (const [option, { accepts, says }] of Object.entries(ACCEPTED[lab])) {
    const key = `theory.${option}`;
    const value = given.take(key);
    if (value === undefined) continue;
    if (accepts(value)) values[option] = value;
    else given.ignore(key, value, `is not ${says}`);
  }
  view.theory = { lab, values };
  if (!view.panels.includes('theory')) view.panels.push('theory');
}

/** @param {View} view @param {World} world @param {Given} given */
function readData(view, { samples, unnamed }, given) {
  const sample = given.take('sample');
  const isKnown = samples.some(({ id }) => id === sample);
  if (sample !== undefined && !isKnown) given.ignore('sample', sample, 'is not a sample of this page');
  const lines = given.take('lines');
  if (lines !== undefined) {
    if (/^[\w-]+$/.test(lines) && lines.length <= LONGEST_LINES) view.lines = lines;
    else given.ignore('lines', lines, 'are not packed lines');
  }
  for (const part of PARTS) readFile(view, part, given);
  const isOwn = Boolean(view.lines) || view.files.some(({ part }) => part === 'train');
  view.sample = isOwn ? null : isKnown && sample !== undefined ? sample : unnamed;
  const seen = given.take('sample-checksum');
  const isChecksum = /^[0-9a-f]{16}(-[0-9a-f]{16}){0,2}$/.test(seen ?? '');
  if (seen !== undefined && !isChecksum) given.ignore('sample-checksum', seen, 'is not a checksum');
  else if (seen !== undefined && (isOwn || !isKnown)) given.ignore('sample-checksum', seen, 'belongs to no sample');
  else view.checksum = seen ?? null;
  view.without = readWithout('without', given) ?? [];
  view.nextWithout = readWithout('next.without', given);
  const holdOut = given.take('hold-out');
  if (holdOut === 'none') view.holdOut = false;
  else if (holdOut !== undefined) {
    const isSeed = /^\d{1,16}$/.test(holdOut) && whole(Number(holdOut), 0, Number.MAX_SAFE_INTEGER);
    if (isSeed) [view.holdOut, view.seed] = [true, Number(holdOut)];
    else given.ignore('hold-out', holdOut, 'is neither “none” nor a seed');
  }
}

/**
 * Rising numbers of features, from 1; null where the key is absent or has another value.
 * @param {string} key @param {Given} given
 */
function readWithout(key, given) {
  const value = given.take(key);
  if (value === undefined) return null;
  if (value === 'none') return [];
  const numbers = /^\d{1,6}(,\d{1,6})*$/.test(value) ? value.split(',').map(Number) : [0];
  if (numbers.every((number, at) => number > (numbers[at - 1] ?? 0))) return numbers;
  given.ignore(key, value, 'is not rising numbers of features');
  return null;
}

/**
 * Reads a file that the link names.
 * @param {View} view
 * @param {import('../../../core/protocol.js').Part} part
 * @param {Given} given
 */
function readFile(view, part, given) {
  const key = `${part}-checksum`;
  const [name, checksum] = [given.take(part), given.take(key)];
  if (name === undefined) {
    if (checksum !== undefined) given.ignore(key, checksum, 'belongs to no file');
  } else if (view.lines) given.ignore(part, name, 'is not needed beside pasted lines');
  else if (!name || name.length > LONGEST_NAME) given.ignore(part, name, 'is not a file name');
  else if (checksum && !/^[0-9a-f]{16}$/.test(checksum)) given.ignore(key, checksum, 'is not a checksum');
  else view.files.push({ part, name, checksum: checksum ?? '' });
}

// The state as a fragment of the address, and back. A fragment is a stranger's text: only known keys with values of the right
// kind are taken, everything else is told and left out. Pure: no DOM, no clock, no wasm; samples and the core's check are handed in.

import { readSettings, shown, whole, writeSettings } from './address-settings.js';
import { HIDEABLE } from './hiding.js';
import { SHOWN, TABS } from './microscope.js';
import { newest } from './running.js';

/** @typedef {import('./reducer.js').State} State */
/** @typedef {import('./protocol.js').TrainingSettings} TrainingSettings */
/** @typedef {import('./protocol.js').Catalog} Catalog */
/** @typedef {import('./linking.js').Wanted} Wanted */

/**
 * What a link asks for. `sample`: the parts that are not files or lines come from it; `checksum`: what it was when the link was made. `lines`: pasted lines, packed.
 * `holdOut` null: as the sample does. `trained` iterations, or all of them when the run had `ended`; `iteration` null: the last.
 * `next`: settings that were changed but not trained yet. `pair`: two documents of the query, to be explained.
 * `lesson`: the name of a lesson of the page, or a whole one, packed, behind a ~. `hide`: what is left out of the page; `embed`: so is its head.
 * @typedef {{ settings: TrainingSettings, next: Partial<TrainingSettings>, sample: string | null, checksum: string | null, lines: string | null, files: Wanted[],
 *   holdOut: boolean | null, seed: number, trained: number, ended: boolean, iteration: number | null, query: number | null,
 *   pair: [number, number] | null, panels: string[], fields: Partial<State>, lesson: string | null, step: number, hide: string[], embed: boolean }} View
 */

/** @typedef {(settings: TrainingSettings) => { field: string | null, message: string } | null} Check */

/** What links are read and written against: `first` is the id of the sample that a fresh page loads. @typedef {{ catalog: Catalog, check: Check, samples: { id: string, train: import('./protocol.js').Source, holdOut: boolean }[], first: string }} World */

const VERSION = '1';
/** Characters of a fragment that are looked at, and of packed lines. */
export const LONGEST = 32_768;
export const LONGEST_LINES = 8_192;
export const LONGEST_LESSON = 16_384;
const LONGEST_NAME = 255;
export const PARTS = /** @type {const} */ (['train', 'valid', 'test']);
const PANELS = ['certificate', 'explanation', 'runs', 'comparison', 'slow-motion'];

/**
 * Plain fields of the state that a link holds where they are not as at first: `key` is the word in the address, `accepts` tells
 * good values. One line is enough for another; a field that the state does not have is passed over.
 * @type {{ key: string, field: string, initial: string | number, accepts: (value: unknown) => boolean }[]}
 */
const FIELDS = [
  { key: 'shown', field: 'shown', initial: SHOWN[0], accepts: (value) => SHOWN.some((shown) => shown === value) },
  { key: 'tab', field: 'inspectorTab', initial: TABS[0], accepts: (value) => TABS.some((tab) => tab === value) },
];

/** The fields of a link as they are at first, and where it does not name them. @type {Partial<State>} */
export const INITIAL_FIELDS = Object.fromEntries(FIELDS.map(({ field, initial }) => [field, initial]));

/**
 * The fragment of a state, without `#`; empty for the page as it is first seen, null while there are no data.
 * @param {State} state
 * @param {string | null} lines the pasted lines, packed, where they are few enough
 * @param {World} world
 * @returns {string | null}
 */
export function addressOf(state, lines, { catalog, samples, first }) {
  const { data, run, cursor } = state;
  const { open: taught, hide, embed } = state.lessons;
  const lesson = taught && (taught.id ?? taught.packed);
  if (!data && !lesson) return null;
  /** @param {URLSearchParams} written */
  const finished = (written) => {
    if (hide.length) written.set('hide', hide.join(','));
    if (embed) written.set('embed', 'true');
    // These need no escape behind a #.
    return written.toString().replaceAll('%40', '@').replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%7E', '~');
  };
  // A lesson brings its own data and settings, step by step.
  if (lesson) return finished(new URLSearchParams({ v: VERSION, lesson, ...(taught.step ? { step: String(taught.step + 1) } : {}) }));
  if (!data) return null;
  const trained = newest(run);
  const settings = run && trained > 0 ? run.settings : state.settings;
  const written = new URLSearchParams({ v: VERSION });

  const { request, seed, checksums } = data;
  const sample = samples.find(({ id, train }) => id === request.sample || (request.train.kind !== 'blob' && train.name === request.train.name)) ?? null;
  if (sample) written.set('sample', sample.id);
  const seen = sample && sampleChecksum(data);
  if (seen) written.set('sample-checksum', seen);
  const packed = Boolean(lines && request.pasted && !request.valid && !request.test);
  if (packed && lines) written.set('lines', lines);
  for (const part of PARTS) {
    const source = request[part];
    if (packed || source?.kind !== 'blob') continue;
    written.set(part, source.name.slice(0, LONGEST_NAME));
    written.set(`${part}-checksum`, checksums?.[part] ?? '');
  }
  const split = request.holdOut && !request.valid && !request.test;
  if (split !== Boolean(sample?.holdOut) || (split && seed !== 1)) written.set('hold-out', split ? String(seed) : 'none');

  writeSettings(written, '', catalog.defaults, settings);
  writeSettings(written, 'next.', settings, state.settings);
  if (trained > 0) {
    written.set('trained', String(trained));
    if (run?.stop) written.set('ended', 'true');
    if (cursor.iteration !== trained) written.set('iteration', String(cursor.iteration));
  }
  const { pair } = state.insight;
  // Chosen documents are those of one query, which may be the one that is shown without being chosen.
  const explained = pair && pair.query === (state.query ?? state.look?.inspection?.query) ? pair : null;
  const query = state.query ?? explained?.query ?? null;
  if (query !== null) written.set('query', String(query));
  if (explained) written.set('pair', `${explained.first}-${explained.second}`);
  for (const { key, field, initial, accepts } of FIELDS) {
    const value = Reflect.get(state, field);
    if (value !== initial && accepts(value)) written.set(key, String(value));
  }
  const open = PANELS.filter((panel) => state.panels[panel]);
  if (open.length) written.set('open', open.join(','));
  if (written.size === (seen ? 3 : 2) && sample?.id === first && !hide.length && !embed) return '';
  return finished(written);
}

/**
 * What a fragment asks for, and in words what of it was passed over. Never throws.
 * @param {string} fragment without `#`
 * @param {World} world
 * @returns {{ view: View, ignored: string[] }}
 */
export function viewOf(fragment, world) {
  const { catalog, check, first } = world;
  /** @type {View} */
  const view = { settings: catalog.defaults, next: {}, sample: first, checksum: null, lines: null, files: [], holdOut: null, seed: 1, trained: 0, ended: false, iteration: null, query: null, pair: null, panels: [], fields: {}, lesson: null, step: 0, hide: [], embed: false };
  if (fragment.length > LONGEST) return { view, ignored: [`all of it: it has ${fragment.length.toLocaleString('en-US')} characters, and no link of this page has more than ${LONGEST.toLocaleString('en-US')}`] };
  /** @type {string[]} */
  const ignored = [];
  /** @type {Map<string, string>} */
  const given = new Map();
  for (const [key, value] of new URLSearchParams(fragment)) {
    if (given.has(key)) ignored.push(`${shown(key)}: it stands there twice`);
    else given.set(key, value);
  }
  /** Takes a key out; what stays is unknown. @param {string} key */
  const take = (key) => {
    const value = given.get(key);
    given.delete(key);
    return value;
  };
  /** @param {string} key @param {string} value @param {string} why */
  const ignore = (key, value, why) => ignored.push(`${shown(key)}: ${value ? `“${shown(value)}” ` : 'nothing '}${why}`);
  /** A whole number, or null. @param {string} key @param {number} [most] */
  const number = (key, most = 1e9) => {
    const value = take(key);
    if (value === undefined) return null;
    if (/^\d{1,10}$/.test(value) && whole(Number(value), 0, most)) return Number(value);
    ignore(key, value, `is not a whole number from 0 to ${most.toLocaleString('en-US')}`);
    return null;
  };

  const version = take('v');
  if (version !== undefined && version !== VERSION) ignore('v', version, 'is another version of links; what is known of it is used');
  readData(view, world, take, ignore);
  view.settings = readSettings('', catalog.defaults, catalog.defaults, given, check, ignore);
  const next = readSettings('next.', view.settings, catalog.defaults, given, check, ignore);
  view.next = Object.fromEntries(Object.entries(next).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(view.settings, name))));
  view.trained = number('trained') ?? 0;
  const ended = take('ended');
  if (ended !== undefined && ended !== 'true') ignore('ended', ended, 'is not “true”');
  view.ended = ended === 'true' && view.trained > 0;
  view.iteration = number('iteration');
  view.query = number('query');
  const pair = take('pair');
  const [, one, other] = /^(\d{1,7})-(\d{1,7})$/.exec(pair ?? '') ?? [];
  if (other !== undefined && one !== other && view.query !== null) view.pair = [Number(one), Number(other)];
  else if (pair !== undefined) ignore('pair', pair, 'is not two documents of a query');
  for (const { key, field, initial, accepts } of FIELDS) {
    const text = take(key);
    if (text === undefined) continue;
    const value = typeof initial === 'number' ? Number(text || NaN) : text;
    if (accepts(value)) Object.assign(view.fields, { [field]: value });
    else ignore(key, text, 'cannot be used');
  }
  for (const panel of (take('open') ?? '').split(',').filter(Boolean)) {
    if (PANELS.includes(panel)) view.panels.push(panel);
    else ignore('open', panel, 'is no panel of this page');
  }
  for (const name of (take('hide') ?? '').split(',').filter(Boolean)) {
    if (!HIDEABLE.includes(name)) ignore('hide', name, 'is no part of this page that can be left out');
    else if (!view.hide.includes(name)) view.hide.push(name);
  }
  const embed = take('embed');
  if (embed !== undefined && embed !== 'true') ignore('embed', embed, 'is not “true”');
  view.embed = embed === 'true';
  const lesson = take('lesson');
  if (lesson !== undefined) {
    if (/^[a-z][a-z0-9-]{0,40}$/.test(lesson) || (/^~[\w-]+$/.test(lesson) && lesson.length <= LONGEST_LESSON + 1)) view.lesson = lesson;
    else ignore('lesson', lesson, 'is no lesson');
  }
  view.step = Math.max(0, (number('step') ?? 1) - 1);
  for (const key of given.keys()) ignored.push(`${shown(key)}: no link of this page has it`);
  return { view, ignored };
}

/**
 * @param {View} view
 * @param {World} world
 * @param {(key: string) => string | undefined} take
 * @param {(key: string, value: string, why: string) => void} ignore
 */
function readData(view, { samples, first }, take, ignore) {
  const sample = take('sample');
  const known = samples.some(({ id }) => id === sample);
  if (sample !== undefined && !known) ignore('sample', sample, 'is no sample of this page');
  const lines = take('lines');
  if (lines !== undefined) {
    if (/^[\w-]+$/.test(lines) && lines.length <= LONGEST_LINES) view.lines = lines;
    else ignore('lines', lines, 'are no packed lines');
  }
  for (const part of PARTS) {
    const [name, checksum] = [take(part), take(`${part}-checksum`)];
    if (name === undefined) {
      if (checksum !== undefined) ignore(`${part}-checksum`, checksum, 'belongs to no file');
      continue;
    }
    if (view.lines) ignore(part, name, 'is not needed beside pasted lines');
    else if (!name || name.length > LONGEST_NAME) ignore(part, name, 'is no name of a file');
    else if (checksum !== undefined && checksum !== '' && !/^[0-9a-f]{16}$/.test(checksum)) ignore(`${part}-checksum`, checksum, 'is no checksum');
    else view.files.push({ part, name, checksum: checksum ?? '' });
  }
  const own = Boolean(view.lines) || view.files.some(({ part }) => part === 'train');
  view.sample = own ? null : known && sample !== undefined ? sample : first;
  const seen = take('sample-checksum');
  if (seen !== undefined && !/^[0-9a-f]{16}(-[0-9a-f]{16}){0,2}$/.test(seen)) ignore('sample-checksum', seen, 'is no checksum');
  else if (seen !== undefined && (own || !known)) ignore('sample-checksum', seen, 'belongs to no sample');
  else view.checksum = seen ?? null;
  const holdOut = take('hold-out');
  if (holdOut === 'none') view.holdOut = false;
  else if (holdOut !== undefined) {
    if (/^\d{1,10}$/.test(holdOut) && whole(Number(holdOut), 0, 2 ** 32 - 1)) [view.holdOut, view.seed] = [true, Number(holdOut)];
    else ignore('hold-out', holdOut, 'is neither “none” nor a seed');
  }
}

/**
 * What the parts of the data that are the page's own hold: their checksums, one behind the other; null where none is known.
 * @param {import('./reducer.js').Data} data
 */
export function sampleChecksum({ request, checksums }) {
  return PARTS.flatMap((part) => (request[part] && request[part].kind !== 'blob' && checksums?.[part] ? [checksums[part]] : [])).join('-') || null;
}

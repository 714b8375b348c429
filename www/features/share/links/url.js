// Writes the state as a fragment of the address; url-reader.js reads it. Pure: no DOM, no clock, no wasm. Samples and
// the core's check are arguments.
//
// The address names a private file by its name and checksum, and the page asks for the file. Data come only from
// samples, from lines in the address, or from files that the user chooses. The seed of a split is not the seed of the
// settings, because it belongs to the data.

import { writeSettings } from './url-settings.js';
import { hasOtherFeatures, isSplit } from '../../data/data-state.js';
import { startSettings } from '../../settings/settings.js';
import { OFF, ON, SHOWN, TABS } from '../../inspect/inspector/inspector-state.js';
import { newest } from '../../run/training/run-state.js';
import { labOf, valuesOf } from '../../theory/theory-state.js';

/** @typedef {import('../../inspect/inspector/inspector-state.js').InspectorState} InspectorState */
/** @typedef {import('../../inspect/model/model-state.js').ModelSlice} ModelSlice */
/** @typedef {import('../../settings/settings-state.js').Check} Check */
/** @typedef {import('../../../core/protocol.js').TrainingSettings} TrainingSettings */
/** @typedef {import('../../../core/protocol.js').Catalog} Catalog */
/** @typedef {import('../../../core/protocol.js').Part} Part */

/** A file that a link names but does not hold. @typedef {{ part: Part, name: string, checksum: string }} Wanted */

/**
 * The content of a link. `sample`: the source of the parts that are not files or lines; `checksum`: its checksum when
 * the link was made. `lines`: pasted lines, packed. `holdOut` null: as in the sample. `trained`: iterations, or all of
 * them if the run had `ended`. `without`: numbers of the features that the run leaves out, and `nextWithout` those of
 * the next training if they are others. `numbers`: those of the program that made the link; null if it does not say.
 * `iteration` null: the last. `next`: changed settings that were not trained yet. `own`:
 * the user's ranking of the query. `pair`: two documents of the query to explain. `lesson`: the name of a lesson, or a
 * whole packed lesson after a ~. `plan`: names of lessons that follow each other. `study`: as `lesson`, of a study.
 * `sketch`: that of the mode Sketch, with what differs from the usual settings. `theory`: a laboratory, with the values
 * that differ from the usual ones. `hide`: hidden parts of the page.
 * `embed`: whether the header is hidden. `picture`: the only part that is shown, null for the whole page.
 * @typedef {{ settings: TrainingSettings, next: Partial<TrainingSettings>, sample: string | null, checksum: string
 *   | null, lines: string | null, files: Wanted[],
 *   holdOut: boolean | null, seed: number, without: number[], nextWithout: number[] | null,
 *   trained: number, ended: boolean, numbers: string | null,
 *   iteration: number | null,
 *   query: number | null,
 *   pair: [number, number] | null, own: number[] | null,
 *   panels: string[], fields: Fields, lesson: string | null, plan: string[], step: number, study: string | null,
 *   sketch: { text: string, settings: Partial<TrainingSettings> } | null,
 *   theory: { lab: string, values: import('../../theory/lab-view.js').Values } | null,
 *   hide: string[], embed: boolean, picture: string | null }} View
 */

/**
 * Simple fields of the state that links hold.
 * @typedef {Partial<Pick<InspectorState, 'shown' | 'inspectorTab' | 'onePerGroup'>>} Fields
 */

/**
 * The part of a link for lessons: the lesson, the step, the plan and the hidden parts.
 * @typedef {{ open: { id: string | null, packed: string | null, step: number } | null, plan: string[] | null,
 *   hide: string[], embed: boolean, picture: string | null }} Taught
 */

/**
 * The part of a link for the mode Sketch: the name of a start or packed lines after a ~, and what differs from the
 * usual settings.
 * @typedef {{ link: string | null, settings: Partial<TrainingSettings> }} Drawn
 */

/**
 * The slices that links hold.
 * @typedef {InspectorState & ModelSlice & { lessons: Taught, sketch: Drawn, study: { link: string | null },
 *   theory: Pick<import('../../theory/theory-state.js').Theory, 'lab' | 'values'> }} Addressed
 */

/**
 * The context of links. `panels`: those that a link can open.
 * `hideable`: the parts that it can hide. `showable`: those that it can show alone.
 * @typedef {object} World
 * @property {Catalog} catalog
 * @property {Check} check
 * @property {{ id: string, train: import('../../../core/protocol.js').Source, holdOut: boolean,
 *   settings?: Partial<TrainingSettings> }[]} samples
 * @property {string | null} first the sample that the page opens with; null where that page needs words too
 * @property {string} unnamed the sample of a link that names none
 * @property {string[]} panels
 * @property {string[]} hideable
 * @property {string[]} showable
 */

export const VERSION = '1';
/** The numbers of a trained run. It rises when a method changes so that the same settings give others. */
export const NUMBERS = '2';
/** Most characters of a fragment, and of packed lines. */
export const LONGEST = 32_768;
export const LONGEST_LINES = 8_192;
export const LONGEST_LESSON = 16_384; // and of a study
/** Most characters of a lesson file. */
export const LONGEST_FILE = 100_000;
export const LONGEST_NAME = 255;
/** Most lessons of a plan. */
export const LONGEST_PLAN = 60;
/** Documents of a ranking that a link holds. */
export const LONGEST_RANKING = 2000;
export const PARTS = /** @type {const} */ (['train', 'valid', 'test']);

/**
 * Simple fields that a link holds if they differ from the initial value. `key` is the word in the address; `accepts`
 * checks values. A new field needs one line. Fields that the state lacks are skipped.
 * @type {{ key: string, field: string, initial: string | number, accepts: (value: unknown) => boolean }[]}
 */
export const FIELDS = [
  { key: 'shown', field: 'shown', initial: SHOWN[0], accepts: (value) => SHOWN.some((shown) => shown === value) },
  { key: 'tab', field: 'inspectorTab', initial: TABS[0], accepts: (value) => TABS.some((tab) => tab === value) },
  { key: 'one-per-group', field: 'onePerGroup', initial: OFF, accepts: (value) => value === ON || value === OFF },
];

/** The initial values of these fields. @type {Fields} */
export const INITIAL_FIELDS = Object.fromEntries(FIELDS.map(({ field, initial }) => [field, initial]));

/**
 * Returns the fragment of a state, without `#`. It is empty for the initial page and null without data.
 * @param {Addressed} state
 * @param {string | null} lines the pasted lines, packed, where they are few enough
 * @param {World} world
 * @returns {string | null}
 */
export function addressOf(state, lines, { catalog, samples, first, panels }) {
  const { data, run, cursor } = state;
  const { open: taught, plan, hide, embed, picture } = state.lessons;
  const lesson = taught && (taught.id ?? taught.packed);
  if (!data && !lesson) return null;
  /** @param {URLSearchParams} written */
  const finished = (written) => {
    if (hide.length) written.set('hide', hide.join(','));
    if (embed) written.set('embed', 'true');
    if (picture) written.set('picture', picture);
    return inAddress(written);
  };
  // A lesson sets its own data and settings, so the link names only the lesson and the step.
  if (lesson) {
    return finished(new URLSearchParams({ v: VERSION, lesson,
      ...(taught.step ? { step: String(taught.step + 1) } : {}), ...(plan ? { plan: plan.join(',') } : {}) }));
  }
  if (!data) return null;
  const trained = newest(run);
  const settings = run && trained > 0 ? run.settings : state.settings;
  const written = new URLSearchParams({ v: VERSION });

  const { request, seed, checksums } = data;
  // Two samples may have one file, with grades of their own in each.
  const sample = samples.find(({ id }) => id === request.sample)
    ?? samples.find(({ train }) => isSameSource(train, request.train)) ?? null;
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
  const split = isSplit(request);
  if (split !== Boolean(sample?.holdOut) || (split && seed !== 1)) {
    written.set('hold-out', split ? String(seed) : 'none');
  }

  if (request.without?.length) written.set('without', request.without.join());
  if (hasOtherFeatures(state)) written.set('next.without', state.without.join() || 'none');
  writeSettings(written, '', catalog.defaults, withChoice(settings, state));
  writeSettings(written, 'next.', settings, state.settings);
  if (trained > 0) {
    written.set('trained', String(trained));
    written.set('numbers', NUMBERS);
    if (run?.stop) written.set('ended', 'true');
    if (cursor.iteration !== trained) written.set('iteration', String(cursor.iteration));
  }
  const { pair } = state.model;
  // The chosen documents belong to the shown query, even if it was not chosen.
  const inspected = state.snapshot?.inspection ?? state.snapshot?.pulls;
  const explained = pair && pair.query === (state.query ?? inspected?.query) ? pair : null;
  const { ranking } = state.inspector.own;
  const own = ranking && ranking.length <= LONGEST_RANKING ? ranking : null;
  const query = state.query ?? explained?.query ?? (own && state.snapshot?.inspection?.query) ?? null;
  if (query !== null) written.set('query', String(query));
  if (explained) written.set('pair', `${explained.first}-${explained.second}`);
  if (own && query !== null) written.set('own', own.join('.'));
  for (const { key, field, initial, accepts } of FIELDS) {
    const value = Reflect.get(state, field);
    if (value !== initial && accepts(value)) written.set(key, String(value));
  }
  const open = panels.filter((panel) => state.panels[panel]);
  if (open.length) written.set('open', open.join(','));
  if (open.includes('sketch') && state.sketch.link) {
    written.set('sketch', state.sketch.link);
    writeSettings(written, 'sketch.', catalog.defaults, { ...catalog.defaults, ...state.sketch.settings });
  }
  if (open.includes('study') && state.study.link) written.set('study', state.study.link);
  if (open.includes('theory')) writeLab(written, state.theory);
  // A page as it opens has no link of its own.
  if (sample?.id === first && !hide.length && !embed && !picture) {
    const opening = new URLSearchParams({ v: VERSION, sample: first, ...(seen && { 'sample-checksum': seen }) });
    writeSettings(opening, '', catalog.defaults, withChoice({ ...startSettings(catalog), ...sample.settings }, state));
    if (String(opening) === String(written)) return '';
  }
  return finished(written);
}

/**
 * Returns the fragment of the page as it opens, in words: a link without a sample means another one.
 * @param {Pick<World, 'catalog' | 'samples' | 'first'>} world
 */
export function openingOf({ catalog, samples, first }) {
  const sample = samples.find(({ id }) => id === first);
  const words = new URLSearchParams({ v: VERSION, ...(sample && { sample: sample.id }) });
  writeSettings(words, '', catalog.defaults, { ...startSettings(catalog), ...sample?.settings });
  return inAddress(words);
}

/** The words of a fragment; these characters need no escape after #. @param {URLSearchParams} words */
const inAddress = (words) => words.toString().replaceAll('%40', '@').replaceAll('%3A', ':').replaceAll('%2C', ',')
  .replaceAll('%7E', '~');

/** @param {import('../../../core/protocol.js').Source} one @param {import('../../../core/protocol.js').Source} other */
function isSameSource(one, other) {
  const gradesOf = (/** @type {typeof one} */ source) => (source.kind === 'url' ? source.grades : undefined);
  return other.kind !== 'blob' && one.name === other.name && gradesOf(one) === gradesOf(other);
}

/** @param {URLSearchParams} written @param {Addressed['theory']} theory */
function writeLab(written, theory) {
  const { name, first } = labOf(theory);
  written.set('theory', name);
  for (const [key, value] of Object.entries(valuesOf(theory))) {
    if (value !== first[key]) written.set(`theory.${key}`, value);
  }
}

/**
 * Without validation data nothing chooses the model, so the link does not say how.
 * @param {TrainingSettings} settings
 * @param {{ data: import('../../data/data-state.js').Data | null, catalog: Catalog }} state
 */
function withChoice(settings, { data, catalog: { defaults } }) {
  return data?.summaries.valid ? settings
    : { ...settings, choose: defaults.choose, choose_margin: defaults.choose_margin };
}

/**
 * Returns the checksums of the sample's files, joined; null if none is known.
 * @param {import('../../data/data-state.js').Data} data
 */
export function sampleChecksum({ request, checksums }) {
  return PARTS.flatMap((part) =>
      (request[part] && request[part].kind !== 'blob' && checksums?.[part] ? [checksums[part]] : [])).join('-') || null;
}

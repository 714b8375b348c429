// What the page shows now, as the state of a lesson's step. No DOM.

import { OPTIONAL } from '../../share/links/url-settings.js';
import { INITIAL_FIELDS, addressOf } from '../../share/links/url.js';
import { stateAt } from '../lessons/step-state.js';

/** @typedef {import('../lessons/lesson-state.js').LessonsState} State */
/** @typedef {import('../lessons/step-state.js').StepState} StepState */

/** Fields of links that lessons do not have. */
const FOREIGN = new Set(['v', 'sample', 'sample-checksum', 'lines', 'train', 'valid', 'test', 'train-checksum',
  'valid-checksum', 'test-checksum', 'ended', 'numbers', 'lesson', 'step', 'study', 'hide', 'embed', 'picture', 'pair',
  'own']);
const LONGEST_DATA = 20_000;

/**
 * Returns the state of the page. Throws the reason why a lesson cannot hold it.
 * @param {State} state @param {import('../../share/links/url.js').World} world
 * @returns {Promise<StepState>}
 */
export async function stateOfPage(state, world) {
  if (!state.data) throw new Error('The page has no data yet.');
  const { request } = state.data;
  const lessons = { ...state.lessons, open: null, hide: [], embed: false, picture: null };
  const words = new URLSearchParams(addressOf({ ...state, lessons }, null, { ...world, first: null }) ?? '');
  /** @type {StepState} */
  const fields = {};
  if (request.train.kind === 'blob') fields.data = await linesOf(request);
  else fields.sample = words.get('sample') ?? world.unnamed;
  for (const [key, text] of words) {
    if (FOREIGN.has(key) || key.startsWith('next.')) continue;
    fields[key] = lessonValue(key, text);
  }
  if (words.get('ended') === 'true') fields.trained = 'end';
  // Settings that were changed after training belong to a new run.
  const next = [...words].filter(([key]) => key.startsWith('next.'));
  for (const [key, text] of next) fields[key.slice(5)] = lessonValue(key.slice(5), text);
  if (next.length) {
    delete fields.trained;
    delete fields.iteration;
  }
  if (Array.isArray(fields.open)) {
    fields.open = fields.open.filter((panel) => panel !== 'lesson-editor');
    if (!fields.open.length) delete fields.open;
  }
  return stateAt({ steps: [{ state: fields }] }, 0, false);
}

/** @param {import('../../data/data-state.js').DataRequest} request */
async function linesOf({ train, valid, test, name }) {
  if (valid || test) throw new Error('A lesson holds training data only, and this page has more of your files.');
  const text = train.kind === 'blob' ? (await train.blob.text()).trim() : '';
  if (text.length <= LONGEST_DATA && !text.includes('\0')) return text.split(/\r?\n/);
  throw new Error(`${name} has ${text.length.toLocaleString('en-US')} characters. A lesson holds at most `
    + `${LONGEST_DATA.toLocaleString('en-US')}: choose a sample, or fewer lines.`);
}

/** A value of a link as lessons write it. @param {string} key @param {string} text @returns {StepState[string]} */
function lessonValue(key, text) {
  if (key === 'open') return text.split(',').filter(Boolean);
  if (key === 'measures' || key === 'components') return text.split(/\s+/).filter(Boolean);
  if (text === 'none' && OPTIONAL.includes(key)) return null;
  // A field of the view that takes a text, such as a tab, keeps it.
  if (Object.values(INITIAL_FIELDS).includes(/** @type {any} */ (text))) return text;
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
}

/** The state of a step in a few words. @param {StepState} state */
export function stateText(state) {
  const { sample, data, trained, open, ...rest } = state;
  const of = data === undefined ? sample ?? 'the first sample' : 'data of the lesson';
  const settings = Object.entries(rest).map(([key, value]) => `${key} ${Array.isArray(value) ? value.join(' ')
    : value === null ? 'none' : value}`);
  const run = trained === undefined ? 'not trained' : trained === 'end' ? 'trained to the end'
    : `trained for ${trained} ${trained === 1 ? 'iteration' : 'iterations'}`;
  return [of, ...settings, run, ...(Array.isArray(open) ? [`open: ${open.join(', ')}`] : [])].join(' · ');
}

// Looks into chosen files, asks how to read those that are not plain LETOR text, and loads them. Fetched when a file is
// chosen.

import { preview_data } from '../../wasm/rankscope.js';
import { sentence } from '../../lib/format.js';
import { showAlert } from '../../store/alert-state.js';
import { unpacked } from './estimate-size.js';
import { looksPlain } from './looks-plain.js';
import { beginsPages } from './pages-file.js';

/** @typedef {import('./file-choices.js').PartFiles} PartFiles */
/** @typedef {import('../../core/protocol.js').Part} Part */

/** @typedef {import('./file-choices.js').Choices} Choices */
/** @typedef {import('./file-choices.js').Readable} Readable */

const HEAD = 2 ** 18; // bytes of a file that are looked at

const MOST = 2 ** 20; // bytes that they may unpack to

const HEAD_OF_PAGES = 256; // bytes that show whether a file holds pages

/** @type {Part[]} */
const PARTS = ['train', 'valid', 'test'];

/** A fault that a rule mends. */
const RULES = /--(?:zero-based|unjudged|grades|missing)/;

/** A file is a picture, a spreadsheet or the like. */
class NotText extends Error {
  /** @param {string} name @param {string} refusal of the core: what the file is, and what to do */
  constructor(name, refusal) {
    super(`${name}: ${refusal}`);
    this.reason = sentence(refusal);
  }
}

/** Files chosen in quick succession are opened one after the other. @type {Promise<unknown>} */
let before = Promise.resolve();

/**
 * @param {import('./data-state.js').DataStore} store
 * @param {PartFiles} files
 * @param {(files: PartFiles) => import('./data-state.js').DataRequest | null} request
 * @param {File[]} groups
 * @returns {Promise<boolean>}
 */
export function openChosen(store, files, request, groups) {
  const opened = before.then(() => open(store, files, request, groups));
  before = opened.catch(() => {});
  return opened;
}

/** @type {typeof openChosen} */
async function open(store, files, request, groups) {
  // A message about the file before would stand beside the choices for this one.
  store.dispatch({ type: 'dismiss' });
  /** @type {PartFiles} */
  const readable = {};
  /** @type {NonNullable<import('./data-state.js').DataRequest['readAs']>} */
  const readAs = {};
  const { data } = store.get();
  let like = namesOf(data?.summaries.train);
  let means = meansOf(data?.request.readAs?.train);
  /** @type {Choices | null} */
  let choices = null;
  for (const part of PARTS) {
    const file = files[part];
    if (!file) continue;
    /** @type {Awaited<ReturnType<typeof readableFile>>} */
    let read = null;
    try {
      read = await (part === 'train' ? readableFile(file, groups) : readableFile(file, groups, like, choices, means));
    } catch (error) {
      if (!(error instanceof NotText)) throw error;
      store.dispatch(showAlert(`${file.name} could not be read.`, error.reason));
    }
    if (!read) return false;
    readable[part] = read.file;
    if (read.readAs) readAs[part] = read.readAs;
    if (part === 'train') {
      like = read.names;
      means = meansOf(read.readAs);
    }
    choices ??= read.choices;
  }
  const wanted = request(readable);
  if (!wanted) return false;
  const isPlain = !Object.keys(readAs).length;
  store.dispatch({ type: 'load', request: isPlain ? wanted : { ...wanted, readAs: { ...wanted.readAs, ...readAs } } });
  offerRules(store, files, readable, request, groups, means);
  return true;
}

/**
 * If a plain file turns out to need a rule after its first lines, shows the choices for it.
 * @param {import('./data-state.js').DataStore} store
 * @param {PartFiles} files as chosen
 * @param {PartFiles} readable as they were loaded
 * @param {Parameters<typeof openChosen>[2]} request
 * @param {File[]} groups
 * @param {number[]} means of the features of the training data
 */
function offerRules(store, files, readable, request, groups, means) {
  const { loadCount } = store.get();
  const stop = store.subscribe((state, action) => {
    if (state.loadCount !== loadCount || (action.type === 'loaded' && action.load === loadCount)) return stop();
    if (action.type !== 'load failed' || action.load !== loadCount) return undefined;
    stop();
    const { name, failure } = action;
    const part = PARTS.find((one) => files[one] && files[one] === readable[one] && files[one].name === name);
    const needsRule = failure.problems.length > 0 && failure.problems.every(({ problem }) => RULES.test(problem));
    if (!part || !needsRule) return undefined;
    before = before.then(async () => {
      const file = /** @type {File} */ (files[part]);
      const { bytes, isWhole } = await headOf(file);
      const { askHow } = await import('./preview-dialog.js');
      const read = await askHow({ file, head: bytes, isWhole, groups: null, like: [],
        means: part === 'train' ? [] : means, choices: null, failure });
      if (!read || store.get().loadCount !== loadCount) return;
      const wanted = request({ ...readable, [part]: read.file });
      if (!wanted) return;
      const readAs = { ...wanted.readAs, ...(read.readAs && { [part]: read.readAs }) };
      store.dispatch({ type: 'load', request: { ...wanted, readAs } });
      offerRules(store, files, { ...readable, [part]: read.file }, request, groups,
        part === 'train' ? meansOf(read.readAs) : means);
    }).catch(() => {});
    return undefined;
  });
}

/**
 * The names of all features, or none if a feature has no name.
 * @param {import('../../core/protocol.js').DatasetSummary | undefined} summary
 */
function namesOf(summary) {
  const names = (summary?.feature_names ?? []).flatMap((name) => name ?? []);
  return names.length === summary?.features ? names : [];
}

/** The means that fill gaps of further files. @param {import('./file-choices.js').ReadAs | null | undefined} readAs */
function meansOf(readAs) {
  return readAs?.reading.rules?.means ?? [];
}

/**
 * Returns the file as LETOR text: itself if it is plain, else after a dialog; null if the user cancelled it.
 * @param {File} file
 * @param {File[]} [groups] chosen with it
 * @param {string[]} [like] names of the features of the training data
 * @param {Choices | null} [choices] for the first of several files
 * @param {number[]} [means] of the features of the training data
 * @returns {Promise<Readable & { choices: Choices | null } | null>}
 * @throws {NotText}
 */
export async function readableFile(file, groups = [], like = [], choices = null, means = []) {
  const plain = { file, readAs: null, names: [], choices: null };
  const { bytes, isWhole } = await headOf(file).catch(() => ({ bytes: new Uint8Array(0), isWhole: true }));
  if (beginsPages(new TextDecoder().decode(bytes.subarray(0, HEAD_OF_PAGES)))) {
    return (await import('./pages-dialog.js')).askPages(file);
  }
  if (looksPlain(textOf(bytes, isWhole))) return plain;
  const lenient = preview_data(bytes, isWhole, { unjudged: 'drop', grades: 'round', missing: 'zero',
    zero_based: preview_data(bytes, isWhole, {}, new Uint8Array()).seen.zero_indices > 0 }, new Uint8Array());
  if (lenient.format === 'unreadable') throw new NotText(file.name, lenient.refusal ?? lenient.format_name);
  // No rule helps with these faults, which the LETOR reader names.
  if (lenient.format === 'letor' && lenient.n_problems > 0) return plain;
  const { unjudged, fractional, missing, zero_indices: zeros } = lenient.seen;
  if (lenient.format === 'letor' && !(unjudged || fractional || missing || zeros)) return plain;
  const { askHow } = await import('./preview-dialog.js');
  const own = groups.find(({ name }) => baseOf(name) === file.name || baseOf(name) === file.name.replace(/\.gz$/i, ''));
  return askHow({ file, head: bytes, isWhole, groups: own ?? null, like, means, choices, failure: null });
}

/** @param {string} name of a file of group sizes */
function baseOf(name) {
  return name.replace(/\.(?:query|group)$/i, '');
}

/** The text of the first lines. @param {Uint8Array} bytes @param {boolean} isWhole */
function textOf(bytes, isWhole) {
  const text = new TextDecoder().decode(bytes);
  const end = text.lastIndexOf('\n');
  return isWhole || end < 0 ? text : text.slice(0, end);
}

/** The first bytes of a file, unpacked. @param {File} file */
async function headOf(file) {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  const bytes = isPacked ? await unpacked(head) : head;
  return { bytes: bytes.subarray(0, MOST), isWhole: file.size <= HEAD && bytes.length <= MOST };
}

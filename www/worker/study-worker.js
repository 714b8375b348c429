// A worker of studies: plans a study and reads its data. One of them, the desk, keeps the results and computes the
// statistics; the others train cells. The page may end it at any moment.
//
// The desk computes statistics and plots, so that thousands of draws for each row never stop the page. A result
// crosses as the text that the command line writes into `cells/`.

import { Study } from '../wasm/rankscope.js';
import { breakdownOf, failureOf, faultOf, messageOf } from '../core/errors.js';
import { contentOf } from '../lib/file-content.js';
import { holdLifeline } from './lifeline.js';
import { takePanic } from './panic-log.js';
import { Unreadable, readAll } from './read-data.js';
import { UnusableFile, readRatings } from './read-ratings.js';
import { SliceBudget } from './slice-budget.js';
import { yieldToMessages } from './yield.js';

/** @typedef {import('../core/study-protocol.js').ToStudy} ToStudy */
/** @typedef {import('../core/study-protocol.js').FromStudy} FromStudy */
/** @typedef {import('../core/study-protocol.js').Measured} Measured */
/** @typedef {import('../core/study-protocol.js').StudyFile} StudyFile */

const LONGEST_RANKER = 100_000_000; // bytes, unpacked
const PAUSE = 300; // ms between two computations of the statistics, at least

/** @type {{ open: number, study: Study, hasQpShare: boolean, isOfRatings: boolean, files: StudyFile[],
 *   checksums: string[] } | null} */
let opened = null;
/** The newest study that the page wants. */
let wanted = 0;
/** Number of results, and whether some of them are not in the statistics. */
let recorded = 0;
let isStale = false;
let isMeasuring = false;

/** Listens to the page. */
export function serveStudies() {
  self.onmessage = (/** @type {MessageEvent<ToStudy>} */ { data: message }) => {
    handle(message).catch((error) => post({ type: 'crashed', message: breakdownOf(error, takePanic()) }));
  };
  post({ type: 'awake' });
  void holdLifeline((lock) => post({ type: 'lock', lock }));
}

/** @param {ToStudy} message */
async function handle(message) {
  if (message.type === 'open') return open(message);
  if (message.type === 'list') return list();
  if (!opened) return;
  const { study } = opened;
  switch (message.type) {
    case 'train': return train(study, message.cell);
    case 'results': return record(study, message.results);
    case 'queries':
      return post({ type: 'queries', row: message.row, queries: study.row_queries(message.row) });
    case 'export': return post({ type: 'exported', what: message.what, text: textOf(study, message.what) });
    default: return post(opened.isOfRatings ? ratingsOf(study, message.cell, opened.files)
      : { type: 'run', cell: message.cell, settings: settingsOf(study, message.cell),
        data: study.data(message.cell) });
  }
}

/** Reports the built-in studies, which lie beside the page. */
async function list() {
  try {
    const response = await fetch(new URL('../wasm/built-in-studies.json', import.meta.url));
    if (!response.ok) throw new Error(`the server answers ${response.status}`);
    /** @type {{ name: string, json: string }[]} */
    const all = await response.json();
    post({ type: 'listed', builtIns: all.map((one) => ({ ...one, outline: outlineOf(one.json) })) });
  } catch (error) {
    post({ type: 'unlisted', message: messageOf(error) });
  }
}

/** @param {string} text */
function outlineOf(text) {
  const study = new Study(text);
  const outline = study.outline();
  study.free();
  return outline;
}

/** @param {Study} study @param {number} cell @param {StudyFile[]} files @returns {FromStudy} */
function ratingsOf(study, cell, files) {
  const ratings = study.ratings(cell);
  return { type: 'ratings', cell, ratings, file: files.find(({ name }) => name === ratings.file)?.blob ?? null };
}

/** @param {Extract<ToStudy, { type: 'open' }>} message */
async function open({ open: number, text, files, checksums }) {
  wanted = number;
  opened?.study.free();
  opened = null;
  recorded = 0;
  isStale = false;
  /** @type {Study | undefined} */
  let study;
  /** The file that is being read. @type {string | null} */
  let file = null;
  try {
    study = new Study(text);
    const outline = study.outline();
    post({ type: 'planned', open: number, outline });
    // A missing file is reported by the core when the data are prepared.
    for (const one of files) {
      file = one.name;
      await give(study, one);
    }
    file = null;
    if (wanted !== number) return study.free();
    study.prepare();
    // The data decide how many features can be left out.
    const prepared = study.outline();
    if (prepared.cells !== outline.cells) post({ type: 'planned', open: number, outline: prepared });
    opened = { open: number, study, hasQpShare: outline.has_qp_share, isOfRatings: outline.kind === 'ratings', files,
      checksums };
    post({ type: 'opened', open: number, cells: study.cells() });
  } catch (error) {
    if (!faultOf(error) && !(error instanceof Unreadable || error instanceof UnusableFile)) throw error;
    study?.free();
    post({ type: 'unusable', open: number, file, failure: failureOf(error) });
  }
}

/** Reads a file and gives it to the study. @param {Study} study @param {StudyFile} file */
async function give(study, { name, blob }) {
  if (study.reads_ranker(name)) {
    const content = await contentOf(blob, LONGEST_RANKER, 'It is too long for a model or a run.')
      .catch((error) => { throw new Unreadable(messageOf(error)); });
    return study.give_ranker(name, content);
  }
  const grades = study.grades_of(name);
  if (grades !== undefined) {
    const { ratings } = await readRatings({ kind: 'files', ratings: /** @type {File} */ (blob), titles: null }, grades,
      () => yieldToMessages());
    study.give_ratings(name, ratings);
    ratings.free();
    return;
  }
  const set = await readSet(name, blob);
  study.give(name, set);
  set.free();
}

/** @param {string} name @param {Blob} blob */
async function readSet(name, blob) {
  const train = /** @type {const} */ ({ kind: 'blob', name, blob: /** @type {File} */ (blob) });
  return (await readAll({ train, valid: null, test: null, holdOut: null }, () => {}, yieldToMessages)).train;
}

/** Trains all candidates of a cell. @param {Study} study @param {number} cell */
function train(study, cell) {
  const work = study.start(cell);
  const budget = new SliceBudget();
  // The time of a phase is measured in slices of one query.
  if (opened?.hasQpShare) budget.size = 1;
  /** @type {number[]} */
  const seconds = [];
  /** @type {number[]} */
  const qpSeconds = [];
  for (;;) {
    const before = performance.now();
    const progress = work.advance(budget.size);
    const spent = performance.now() - before;
    if (progress.state === 'done') break;
    const { training } = progress;
    seconds[training] = (seconds[training] ?? 0) + spent / 1000;
    qpSeconds[training] = (qpSeconds[training] ?? 0)
      + (progress.state === 'working' && progress.phase === 'qp' ? spent / 1000 : 0);
    if (!opened?.hasQpShare) budget.adapt(spent);
    if (progress.state === 'trained') post({ type: 'trained', cell });
  }
  const text = work.finish(Float64Array.from(seconds), Float64Array.from(qpSeconds));
  const isComplete = study.record(cell, text);
  post({ type: 'done', result: { cell, text, isComplete, failure: JSON.parse(text).failure ?? null } });
}

/** @param {Study} study @param {import('../core/study-protocol.js').StudyResult[]} results */
async function record(study, results) {
  for (const { cell, text } of results) {
    try {
      study.record(cell, text);
    } catch (error) {
      // A text that was changed on the device has no values.
      if (!faultOf(error)) throw error;
    }
  }
  recorded += results.length;
  isStale = true;
  if (isMeasuring) return;
  isMeasuring = true;
  // Results that arrive meanwhile wait for the next computation.
  while (isStale && opened) {
    await yieldToMessages();
    if (!opened) break;
    isStale = false;
    const before = performance.now();
    post({ type: 'measured', open: opened.open, measured: measuredOf(opened) });
    // The statistics take at most a third of this worker's time.
    await new Promise((resolve) => { setTimeout(resolve, Math.max(PAUSE, 2 * (performance.now() - before))); });
  }
  isMeasuring = false;
}

/** The core returns all settings. @param {Study} study @param {number} cell */
function settingsOf(study, cell) {
  return /** @type {import('../core/protocol.js').TrainingSettings} */ (study.settings(cell));
}

/** @param {NonNullable<typeof opened>} opened @returns {Measured} */
function measuredOf({ study, checksums }) {
  const plots = study.plots().map((plot, at) => ({ plot, svg: study.plot_svg(at) ?? null }));
  return { done: recorded, sheets: study.sheets(), notes: study.notes(), plots,
    comparison: study.comparison(checksums) ?? null };
}

/** @param {Study} study @param {import('../core/study-protocol.js').StudyExport} what */
function textOf(study, what) {
  switch (what) {
    case 'cells': return study.cells_csv();
    case 'queries': return study.queries_csv();
    case 'markdown': return study.markdown();
    case 'latex': return study.latex();
    default: return study.json();
  }
}

/** @param {FromStudy} message */
function post(message) {
  self.postMessage(message);
}

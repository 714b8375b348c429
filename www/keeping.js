// Runs that are kept: which, by what names, what is laid over the charts, and which two are compared.
// Pure: no DOM, no storage, no clock, no wasm.

/** @typedef {import('./protocol.js').TrainingSettings} TrainingSettings */
/** @typedef {import('./protocol.js').StepReport} StepReport */
/** @typedef {import('./protocol.js').Agreement} Agreement */
/** @typedef {import('./protocol.js').Part} Part */
/** @typedef {import('./reducer.js').Run} Run */
/** @typedef {import('./reducer.js').Data} Data */

/** The data of a run: `seed` is that of the split, null where nothing was held out. @typedef {{ name: string, sample: string | null, checksums: import('./protocol.js').Checksums | null, seed: number | null }} KeptData */

/**
 * `run`: its number in this visit, null for runs of earlier ones. `number` counts the runs kept. `at`: when it was kept, in ms.
 * `model`: the file of its best model, null when its worker was lost. `size`: about its bytes.
 * @typedef {{ version: 1, id: string, run: number | null, number: number, name: string, at: number, data: KeptData, settings: TrainingSettings,
 *   overview: Run['overview'], reports: StepReport[], seconds: number[], stop: Run['stop'], model: string | null, size: number }} Kept
 */

/** Two kept runs, by id. @typedef {{ first: string, second: string, part: Part, p: number }} Pair */

/** `first` and `second` are model files; `question` is repeated by the answer. @typedef {{ question: number, first: string, second: string, part: Part, measure: string, p: number, status: 'working' | 'done' | 'failed', result: Agreement | null, message: string }} Asked */

/**
 * `storage`: whether runs outlive the page, and why not. `latest`: the newest model, for a run that is about to be kept. `letGo`: how many had to go.
 * `baseline`: the run whose settings the others are told against; null: each against the one above it.
 * @typedef {{ runs: Kept[], overlaid: string[], baseline: string | null, pair: Pair, agreement: Asked | null, questions: number,
 *   latest: { run: number, model: string } | null, letGo: number, storage: { kept: boolean, problem: string | null } }} Archive
 */

/**
 * `archive followed`: what another tab did.
 * @typedef {{ type: 'archive opened', runs: Kept[] }
 *   | { type: 'archive followed', changed: Kept[], gone: string[] }
 *   | { type: 'archive failed', message: string }
 *   | { type: 'keep run', id: string, at: number, run: Run, data: Data }
 *   | { type: 'model', run: number, model: string }
 *   | { type: 'rename run', id: string, name: string }
 *   | { type: 'delete run', id: string }
 *   | { type: 'clear runs' }
 *   | { type: 'overlay run', id: string, on: boolean }
 *   | { type: 'runs baseline', id: string | null }
 *   | { type: 'compare runs', change: Partial<Pair> }
 *   | { type: 'agreed', question: number, agreement: Agreement | null, message: string }} ArchiveAction
 */

export const MOST_RUNS = 50;
export const MOST_BYTES = 20_000_000;
/** More lines than these cannot be told apart. */
export const MOST_OVERLAID = 3;
const LONGEST_NAME = 80;

/** @type {Archive} */
export const NO_ARCHIVE = {
  runs: [], overlaid: [], baseline: null, pair: { first: '', second: '', part: 'train', p: 0.9 }, agreement: null, questions: 0,
  latest: null, letGo: 0, storage: { kept: false, problem: null },
};

/**
 * @param {Archive} old
 * @param {ArchiveAction} action
 * @returns {Archive}
 */
export function reduceArchive(old, action) {
  switch (action.type) {
    case 'archive opened': return trimmed({ ...old, runs: joined(action.runs, old.runs), storage: { kept: true, problem: null } });
    case 'archive followed': return trimmed(only(old, numbered(merged(old.runs, action.changed, action.gone))));
    case 'archive failed': return { ...old, storage: { kept: false, problem: action.message } };
    case 'keep run': return trimmed(keep(old, action));
    case 'model': {
      const latest = { run: action.run, model: action.model };
      // Who watches the runs hears of those alone that are others now.
      if (!old.runs.some(({ run, model }) => run === action.run && model !== action.model)) return { ...old, latest };
      return trimmed({ ...old, runs: old.runs.map((one) => (one.run === action.run ? sized({ ...one, model: action.model }) : one)), latest });
    }
    case 'rename run': return { ...old, runs: old.runs.map((one) => (one.id === action.id ? { ...one, name: action.name.slice(0, LONGEST_NAME).trim() || `Run ${one.number}` } : one)) };
    case 'delete run': return only(old, old.runs.filter(({ id }) => id !== action.id));
    case 'clear runs': return { ...only(old, []), letGo: 0 };
    case 'overlay run': {
      const others = old.overlaid.filter((id) => id !== action.id);
      return { ...old, overlaid: action.on ? [...others, action.id].slice(-MOST_OVERLAID) : others };
    }
    case 'runs baseline': return { ...old, baseline: action.id };
    case 'compare runs': return asked({ ...old, pair: { ...old.pair, ...action.change } });
    case 'agreed': {
      const { agreement } = old;
      if (agreement?.question !== action.question) return old;
      return { ...old, agreement: { ...agreement, status: action.agreement ? 'done' : 'failed', result: action.agreement, message: action.message } };
    }
    default: return old;
  }
}

/** @param {Archive} archive @param {string | null} id */
export function keptRun({ runs }, id) {
  return runs.find((one) => one.id === id) ?? null;
}

/** Runs laid over the charts, in the order of the table. @param {Archive} archive */
export function overlays({ runs, overlaid }) {
  return runs.filter(({ id }) => overlaid.includes(id));
}

/** The run that the settings of another are told against. @param {Archive} archive @param {Kept} run */
export function baselineOf(archive, run) {
  const chosen = keptRun(archive, archive.baseline);
  if (chosen) return chosen.id === run.id ? null : chosen;
  return archive.runs[archive.runs.indexOf(run) - 1] ?? null;
}

/**
 * Settings of `b` that are not those of `a`.
 * @param {TrainingSettings} a
 * @param {TrainingSettings} b
 */
export function changes(a, b) {
  const names = /** @type {(keyof TrainingSettings)[]} */ ([...new Set([...Object.keys(a), ...Object.keys(b)])]);
  return names.filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name])).map((name) => ({ name, from: a[name], to: b[name] }));
}

/** Whether two runs were trained on the same bytes, split the same way. @param {KeptData} a @param {KeptData} b */
export function sameData(a, b) {
  return JSON.stringify([a.checksums ?? a.name, a.seed]) === JSON.stringify([b.checksums ?? b.name, b.seed]);
}

/**
 * The report a run is judged by: that of its best model when it has ended, else the newest.
 * @param {Kept} run
 */
export function telling({ reports, stop }) {
  return (stop && reports[stop.best_iteration]) ?? reports[reports.length - 1];
}

/** Whether a stored record is a run as this version keeps them: storage may hold those of another. @param {unknown} value @returns {value is Kept} */
export function isKept(value) {
  const run = /** @type {Kept | null} */ (value);
  return isObject(run) && run.version === 1 && [run.id, run.name].every(isText) && [run.number, run.at, run.size].every(Number.isFinite)
    && isObject(run.data) && isText(run.data.name) && (run.data.checksums === null || isObject(run.data.checksums)) && [null, 'number'].includes(kindOf(run.data.seed))
    && isObject(run.settings) && [run.settings.method, run.settings.measure].every(isText) && (run.overview === null || isObject(run.overview))
    && Array.isArray(run.reports) && run.reports.length > 0 && run.reports.every(isReport) && Array.isArray(run.seconds) && run.seconds.every(Number.isFinite)
    && (run.stop === null || (isObject(run.stop) && [run.stop.iterations, run.stop.best_iteration, run.stop.best_primal].every(Number.isFinite))) && [null, 'string'].includes(kindOf(run.model));
}

/** @param {StepReport} report */
function isReport(report) {
  return isObject(report) && Number.isFinite(report.best_primal) && [report.dual, report.gap, report.mean_slack, report.mean_loss].every((one) => typeof one === 'number')
    && Array.isArray(report.component_slacks) && [report.train, report.valid, report.test].every((values) => Array.isArray(values) && values.every((one) => isText(one?.measure)));
}

/** @param {unknown} value */
const isText = (value) => typeof value === 'string';
/** @template T @param {T} value @returns {value is T & object} */
const isObject = (value) => typeof value === 'object' && value !== null;
/** @param {unknown} value */
const kindOf = (value) => (value === null ? null : typeof value);

/**
 * @param {Archive} old
 * @param {Extract<ArchiveAction, { type: 'keep run' }>} action
 * @returns {Archive}
 */
function keep(old, { id, at, run, data }) {
  const before = old.runs.find((one) => one.run === run.id);
  const number = before?.number ?? 1 + Math.max(0, ...old.runs.map((one) => one.number));
  const { settings, overview, reports, seconds, stop } = run;
  const { request, checksums } = data;
  const split = request.holdOut && !request.valid && !request.test;
  const kept = sized({
    version: 1, id: before?.id ?? id, run: run.id, number, name: before?.name ?? `Run ${number}`, at,
    data: { name: request.name, sample: request.sample, checksums, seed: split ? data.seed : null },
    settings, overview, reports, seconds, stop, model: old.latest?.run === run.id ? old.latest.model : before?.model ?? null, size: 0,
  });
  return { ...old, runs: before ? old.runs.map((one) => (one === before ? kept : one)) : [...old.runs, kept] };
}

/** @param {Kept} kept @returns {Kept} */
function sized(kept) {
  return { ...kept, size: JSON.stringify({ ...kept, size: 0 }).length };
}

/** Stored runs, then those of this visit under numbers that are free. @param {Kept[]} stored @param {Kept[]} present */
function joined(stored, present) {
  const known = new Set(present.map(({ id }) => id));
  const before = stored.filter(({ id }) => !known.has(id)).sort((a, b) => a.at - b.at);
  const first = Math.max(0, ...before.map(({ number }) => number));
  const after = present.map((one, at) => ({ ...one, number: first + at + 1, name: one.name === `Run ${one.number}` ? `Run ${first + at + 1}` : one.name }));
  return [...before, ...after];
}

/** Runs with those of another tab in place or behind. @param {Kept[]} runs @param {Kept[]} changed @param {string[]} gone */
function merged(runs, changed, gone) {
  const now = new Map(changed.map((run) => [run.id, run]));
  const kept = runs.filter(({ id }) => !gone.includes(id)).map((run) => now.get(run.id) ?? run);
  const known = new Set(kept.map(({ id }) => id));
  return [...kept, ...changed.filter(({ id }) => !known.has(id))];
}

/** In the order of their numbers. Where two tabs gave the same one, the later run gets the next free one, in every tab alike. @param {Kept[]} runs */
function numbered(runs) {
  const sorted = runs.slice().sort((a, b) => a.number - b.number || a.at - b.at || (a.id < b.id ? -1 : 1));
  let free = 1 + Math.max(0, ...sorted.map(({ number }) => number));
  return sorted.map((run, at) => {
    if (at === 0 || sorted[at - 1].number !== run.number) return run;
    const number = free++;
    return { ...run, number, name: run.name === `Run ${run.number}` ? `Run ${number}` : run.name };
  }).sort((a, b) => a.number - b.number);
}

/** The oldest go until the rest is within the limits; the newest always stays. @param {Archive} archive @returns {Archive} */
function trimmed(archive) {
  let bytes = archive.runs.reduce((sum, { size }) => sum + size, 0);
  let first = 0;
  while (archive.runs.length - first > 1 && (archive.runs.length - first > MOST_RUNS || bytes > MOST_BYTES)) {
    bytes -= archive.runs[first].size;
    first += 1;
  }
  return first ? { ...only(archive, archive.runs.slice(first)), letGo: archive.letGo + first } : archive;
}

/** What was about runs that are gone goes with them. @param {Archive} old @param {Kept[]} runs @returns {Archive} */
function only(old, runs) {
  /** @param {string} id */
  const there = (id) => runs.some((one) => one.id === id);
  const { first, second } = old.pair;
  const whole = there(first) && there(second);
  return {
    ...old, runs, overlaid: old.overlaid.filter(there), baseline: old.baseline !== null && there(old.baseline) ? old.baseline : null,
    pair: { ...old.pair, first: there(first) ? first : '', second: there(second) ? second : '' }, agreement: whole ? old.agreement : null,
  };
}

/** @param {Archive} old @returns {Archive} */
function asked(old) {
  const { part, p } = old.pair;
  const [first, second] = [keptRun(old, old.pair.first), keptRun(old, old.pair.second)];
  const measure = first && telling(first).train[0]?.measure;
  if (!first?.model || !second?.model || first === second || !measure) return { ...old, agreement: null };
  const question = old.questions + 1;
  return { ...old, questions: question, agreement: { question, first: first.model, second: second.model, part, measure, p, status: 'working', result: old.agreement?.result ?? null, message: '' } };
}

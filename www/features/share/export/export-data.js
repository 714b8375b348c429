// The data to export: tables, figures, and the files of the command. Pure. The core writes the formats.

import { ofRun } from '../../../lib/of-run.js';
import { charts, plotOf, valueAt } from '../../run/charts/curves.js';
import { count, measureName, significant } from '../../../lib/format.js';
import { allFeatures, fileChecksums, isSplit } from '../../data/data-state.js';
import { weightName, shownWeights } from '../../inspect/model/weight-names.js';
import { componentLabel } from '../../settings/components.js';
import { chartsOfMethod, hasOption, methodLabel, methodOf, shortfallName } from '../../settings/settings.js';

/** @typedef {import('./export-state.js').ExportState} State */
/** @typedef {import('../../../wasm/rankscope.js').ExportTable} ExportTable */
/** @typedef {import('../../../wasm/rankscope.js').ExportColumn} ExportColumn */

/** @param {string} head @param {string[]} texts @returns {ExportColumn} */
const textColumn = (head, texts) => ({ head, texts, numbers: undefined });
/** @param {string} head @param {(number | null | undefined)[]} numbers @returns {ExportColumn} */
const numberColumn = (head, numbers) =>
  ({ head, texts: undefined, numbers: numbers.map((value) => value ?? undefined) });

/** @typedef {{ key: string, label: string, about: string, table: (state: State) => ExportTable | null }} TableChoice */

/** @type {TableChoice[]} */
export const TABLES = [
  { key: 'queries', label: 'Queries', about: 'by slack, at the chosen iteration', table: queriesTable },
  { key: 'weights', label: 'Weights', about: 'by size, at the chosen iteration', table: weightsTable },
  { key: 'curves', label: 'Curves', about: 'one row per iteration', table: curvesTable },
  { key: 'comparison', label: 'Comparison', about: 'test measures of the methods compared', table: comparisonTable },
];

/** @param {State} state @returns {ExportTable | null} */
function queriesTable({ snapshot, run, settings, catalog }) {
  const known = ofRun(snapshot, run)?.rows;
  if (!run || !known?.length) return null;
  const rows = [...known].sort((a, b) => b.shortfall - a.shortfall || a.query - b.query);
  const measure = measureName(run.overview?.measures[0] ?? settings.measure);
  return { columns: [
    textColumn('query', rows.map(({ id }) => id)), numberColumn('documents', rows.map(({ documents }) => documents)),
    numberColumn(shortfallName(catalog, run.settings), rows.map(({ shortfall }) => shortfall)),
    ...(snapshot?.inspection ? [numberColumn('loss Δ', rows.map(({ loss }) => loss))] : []),
    numberColumn(measure, rows.map(({ value }) => value)),
  ] };
}

/** @param {State} state @returns {ExportTable | null} */
function weightsTable(state) {
  const snapshot = ofRun(state.snapshot, state.run);
  const weights = shownWeights(snapshot);
  if (!weights) return null;
  const isKernel = snapshot?.columns?.kind === 'rbf';
  const order = bySize(weights);
  return {
    columns: [numberColumn('index', order.map((at) => at + 1)),
      textColumn(isKernel ? 'landmark' : 'feature', order.map((at) => weightName(state, at))),
      numberColumn(isKernel ? 'coefficient' : 'weight', order.map((at) => weights[at]))] };
}

/** Features by |w|, the largest first. @param {Float64Array} weights */
export function bySize(weights) {
  return Array.from(weights.keys()).sort((a, b) => Math.abs(weights[b]) - Math.abs(weights[a]) || a - b);
}

/** The three charts of the page. @param {State} state */
export function chartsOf({ run, settings, catalog }) {
  const measure = hasOption(methodOf(catalog, settings), 'measure') ? settings.measure : '';
  return charts(run, measure, chartsOfMethod(catalog, run?.settings ?? settings),
    (name) => componentLabel(catalog, name));
}

/**
 * Figures that no chart draws.
 * @type {[string, (report: import('../../../core/protocol.js').StepReport) => number | undefined][]}
 */
const FIGURES = [['round', ({ round }) => round], ['cuts', ({ cuts }) => cuts], ['norm of w', ({ norm }) => norm]];

/** @param {import('../../run/training/run-state.js').Run} run */
const reportsOf = ({ reports }) => reports.filter(Boolean);

/** @param {State} state @returns {ExportTable | null} */
export function curvesTable(state) {
  const { run } = state;
  const reports = run ? reportsOf(run) : [];
  if (!run || !reports.length) return null;
  const curves = chartsOf(state)
    .flatMap(({ name, curves }, at, all) =>
      curves.map((curve) => ({ head: at === all.length - 1 ? `${name} ${curve.label}` : curve.label, of: curve.of })));
  // Only what this kind of learner has.
  const others = FIGURES.filter(([, of]) => reports.some((report) => of(report) !== undefined));
  return { columns: [
    numberColumn('iteration', reports.map(({ iteration }) => iteration)),
    ...curves.map(({ head, of }) => numberColumn(head, reports.map(of))),
    ...others.map(([head, of]) => numberColumn(head, reports.map(of))),
    numberColumn('seconds', reports.map(({ iteration }) => run.seconds.at(iteration))),
  ] };
}

/** @param {State} state @returns {ExportTable | null} */
function comparisonTable({ comparison: { table } }) {
  const rows = table?.rows.filter(({ cells }) => cells.length) ?? [];
  if (!table || !rows.length) return null;
  return { columns: [textColumn('method', rows.map(({ label }) => label)), ...table.measures.flatMap((measure, at) => [
    numberColumn(measureName(measure), rows.map(({ cells }) => cells[at]?.test)),
    numberColumn(`C for ${measureName(measure)}`, rows.map(({ cells }) => cells[at]?.c))])] };
}

/** The run with every report, all digits kept. @param {State} state @param {string} program */
export function runJson({ run, data, catalog }, program) {
  if (!run) return '';
  const { settings, overview, seconds, stop } = run;
  return `${JSON.stringify({
    program, data: { name: data?.request.name, checksums: data && fileChecksums(data), ...data?.summaries },
    method: methodLabel(catalog, settings.method), settings, overview, stop,
    iterations: reportsOf(run).map((report) => ({ ...report, seconds: seconds.at(report.iteration) })),
  }, null, 2)}\n`;
}

/**
 * Returns the charts as one picture. `colour` returns the value of a CSS variable as #rrggbb.
 * @param {State} state
 * @param {string | null} only the name of one chart
 * @param {(variable: string) => string} colour
 * @param {number} ratio device pixels per CSS pixel
 * @returns {import('../../../wasm/rankscope.js').Figure | null}
 */
export function figureOf(state, only, colour, ratio) {
  const { run, cursor, data, catalog, charts: { logarithmic } } = state;
  if (!run || run.reports.length < 2) return null;
  const panels = chartsOf(state).filter(({ name }) => only === null || name === only).map((chart) => {
    const { lines, columns, styles, ...plot } = plotOf(chart, run, logarithmic.includes(chart.name), colour);
    return {
      title: chart.name, about: chart.about,
      labels: lines.map((curve) => `${curve.text(valueAt(curve, run, cursor.iteration))} ${curve.label}`),
      chart: { ...plot, series: columns.map(({ values }, at) => ({ ...styles[at], values })),
        width: 560, height: 260, pixel_ratio: ratio, cursor: cursor.iteration,
        foreground: colour('--muted'), grid: colour('--grid'), font_size: 13 },
    };
  });
  const caption = [data?.request.name, methodLabel(catalog, run.settings.method), `C ${significant(run.settings.c)}`,
    `iteration ${count(cursor.iteration)} of ${count(run.reports.length - 1)}`].filter(Boolean).join(' · ');
  return panels.length ? { background: colour('--card'), foreground: colour('--text'), caption, panels } : null;
}

/** @type {import('../../../core/protocol.js').Part[]} */
const PARTS = ['valid', 'test'];

/** The file name of the generated sample. */
export const GENERATED = 'generated-sample.txt';

/**
 * Returns the files of the command, by their names on the user's device or in the source code.
 * @param {State} state
 * @returns {import('../../../wasm/rankscope.js').CommandFiles | null}
 */
export function commandFiles({ data, model }) {
  if (!data) return null;
  const { seed, request } = data;
  const { train, valid, test } = request;
  /** @param {import('../../../core/protocol.js').Source} source */
  const name = (source) =>
    (source.kind === 'generated' ? GENERATED : source.kind === 'url' ? `www/samples/${source.name}` : source.name);
  // The settings have a seed of their own.
  const held = isSplit(request) ? { split: /** @type {[number, number, number]} */ ([60, 20, 20]), split_seed: seed }
    : { split: undefined, split_seed: undefined };
  // The names of a file would go to the features that are left.
  const names = model.names && !request.without?.length ? { names: model.names.file } : {};
  const reading = readingOf(request);
  return { train: name(train), valid: valid ? name(valid) : undefined, test: test ? name(test) : undefined, ...held,
    ...names, reading };
}

/**
 * Returns how the training data were read, with the features that were left out.
 * @param {import('../../data/data-state.js').DataRequest} request
 * @returns {import('../../../wasm/rankscope.js').Reading | undefined}
 */
function readingOf({ train, readAs, without = [] }) {
  const rule = train.kind === 'url' && train.grades;
  const reading = rule ? /** @type {import('../../../wasm/rankscope.js').Reading} */ ({ rules: { grades: rule } })
    : readAs?.train?.reading;
  if (!without.length) return reading;
  const means = (reading?.rules?.means ?? []).filter((_mean, at) => !without.includes(at + 1));
  return { ...reading, rules: { ...reading?.rules, means, without: without.map(String) } };
}

/**
 * Whether the files were read by different rules, which one command cannot say.
 * @param {import('../../data/data-state.js').DataRequest} request
 */
export function hasMixedRules({ train, valid, test, readAs = {} }) {
  /** @param {import('../../data/file-choices.js').ReadAs | undefined} how */
  const rules = (how) => JSON.stringify(how?.reading.rules ?? null);
  const files = { train, valid, test };
  return PARTS.some((part) => files[part] && rules(readAs[part]) !== rules(readAs.train));
}

/** The names if all features have one. @param {import('../../../core/protocol.js').WholeData} data */
function allNames({ features, names }) {
  const known = names.flatMap((name) => name ?? []);
  return known.length === features ? known : [];
}

/**
 * Returns where the model of the run comes from, for its file. Before the end of training there are no measured values,
 * because the iteration of the model is not known.
 * @param {State} state
 * @returns {import('../../../wasm/rankscope.js').Provenance | null}
 */
export function provenanceOf(state) {
  const { run, data } = state;
  const files = commandFiles(state);
  if (!run || !data || !files) return null;
  /** @param {'train' | 'valid' | 'test'} part */
  const source = (part) => {
    const sizes = data.summaries[part];
    return sizes ? { file: files[part], checksum: fileChecksums(data)?.[part] ?? undefined, queries: sizes.queries,
      documents: sizes.documents, features: sizes.features } : undefined;
  };
  const { stop, overview } = run;
  const iteration = stop ? stop.chosen?.iteration ?? stop.best_iteration : -1;
  const { train = [], valid = [], test = [] } = (stop && run.reports.at(iteration)) ?? {};
  return {
    program: '', train: source('train'), valid: source('valid'), test: source('test'),
    split: files.split, split_seed: files.split_seed, names_file: files.names,
    reading: files.reading && { ...files.reading,
      columns: files.names || data.whole ? allNames(allFeatures(data)) : [] },
    training: stop && overview ? { stopped: stop.reason, iterations: stop.iterations, iteration,
      objective: stop.best_objective ?? undefined, gap: stop.gap ?? undefined, queries_used: overview.queries_used,
      little_learned: stop.reason === 'converged' && stop.beats_zero === false } : undefined,
    measured: { train, valid, test },
  };
}

/**
 * Returns a table with the program and the checksums of the data in every row. No file has comment lines, because
 * spreadsheets and most readers of CSV take them as data.
 * @param {ExportTable} table @param {State} state @param {string} program
 * @returns {ExportTable}
 */
export function withOrigin({ columns }, { data }, program) {
  const length = Math.max(0, ...columns.map(({ texts, numbers }) => (texts ?? numbers ?? []).length));
  const { train, valid, test } = (data && fileChecksums(data)) ?? { train: '', valid: null, test: null };
  return { columns: [...columns, ...Object.entries({ program, train_checksum: train, valid_checksum: valid,
    test_checksum: test }).map(([head, text]) => textColumn(head, Array.from({ length }, () => text ?? '')))] };
}

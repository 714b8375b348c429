// What can be exported, as tables, figures and files of a command. Pure; the core writes the formats.

import { charts, drawnValues, rounds } from './curves.js';
import { measureName } from './format.js';
import { featureName } from './insight.js';
import { heeds, methodLabel, methodOf } from './settings.js';

/** @typedef {import('./reducer.js').State} State */
/** @typedef {import('./wasm/rankscope.js').ExportTable} ExportTable */
/** @typedef {import('./wasm/rankscope.js').ExportColumn} ExportColumn */

/** @param {string} head @param {string[]} texts @returns {ExportColumn} */
const textColumn = (head, texts) => ({ head, texts, numbers: undefined });
/** @param {string} head @param {(number | null | undefined)[]} numbers @returns {ExportColumn} */
const numberColumn = (head, numbers) => ({ head, texts: undefined, numbers: numbers.map((value) => value ?? undefined) });

/** @typedef {{ key: string, label: string, about: string, table: (state: State) => ExportTable | null }} TableChoice */

/** @type {TableChoice[]} */
export const TABLES = [
  { key: 'queries', label: 'Queries', about: 'by slack, at the chosen iteration', table: queriesTable },
  { key: 'weights', label: 'Weights', about: 'by size, at the chosen iteration', table: weightsTable },
  { key: 'curves', label: 'Curves', about: 'one row per iteration', table: curvesTable },
  { key: 'comparison', label: 'Comparison', about: 'test measures of the methods compared', table: comparisonTable },
];

/** @param {State} state @returns {ExportTable | null} */
function queriesTable({ look, run, settings }) {
  if (!look?.rows?.length || look.run !== run?.id) return null;
  const rows = [...look.rows].sort((a, b) => b.slack - a.slack || a.query - b.query);
  const measure = measureName(run.overview?.measures[0] ?? settings.measure);
  return { columns: [
    textColumn('query', rows.map(({ id }) => id)), numberColumn('documents', rows.map(({ documents }) => documents)),
    numberColumn('slack ξ', rows.map(({ slack }) => slack)), numberColumn('loss Δ', rows.map(({ loss }) => loss)), numberColumn(measure, rows.map(({ value }) => value)),
  ] };
}

/** @param {State} state @returns {ExportTable | null} */
function weightsTable(state) {
  const { look, run } = state;
  if (!look || look.run !== run?.id) return null;
  const order = bySize(look.weights);
  return { columns: [numberColumn('index', order.map((at) => at + 1)), textColumn('feature', order.map((at) => featureName(state, at))), numberColumn('weight', order.map((at) => look.weights[at]))] };
}

/** Features by |w|, the largest first. @param {Float64Array} weights */
export function bySize(weights) {
  return Array.from(weights.keys()).sort((a, b) => Math.abs(weights[b]) - Math.abs(weights[a]) || a - b);
}

/** The three charts of the page. @param {State} state */
export function chartsOf({ run, settings, catalog }) {
  const measure = heeds(methodOf(catalog, settings), 'measure') ? settings.measure : '';
  return charts(run, measure, (name) => methodLabel(catalog, name));
}

/** @param {State} state @returns {ExportTable | null} */
export function curvesTable(state) {
  const { run } = state;
  const reports = run?.reports.filter(Boolean) ?? [];
  if (!run || !reports.length) return null;
  const curves = chartsOf(state).flatMap(({ name, curves }, at) => curves.map((curve) => ({ head: at === 2 ? `${name} ${curve.label}` : curve.label, of: curve.of })));
  return { columns: [
    numberColumn('iteration', reports.map(({ iteration }) => iteration)),
    ...curves.map(({ head, of }) => numberColumn(head, reports.map(of))),
    numberColumn('round', reports.map(({ round }) => round)), numberColumn('cuts', reports.map(({ cuts }) => cuts)), numberColumn('norm of w', reports.map(({ norm }) => norm)),
    numberColumn('seconds', reports.map(({ iteration }) => run.seconds[iteration])),
  ] };
}

/** @param {State} state @returns {ExportTable | null} */
function comparisonTable({ comparison: { table } }) {
  const rows = table?.rows.filter(({ cells }) => cells.length) ?? [];
  if (!table || !rows.length) return null;
  return { columns: [textColumn('method', rows.map(({ label }) => label)), ...table.measures.flatMap((measure, at) => [
    numberColumn(measureName(measure), rows.map(({ cells }) => cells[at]?.test)), numberColumn(`C for ${measureName(measure)}`, rows.map(({ cells }) => cells[at]?.c))])] };
}

/** The run with every report, all digits kept. @param {State} state */
export function runJson({ run, data, catalog }) {
  if (!run) return '';
  const { settings, overview, reports, seconds, stop } = run;
  return `${JSON.stringify({
    program: 'rankscope', data: { name: data?.request.name, ...data?.summaries }, method: methodLabel(catalog, settings.method), settings, overview, stop,
    iterations: reports.filter(Boolean).map((report) => ({ ...report, seconds: seconds[report.iteration] })),
  }, null, 2)}\n`;
}

/**
 * The charts as a picture. `colour` gives the value of a CSS variable as #rrggbb.
 * @param {State} state
 * @param {string | null} only the name of one chart
 * @param {(variable: string) => string} colour
 * @param {number} ratio device pixels per CSS pixel
 * @returns {import('./wasm/rankscope.js').Figure | null}
 */
export function figureOf(state, only, colour, ratio) {
  const { run } = state;
  if (!run || run.reports.length < 2) return null;
  const panels = chartsOf(state).filter(({ name }) => only === null || name === only).map(({ name, curves, band, lowest }) => {
    const drawn = curves.filter((curve) => curve.drawn);
    return { title: name, labels: drawn.map(({ label }) => label), chart: {
      width: 640, height: 280, pixel_ratio: ratio, foreground: colour('--muted'), grid: colour('--grid'), font_size: 13,
      x_maximum: run.reports.length - 1, band: band ?? undefined, y_minimum: lowest?.(run), cursor: undefined, marks: rounds(run),
      series: drawn.map((curve) => ({ color: colour(curve.color), dash: curve.dash, width: curve.width, values: drawnValues(curve, run) })),
    } };
  });
  return panels.length ? { background: colour('--card'), foreground: colour('--text'), panels } : null;
}

/** What the generated sample is called once it is a file. */
export const GENERATED = 'generated-sample.txt';

/**
 * The files of the command, by the names that they have on the person's device or in the source of the program.
 * @param {State} state
 * @returns {import('./wasm/rankscope.js').CommandFiles | null}
 */
export function commandFiles({ data }) {
  if (!data) return null;
  const { seed, request: { train, valid, test, holdOut } } = data;
  /** @param {import('./protocol.js').Source} source */
  const name = (source) => (source.kind === 'generated' ? GENERATED : source.kind === 'url' ? `www/samples/${source.name}` : source.name);
  // The settings have a seed of their own.
  const held = holdOut && !valid && !test ? { split: /** @type {[number, number, number]} */ ([60, 20, 20]), split_seed: seed } : { split: undefined, split_seed: undefined };
  return { train: name(train), valid: valid ? name(valid) : undefined, test: test ? name(test) : undefined, ...held };
}

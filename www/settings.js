// The words of TrainingSettings taken apart for controls and put together again. Pure.

/** @typedef {import('./protocol.js').TrainingSettings} TrainingSettings */
/** @typedef {import('./protocol.js').Catalog} Catalog */
/** @typedef {import('./protocol.js').MeasureChoice} MeasureChoice */

/**
 * `ndcg@10` → ndcg, 10; `eru:5,2` → eru, [5, 2].
 * @param {string} text
 * @returns {{ name: string, cutOff: number | null, parameters: number[] }}
 */
export function splitMeasure(text) {
  const [head, tail] = text.split(':');
  const [name, cutOff] = head.split('@');
  return { name, cutOff: cutOff === undefined ? null : Number(cutOff), parameters: tail === undefined ? [] : tail.split(',').map(Number) };
}

/**
 * @param {string} name
 * @param {number | null} cutOff null: the whole list
 * @param {number[]} parameters
 */
export function joinMeasure(name, cutOff, parameters) {
  return name + (cutOff === null ? '' : `@${cutOff}`) + (parameters.length ? `:${parameters.join(',')}` : '');
}

/**
 * The measure as text when the user turns to another one: its defaults, keeping the cut-off
 * if both have one.
 * @param {MeasureChoice} choice
 * @param {number | null} cutOff the present cut-off
 */
export function measureText(choice, cutOff) {
  return joinMeasure(choice.name, choice.cut_off ? cutOff ?? choice.default_cut_off ?? null : null, choice.parameters.map((one) => one.default));
}

/**
 * @param {Catalog} catalog
 * @param {TrainingSettings} settings
 */
export function measureChoice(catalog, settings) {
  const { name } = splitMeasure(settings.measure);
  return catalog.measures.find((choice) => choice.name === name) ?? catalog.measures[0];
}

/**
 * The kind of a decay profile: the word before the colon.
 * @param {string} decay
 */
export function decayKind(decay) {
  return decay.split(':')[0];
}

/** The exponent p of `power:p`. @param {string} decay */
export function decayExponent(decay) {
  return Number(decay.split(':')[1]);
}

/** Numbers typed with commas, semicolons or blanks between them. @param {string} text */
export function listText(text) {
  return `list:${text.trim().split(/[\s,;]+/).filter(Boolean).join(',')}`;
}

/**
 * Why the core refuses `change`, or null. Used to leave out what cannot be combined.
 * @param {(settings: TrainingSettings) => { field: string | null, message: string } | null} check
 * @param {TrainingSettings} settings
 * @param {TrainingSettings} defaults
 * @param {Partial<TrainingSettings>} change
 */
export function refusal(check, settings, defaults, change) {
  const { c, gap, max_iterations, threshold, offset, decay_cut } = defaults;
  const base = { ...settings, c, gap, max_iterations, threshold, offset, decay_cut };
  const refused = check({ ...base, ...change })?.message ?? null;
  // What is wrong anyway is not the fault of this choice.
  return refused === check(base)?.message ? null : refused;
}

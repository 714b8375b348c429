// The words of TrainingSettings taken apart for controls and put together again. Pure.

/** @typedef {import('../../core/protocol.js').TrainingSettings} TrainingSettings */
/** @typedef {import('../../core/protocol.js').Catalog} Catalog */
/** @typedef {import('../../core/protocol.js').MeasureChoice} MeasureChoice */
/** @typedef {import('../../core/protocol.js').Variant} Variant */
/** @typedef {import('../../core/protocol.js').MethodChoice} MethodChoice */
/** @typedef {import('../../core/protocol.js').MethodOption} MethodOption */

/**
 * The settings at the start: the usual ones, and where there are validation data they choose the model.
 * @param {Catalog} catalog
 * @returns {TrainingSettings}
 */
export const startSettings = ({ defaults }) => ({ ...defaults, choose: 'validation' });

/**
 * `ndcg@10+linear` → ndcg, 10, ['linear']; `eru:5,2` → eru, [5, 2].
 * @param {string} text
 * @returns {{ name: string, cutOff: number | null, parameters: number[], suffixes: string[] }}
 */
export function splitMeasure(text) {
  // A number has no letter after its sign.
  const [stem, ...suffixes] = text.split(/\+(?=[a-z])/);
  const [head, tail] = stem.split(':');
  const [name, cutOff] = head.split('@');
  return { name, cutOff: cutOff === undefined ? null : numberIn(cutOff),
    parameters: tail === undefined ? [] : tail.split(',').map(numberIn), suffixes };
}

/** The number that a text is; an empty one is none. @param {string | undefined} text */
function numberIn(text) {
  return text?.trim() ? Number(text) : Number.NaN;
}

/**
 * @param {string} name
 * @param {number | null} cutOff null: the whole list
 * @param {(number | null)[]} parameters null: left out
 * @param {string[]} [suffixes]
 */
export function joinMeasure(name, cutOff, parameters, suffixes = []) {
  const numbers = parameters.filter((one) => one !== null);
  return name + (cutOff === null ? '' : `@${cutOff}`) + (numbers.length ? `:${numbers.join(',')}` : '')
    + suffixes.map((suffix) => `+${suffix}`).join('');
}

/**
 * The measure as text when the user turns to another one: its defaults, keeping the cut-off and the suffixes
 * if both have them.
 * @param {MeasureChoice} choice
 * @param {number | null} cutOff the present cut-off
 * @param {string[]} [suffixes] the present ones
 */
export function measureText(choice, cutOff, suffixes = []) {
  return joinMeasure(choice.name, choice.cut_off ? cutOff ?? choice.default_cut_off ?? null : null,
    choice.parameters.map((one) => one.default ?? null), chosenVariants(choice.variants, suffixes).filter(Boolean));
}

/**
 * All parameters of a measure; those that the text leaves out are the usual ones, or null if there is no usual one.
 * @param {MeasureChoice} choice
 * @param {string} text
 * @returns {(number | null)[]}
 */
export function measureParameters(choice, text) {
  const { parameters } = splitMeasure(text);
  return choice.parameters.map((one, at) => parameters[at] ?? one.default ?? null);
}

/**
 * The choice of each variant of a measure: its suffix, or empty for the usual definition.
 * @param {Variant[]} variants
 * @param {string[]} suffixes
 */
export function chosenVariants(variants, suffixes) {
  return variants.map(({ choices }) => choices.find(({ name }) => name && suffixes.includes(name))?.name ?? '');
}

/**
 * The measure in a text with another choice of one of its variants.
 * @param {Variant[]} variants
 * @param {string} text
 * @param {number} at
 * @param {string} choice
 */
export function withVariant(variants, text, at, choice) {
  const { suffixes } = splitMeasure(text);
  return [withoutSuffixes(text), ...chosenVariants(variants, suffixes).with(at, choice).filter(Boolean)].join('+');
}

/** @param {string} text of a measure */
export function withoutSuffixes(text) {
  return text.split(/\+(?=[a-z])/)[0];
}

/**
 * The entries that have a name, the one of the method first.
 * @param {Catalog} catalog
 * @param {string} measure
 * @param {string} method
 */
function entriesNamed({ measures }, measure, method) {
  const { name } = splitMeasure(measure);
  return measures.filter((choice) => choice.name === name || choice.other_names.includes(name))
    .sort((one, other) => Number(other.methods.includes(method)) - Number(one.methods.includes(method)));
}

/**
 * @param {Catalog} catalog
 * @param {TrainingSettings} settings
 */
export function measureChoice(catalog, { measure, method }) {
  return entriesNamed(catalog, measure, method).at(0) ?? catalog.measures[0];
}

/**
 * The variants of a measure, whether a method can be trained for it or not.
 * @param {Catalog} catalog
 * @param {string} measure
 */
export function variantsOf(catalog, measure) {
  return entriesNamed(catalog, measure, '').at(0)?.variants ?? [];
}

/**
 * The measures of a method. That of the settings is there too, because a menu shows what is set.
 * @param {Catalog} catalog
 * @param {TrainingSettings} settings
 */
export function measuresOf(catalog, settings) {
  const now = measureChoice(catalog, settings);
  return catalog.measures.filter((choice) => choice === now || choice.methods.includes(settings.method));
}

/**
 * The kind of a decay profile: the word before the colon.
 * @param {string} decay
 */
export function decayKind(decay) {
  return decay.split(':')[0];
}

/** The exponent p of `power:p`; NaN where it is empty. @param {string} decay */
export function decayExponent(decay) {
  return numberIn(decay.split(':')[1]);
}

/** Numbers typed with commas, semicolons or blanks between them. @param {string} text */
export function listText(text) {
  return `list:${text.trim().split(/[\s,;]+/).filter(Boolean).join(',')}`;
}

/**
 * Why the core refuses each value of a setting, or null: what cannot be combined is left out of menus. Numbers are set
 * to their defaults, because a fault in one of them is not the fault of a choice.
 * @param {(settings: TrainingSettings, name: string, values: string[]) => (string | null)[]} checkAll
 * @param {TrainingSettings} settings
 * @param {TrainingSettings} defaults
 * @param {string} name
 * @param {string[]} values
 */
export function refusals(checkAll, settings, defaults, name, values) {
  const { c, gap, max_iterations, threshold, offset, decay_cut } = defaults;
  return checkAll({ ...settings, c, gap, max_iterations, threshold, offset, decay_cut }, name, values);
}

/**
 * The catalogue's entry of the method chosen.
 * @param {Catalog} catalog
 * @param {TrainingSettings} settings
 */
export function methodOf(catalog, settings) {
  return catalog.methods.find(({ name }) => name === settings.method) ?? null;
}

/** Whether a method finds cutting planes. @param {MethodChoice | null} method */
export function hasPlanes(method) {
  return !method || method.family === 'max-margin';
}

/**
 * What an iteration of the method is called.
 * @param {Catalog} catalog
 * @param {TrainingSettings} settings
 */
export function iterationName(catalog, settings) {
  const method = methodOf(catalog, settings);
  const has = (/** @type {string} */ name) => method?.options.concat(method.training).some((one) => one.name === name);
  return has('rounds') ? 'round' : has('epochs') ? 'epoch' : 'iteration';
}

/**
 * What is left to do for a query, as a column: its slack, or its pair error.
 * @param {Catalog} catalog
 * @param {TrainingSettings} settings
 */
export function shortfallName(catalog, settings) {
  return hasPlanes(methodOf(catalog, settings)) ? 'slack ξ' : 'pair error';
}

/**
 * The charts of a method, as the catalogue declares them.
 * @param {Catalog} catalog @param {TrainingSettings} settings
 */
export function chartsOfMethod(catalog, settings) {
  return (methodOf(catalog, settings) ?? catalog.methods[0]).charts;
}

/** A family of methods as a menu shows it. @param {Catalog} catalog @param {string} family */
export function familyLabel(catalog, family) {
  return catalog.families.find(({ name }) => name === family)?.label ?? family;
}

/** A method as a menu shows it. @param {Catalog} catalog @param {string} name */
export function methodLabel(catalog, name) {
  return catalog.methods.find((method) => method.name === name)?.label ?? name;
}

/**
 * Whether the training of a method has an option; true while the method is not known.
 * @param {MethodChoice | null | undefined} method @param {string} name
 */
export function hasTrainingOption(method, name) {
  return !method || method.training.some((option) => option.name === name);
}

/** Whether a method has an option for a setting. @param {MethodChoice | null} method @param {string} name */
export function hasOption(method, name) {
  return method?.options.some((option) => option.name === name) ?? false;
}

/**
 * Whether a method knows only good and bad documents, whatever measure is chosen. `settings` distinguish RankSVM over
 * all grades, which knows them all.
 * @param {MethodChoice | null} method
 * @param {TrainingSettings | null} [settings]
 */
export function isBinary(method, settings = null) {
  const isGraded = hasOption(method, 'pairs_of') && settings?.pairs_of === 'grades';
  return hasOption(method, 'threshold') && !hasOption(method, 'measure') && !isGraded;
}

/** Whether text in a grammar, such as `top:7`, can be typed beside the choices. @param {MethodOption} option */
export function canType({ grammar }) {
  return grammar !== '';
}

/**
 * The choice that explains a value: the value itself, else one with the same word before the colon.
 * @param {MethodOption} option
 * @param {string} value
 */
export function explaining({ choices }, value) {
  const [head] = value.split(':');
  return choices.find(({ name }) => name === value)
    ?? choices.find(({ name }) => name.includes(':') && name.split(':')[0] === head) ?? null;
}

// The words of TrainingSettings taken apart for controls and put together again. Pure.

/** @typedef {import('../../core/protocol.js').TrainingSettings} TrainingSettings */
/** @typedef {import('../../core/protocol.js').Catalog} Catalog */
/** @typedef {import('../../core/protocol.js').MeasureChoice} MeasureChoice */
/** @typedef {import('../../core/protocol.js').MethodChoice} MethodChoice */
/** @typedef {import('../../core/protocol.js').MethodOption} MethodOption */

/**
 * The settings at the start: the usual ones, and where there are validation data they choose the model.
 * @param {Catalog} catalog
 * @returns {TrainingSettings}
 */
export const startSettings = ({ defaults }) => ({ ...defaults, choose: 'validation' });

/**
 * `ndcg@10` → ndcg, 10; `eru:5,2` → eru, [5, 2].
 * @param {string} text
 * @returns {{ name: string, cutOff: number | null, parameters: number[] }}
 */
export function splitMeasure(text) {
  const [head, tail] = text.split(':');
  const [name, cutOff] = head.split('@');
  return { name, cutOff: cutOff === undefined ? null : numberIn(cutOff),
    parameters: tail === undefined ? [] : tail.split(',').map(numberIn) };
}

/** The number that a text is; an empty one is none. @param {string | undefined} text */
function numberIn(text) {
  return text?.trim() ? Number(text) : Number.NaN;
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
  return joinMeasure(choice.name, choice.cut_off ? cutOff ?? choice.default_cut_off ?? null : null,
    choice.parameters.map((one) => one.default));
}

/**
 * All parameters of a measure; those that the text leaves out are the usual ones.
 * @param {MeasureChoice} choice
 * @param {string} text
 */
export function measureParameters(choice, text) {
  const { parameters } = splitMeasure(text);
  return choice.parameters.map((one, at) => parameters[at] ?? one.default);
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

/**
 * Settings of the methods that a list names which no control of `method` shows, where they are not the usual ones.
 * Components order ties by themselves, whatever the reference ranking.
 * @param {Catalog} catalog
 * @param {MethodChoice} method
 * @param {TrainingSettings} settings
 * @param {string[]} names
 */
export function inherited(catalog, method, settings, names) {
  return names.flatMap((name) => {
    const part = catalog.methods.find((one) => one.name === name);
    return (part?.options ?? []).filter((option) => option.name !== 'reference' && !hasOption(method, option.name))
      .flatMap((option) => {
      const value = settings[/** @type {keyof TrainingSettings} */ (option.name)];
      return value === undefined || String(value) === option.default ? []
        : [`${part?.label}: ${option.label} ${explaining(option, String(value))?.label ?? value}`];
    });
  });
}

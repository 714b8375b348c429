// Settings of older links and runs, which lack a setting that was added later, or have it under an older name. Pure.

/** @typedef {import('../../core/protocol.js').TrainingSettings} TrainingSettings */

/**
 * Returns whether settings train RankSVM, alone or in a combination. Settings of older runs may lack the components.
 * @param {Pick<TrainingSettings, 'method'> & { components?: unknown }} settings
 */
export function usesRankSvm({ method, components }) {
  return method === 'ranksvm' || (method === 'combo' && Array.isArray(components)
    && components.some((one) => typeof one === 'string' && /^\s*ranksvm\s*(:|$)/i.test(one)));
}

/** Older names of settings by their present names. @type {Record<string, string>} */
export const OLDER_NAMES = { learning_rate: 'rate' };

/**
 * Returns settings under their present names.
 * @param {TrainingSettings} settings
 * @returns {TrainingSettings}
 */
function renamed(settings) {
  const older = Object.entries(OLDER_NAMES).filter(([, name]) => Object.hasOwn(settings, name));
  if (!older.length) return settings;
  const next = { ...settings };
  for (const [present, name] of older) {
    Reflect.set(next, present, Reflect.get(settings, name));
    Reflect.deleteProperty(next, name);
  }
  return next;
}

/**
 * Returns settings as this version has them: under their present names, and with `pairs_of`. Settings without
 * `pairs_of` are older, and RankSVM compared good documents with bad ones. Other methods get the default, because it
 * has no effect on them.
 * @param {TrainingSettings} settings
 * @returns {TrainingSettings}
 */
export function presentSettings(settings) {
  const named = renamed(settings);
  return named.pairs_of === undefined
    ? { ...named, pairs_of: usesRankSvm(named) ? 'threshold' : 'grades' } : named;
}

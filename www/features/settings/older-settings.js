// Settings of older links and runs, which lack a setting that was added later. Pure.

/** @typedef {import('../../core/protocol.js').TrainingSettings} TrainingSettings */

/**
 * Returns whether settings train RankSVM, alone or in a combination. Settings of older runs may lack the components.
 * @param {Pick<TrainingSettings, 'method'> & { components?: unknown }} settings
 */
export function usesRankSvm({ method, components }) {
  return method === 'ranksvm' || (method === 'combo' && Array.isArray(components)
    && components.some((one) => typeof one === 'string' && /^\s*ranksvm\s*(:|$)/i.test(one)));
}

/**
 * Returns settings with `pairs_of`. Without it they are older than this setting, and RankSVM compared good documents
 * with bad ones. For other methods it has the default, because it has no effect.
 * @param {TrainingSettings} settings
 * @returns {TrainingSettings}
 */
export function withPairsOf(settings) {
  return settings.pairs_of === undefined
    ? { ...settings, pairs_of: usesRankSvm(settings) ? 'threshold' : 'grades' } : settings;
}

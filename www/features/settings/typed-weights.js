// Typed weights as a list of features with their weights. Pure: whether a feature exists is for the core to say.

/** @typedef {{ feature: string, weight: number }} TypedWeight `feature`: its number or name, as it is typed */

const DECIMALS = 3;

/**
 * The features of a text such as `39:0.8,40:0.2`; none where the text is another one, such as `average`.
 * @param {string} text @returns {TypedWeight[]}
 */
export function typedWeights(text) {
  const parts = text.split(',').map((part) => {
    // A name may have colons of its own.
    const at = part.lastIndexOf(':');
    const [feature, weight] = [part.slice(0, Math.max(0, at)).trim(), part.slice(at + 1).trim()];
    return { feature, weight: weight === '' ? Number.NaN : Number(weight) };
  });
  return parts.every(({ feature, weight }) => feature && Number.isFinite(weight)) ? parts : [];
}

/** The text of a list; the mean of all features where the list is empty. @param {TypedWeight[]} list */
export function weightsText(list) {
  return list.length ? list.map(({ feature, weight }) => `${feature}:${weight}`).join(',') : 'average';
}

/** @param {TypedWeight[]} list @param {number} at @param {number} weight */
export function withWeight(list, at, weight) {
  return list.map((one, place) => (place === at ? { ...one, weight: Number(weight.toFixed(DECIMALS)) } : one));
}

/** One more feature, with weight 1. @param {TypedWeight[]} list @param {string} feature */
export const withFeature = (list, feature) => [...list, { feature, weight: 1 }];

/** @param {TypedWeight[]} list @param {number} at */
export const withoutFeature = (list, at) => list.filter((_, place) => place !== at);

/** The end of every slider: 1, or the next power of ten beyond the largest weight. @param {TypedWeight[]} list */
export function sliderEnd(list) {
  const largest = Math.max(1, ...list.map(({ weight }) => Math.abs(weight)));
  return 10 ** Math.ceil(Math.log10(largest) - 1e-9);
}

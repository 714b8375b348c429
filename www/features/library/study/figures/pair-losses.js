// The two losses of a pair in figure 1 of FRank, by their formulas. o is the lead of the first document, and P* the
// wanted probability that it belongs first. Source: Tsai et al. 2007, figure 1. Pure.

const ENDS = [-10, 10]; // of o, as in the figure
const STEPS = 80;
const TARGETS = [0, 0.5, 1];

/** C = −P* o + log(1 + e^o), without overflow. @param {number} target @param {number} lead */
export function crossEntropy(target, lead) {
  return -target * lead + Math.max(lead, 0) + Math.log1p(Math.exp(-Math.abs(lead)));
}

/** F = 1 − √(P* P) − √((1 − P*)(1 − P)) with P = 1/(1 + e^−o). @param {number} target @param {number} lead */
export function fidelity(target, lead) {
  const [first, second] = [1 / (1 + Math.exp(-lead)), 1 / (1 + Math.exp(lead))];
  return 1 - Math.sqrt(target * first) - Math.sqrt((1 - target) * second);
}

const LEADS = Array.from({ length: STEPS + 1 }, (_, at) => ENDS[0] + ((ENDS[1] - ENDS[0]) * at) / STEPS);

/** @param {string} name @param {(target: number, lead: number) => number} loss */
const pictureOf = (name, loss) => ({ name, loss, lines: TARGETS.map((target) => ({
  target, name: `P* = ${target === 0.5 ? '1/2' : target}`,
  points: LEADS.map((lead) => /** @type {[number, number]} */ ([lead, loss(target, lead)])) })) });

/** The two pictures of the figure, each with a line for every wanted probability. */
export const PAIR_LOSSES = [pictureOf('cross entropy', crossEntropy), pictureOf('fidelity', fidelity)];

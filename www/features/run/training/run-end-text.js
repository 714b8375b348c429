// What the end of a run means, in words. Pure.

import { count, figure, fixed, measureName } from '../../../lib/format.js';

/** @typedef {import('./run-state.js').Run} Run */

/** The optimum and the kept iteration in words. @param {Run} run */
export function chosenText({ stop, reports }) {
  const chosen = stop?.chosen;
  if (!chosen) return '';
  const measure = reports.at(0)?.valid[0]?.measure ?? '';
  const optimum = reports.at(0)?.kind === 'planes' ? 'Optimum' : 'Best on training data';
  return `${optimum} at ${count(chosen.optimum)}, kept ${count(chosen.iteration)}: validation ${measureName(measure)} `
    + `${fixed(chosen.valid, 3)} against ${fixed(chosen.optimum_valid, 3)}.`;
}

/** What an optimum at w = 0, or hardly below it, means. @param {Run} run */
export function atZeroText({ stop, reports }) {
  const rest = reports.at(-1)?.norm === 0 ? 'Every score is 0, so the model orders nothing.'
    : 'The order that the last w gives may still be good.';
  if (stop && (stop.best_primal ?? 0) < (stop.zero_primal ?? 0) * (1 - (stop.gap ?? 0))) {
    return `The objective is less than 0.1 % below ${figure(stop.zero_primal)}, its value at w = 0: training found `
      + `hardly anything cheaper than w = 0. ${rest}`;
  }
  return `The objective is not below ${figure(stop?.zero_primal)}, its value at w = 0: training found nothing cheaper `
    + `than w = 0. ${rest}`;
}

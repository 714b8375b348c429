// The parts of the report, and the choice of some of them. Must not know how a part is measured.

import { Advice } from '../steps.mjs';

/** The names of the parts; the native program and the browser half know what belongs to each. */
export const PARTS = ['oracles', 'runs', 'web', 'real', 'parsing', 'methods', 'steps', 'growth', 'page', 'peers'];

/**
 * Returns the parts to measure: all, or those after --only, separated by commas.
 *
 * @param {string[]} args
 */
export function chosenParts(args) {
  const place = args.indexOf('--only');
  if (place < 0) return PARTS;
  const chosen = (args[place + 1] ?? '').split(',');
  const unknown = chosen.filter((part) => !PARTS.includes(part));
  if (unknown.length > 0) {
    throw new Advice(`--only: "${unknown.join(', ')}" is not one of ${PARTS.join(', ')}.`);
  }
  if (args.includes('--write')) throw new Advice('--write needs the whole report; leave out --only.');
  return chosen;
}

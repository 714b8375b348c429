// The parts of the report, and the choice of some of them. Must not know how a part is measured.

import { Advice } from '../steps.mjs';

/** The names of the parts; the native program and the browser half know what belongs to each. */
export const PARTS = ['oracles', 'runs', 'threads', 'web', 'real', 'parsing', 'methods', 'steps', 'wide', 'growth',
  'page', 'answers', 'history', 'peers', 'trees'];
/** Parts that are measured only if --only names them, because they take long. */
const NAMED = ['big', 'trees-large'];

/** Returns whether a part is measured on the built page. @param {string[]} parts */
export const needsSite = (parts) => ['page', 'answers', 'history'].some((part) => parts.includes(part));

/**
 * Returns the parts to measure: all, or those after --only, separated by commas.
 *
 * @param {string[]} args
 */
export function chosenParts(args) {
  const place = args.indexOf('--only');
  if (place < 0) return PARTS;
  const chosen = (args[place + 1] ?? '').split(',');
  const all = [...PARTS, ...NAMED];
  const unknown = chosen.filter((part) => !all.includes(part));
  if (unknown.length > 0) {
    throw new Advice(`--only: "${unknown.join(', ')}" is not one of ${all.join(', ')}.`);
  }
  if (args.includes('--write')) throw new Advice('--write needs the whole report; leave out --only.');
  return chosen;
}

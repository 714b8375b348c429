// Reads the arguments of `npm test` and `npm run check`: the stages to run, and how much of each.

import { parseArgs } from 'node:util';

/**
 * How much is run: `check` for every edit, `test` for every commit, `all` in continuous integration.
 *
 * @typedef {'check' | 'test' | 'all'} Level
 *
 * @typedef {object} Selection
 * @property {Level} level
 * @property {string[]} only names of stages; empty for those of the level
 * @property {string[]} skip names of stages
 * @property {boolean} help
 */

const LEVELS = /** @type {const} */ (['check', 'test', 'all']);

/**
 * Returns the selection. Throws an Error that describes the wrong argument.
 *
 * @param {string[]} args @param {{ name: string }[]} stages
 * @returns {Selection}
 */
export function readSelection(args, stages) {
  const { values } = parseArgs({
    args,
    options: {
      all: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      skip: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.all && values.check) throw new Error('--all and --check exclude each other.');
  const [only, skip] = [values.only, values.skip].map((lists) =>
      lists.flatMap((list) => list.split(',')).filter(Boolean));
  const wrong = [...only, ...skip].find((name) => !stages.some((stage) => stage.name === name));
  if (wrong !== undefined) throw new Error(`There is no stage "${wrong}".`);
  // A named stage runs completely.
  const level = values.check ? 'check' : values.all || only.length > 0 ? 'all' : 'test';
  return { level, only, skip, help: values.help };
}

/**
 * Returns the stages of a selection, in their order.
 *
 * @template {{ name: string, from: Level }} S
 * @param {S[]} stages @param {Selection} selection
 * @returns {S[]}
 */
export function chosenStages(stages, { level, only, skip }) {
  const chosen = (/** @type {S} */ { name, from }) =>
    (only.length > 0 ? only.includes(name) : LEVELS.indexOf(from) <= LEVELS.indexOf(level));
  return stages.filter((stage) => chosen(stage) && !skip.includes(stage.name));
}

// The training run of a picture, under the name that pictures know.

/** @typedef {import('../figures/small-run.js').SmallRun} SmallRun */

export { trainSmall } from '../figures/small-run.js';

// The messages between the mode Clicks and its worker. Types only, no code.

/** @typedef {import('../wasm/rankscope.js').SimulationSettings} SimulationSettings */
/** @typedef {import('../wasm/rankscope.js').PropensityEstimate} PropensityEstimate */
/** @typedef {import('../wasm/rankscope.js').ClickSummary} ClickSummary */

/**
 * What clicks are divided by: the true chance of being seen, that of an assumed η, or that which swaps estimate.
 * @typedef {'true' | 'assumed' | 'estimated'} Divisor
 */

/**
 * A simulation, and how its clicks are corrected. `logger`: what the shown order follows. `swaps`: whether each session
 * swaps rank 1 with another rank by a coin. `clips`: whether small chances count as 1/√N.
 * @typedef {{ users: 'pbm' | 'trust' | 'dcm' | 'dbn', eta: number, noise: number, logger: string, swaps: boolean,
 *   divisor: Divisor, assumed: number, clips: boolean }} ClickSettings
 */

/**
 * What models learned from logs of one size. `ndcg`: NDCG@10 on the test queries, one number for each log; null where a
 * log has no click. `shares`: of the absolute weights, by feature; the mean over the logs.
 * @typedef {{ ndcg: (number | null)[], shares: number[] }} Learned
 */

/**
 * A point of the curves. `corrected`: null where clicks cannot be corrected. `estimate`: of the first log; null without
 * swaps.
 * @typedef {{ sessions: number, naive: Learned, corrected: Learned | null, estimate: PropensityEstimate | null
 *   }} CurvePoint
 */

/**
 * What does not depend on the number of sessions. `full`: learned from the true relevance. `asShown`: NDCG@10 of the
 * shown order on the test queries; null if every session has a new order. `seen`: the chance that a session sees a
 * rank.
 * @typedef {{ features: string[], full: Learned, asShown: number | null, seen: number[] }} Grounds
 */

/**
 * What an own log teaches. `naive` and `corrected`: shares of the weights by feature. `model`: the corrected one as a
 * model file. `divisor`: what its clicks are divided by. `unestimated`: why the chances of being seen cannot be
 * estimated; empty if they can.
 * @typedef {{ name: string, features: string[], summary: ClickSummary, naive: number[], corrected: number[],
 *   model: string, divisor: { kind: 'log' } | { kind: 'estimated' | 'assumed', eta: number },
 *   estimate: PropensityEstimate | null, unestimated: string }} OwnLog
 */

/**
 * Messages to the worker. `eta`: assumed where the log does not tell it.
 * @typedef {{ type: 'simulate', task: number, settings: ClickSettings }
 *   | { type: 'read', load: number, data: File, log: File, eta: number }} ToClicks
 */

/**
 * Messages from the worker. `awake` comes first. `milliseconds`: what all points took.
 * @typedef {{ type: 'awake' } | { type: 'lock', lock: string | null }
 *   | { type: 'begun', task: number, grounds: Grounds } | { type: 'point', task: number, point: CurvePoint }
 *   | { type: 'finished', task: number, milliseconds: number } | { type: 'unsimulated', task: number, message: string }
 *   | { type: 'read', load: number, own: OwnLog } | { type: 'unread', load: number, message: string }
 *   | { type: 'crashed', message: string }} FromClicks
 */

export {};

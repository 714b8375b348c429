// The worker of the mode Clicks: simulates logs that grow, learns from each, and reads a log of the user.

import { ClickLog, ClickSimulator, DataReader, LetorReader, Training, generate_shop, measures_of_order }
  from '../wasm/rankscope.js';
import { breakdownOf, failureOf, faultOf, messageOf } from '../core/errors.js';
import { contentOf } from '../lib/file-content.js';
import { whyUnreadable } from '../lib/file-problem.js';
import { PLAYED, SESSIONS, SHOP_SEED } from '../lib/click-shop.js';
import { freeAfter } from './free-after.js';
import { holdLifeline } from './lifeline.js';
import { takePanic } from './panic-log.js';
import { yieldToMessages } from './yield.js';

/** @typedef {import('../core/clicks-protocol.js').ToClicks} ToClicks */
/** @typedef {import('../core/clicks-protocol.js').FromClicks} FromClicks */
/** @typedef {import('../core/clicks-protocol.js').ClickSettings} ClickSettings */
/** @typedef {import('../core/clicks-protocol.js').Learned} Learned */
/** @typedef {import('../wasm/rankscope.js').Dataset} Dataset */
/** @typedef {import('../wasm/rankscope.js').PropensityEstimate} PropensityEstimate */

const MEASURE = 'NDCG@10';
const LOGS = 5; // of every number of sessions
const SLICE = 100_000; // sessions between two looks at the messages
const SWAPPED = 10; // ranks
const LONGEST = 256 * 1024 * 1024; // bytes of a file, unpacked
const BUDGET = 100_000;
/** The listwise loss that is linear in click weights. */
const LEARNER = { method: 'listnet', targets: 'clicks', c: 10 };
/** The features of the shop have one range. */
const OF_SHOP = { ...LEARNER, scale: 'none' };

/** @typedef {{ train: Dataset, test: Dataset, features: string[], full: Learned }} Shop */

/** @type {Shop | null} */
let made = null;
/** The newest task and the newest load that the page wants. */
let wanted = 0;
let loads = 0;

/** Listens to the page. */
export function serveClicks() {
  self.onmessage = (/** @type {MessageEvent<ToClicks>} */ { data: message }) => {
    handle(message).catch((error) => post({ type: 'crashed', message: breakdownOf(error, takePanic()) }));
  };
  post({ type: 'awake' });
  void holdLifeline((lock) => post({ type: 'lock', lock }));
}

/** @param {ToClicks} message */
async function handle(message) {
  if (message.type === 'read') return read(message);
  wanted = message.task;
  return simulate(message.task, message.settings);
}

/** @param {number} task @param {ClickSettings} settings */
async function simulate(task, settings) {
  try {
    /** @type {ClickSimulator[]} */
    const logs = [];
    await freeAfter(logs, () => simulateWith(logs, task, settings));
  } catch (error) {
    if (!faultOf(error)) throw error;
    post({ type: 'unsimulated', task, message: failureOf(error).message });
  }
}

/** @param {ClickSimulator[]} logs takes the logs that grow @param {number} task @param {ClickSettings} settings */
async function simulateWith(logs, task, settings) {
  const since = performance.now();
  const shop = await theShop();
  for (let seed = 1; seed <= LOGS; seed += 1) {
    logs.push(new ClickSimulator(shop.train, settings.logger, '', simulationOf(settings, seed), false));
  }
  post({ type: 'begun', task, grounds: { features: shop.features, full: shop.full,
    asShown: asShown(shop.test, settings.logger), seen: seenRanks(shop.train, settings) } });
  let grown = 0;
  for (const sessions of SESSIONS) {
    const point = await pointOf(logs, settings, sessions, sessions - grown, () => wanted !== task);
    if (!point) return;
    post({ type: 'point', task, point });
    grown = sessions;
  }
  post({ type: 'finished', task, milliseconds: performance.now() - since });
}

/** The made shop, with what its true relevance teaches. */
async function theShop() {
  made ??= await makeShop();
  return made;
}

/** @returns {Promise<Shop>} */
async function makeShop() {
  const [train, test] = generate_shop(SHOP_SEED).map(datasetOf);
  const { max_grade: highest, queries } = train.summary();
  const gain = (/** @type {number} */ grade) => 2 ** grade - 1;
  const relevance = Array.from({ length: queries }, (_, query) => train.documents(query)).flat()
    .map(({ grade }) => gain(grade) / gain(highest));
  const model = await learn(train, Float64Array.from(relevance), OF_SHOP);
  const full = { ndcg: [ndcgOf(model, test)], shares: sharesOf(model) };
  model?.free();
  return { train, test, features: namesOf(train), full };
}

/** @param {Dataset} data */
function namesOf(data) {
  const { features, feature_names: names } = data.summary();
  return Array.from({ length: features }, (_, feature) => names[feature] ?? `feature ${feature + 1}`);
}

/** @param {string} text of LETOR lines */
function datasetOf(text) {
  const reader = new LetorReader();
  reader.push(new TextEncoder().encode(text));
  return reader.finish();
}

/** @param {ClickSettings} settings @param {number} seed @returns {import('../wasm/rankscope.js').SimulationSettings} */
const simulationOf = ({ users, eta, noise, swaps }, seed) => ({ users, eta, noise, seed, swap: swaps ? SWAPPED : 0,
  propensities: users === 'dcm' });

/**
 * Grows the logs, and learns from each; null if the page wants something else.
 * @param {ClickSimulator[]} simulators @param {ClickSettings} settings @param {number} sessions
 * @param {number} more sessions that the logs do not have yet @param {() => boolean} isUnwanted
 * @returns {Promise<import('../core/clicks-protocol.js').CurvePoint | null>}
 */
async function pointOf(simulators, settings, sessions, more, isUnwanted) {
  const [naive, corrected] = [new Mean(), new Mean()];
  /** @type {PropensityEstimate | null} */
  let estimate = null;
  for (const [at, simulator] of simulators.entries()) {
    for (let rest = more; rest > 0; rest -= SLICE) {
      simulator.grow(Math.min(rest, SLICE));
      await yieldToMessages();
      if (isUnwanted()) return null;
    }
    const log = simulator.log();
    await freeAfter([log], async () => {
      await naive.add(log.click_weights('naive', '', 'none'));
      if (at === 0 && settings.swaps) ({ estimate } = tryEstimate(log, 'free'));
      const correction = correctionOf(log, settings);
      if (!correction) return;
      const { estimator, propensities } = correction;
      await corrected.add(log.click_weights(estimator, propensities, settings.clips ? 'auto' : 'none'));
    });
    await yieldToMessages();
    if (isUnwanted()) return null;
  }
  return { sessions, naive: naive.learned(), corrected: corrected.isEmpty() ? null : corrected.learned(), estimate };
}

/** What models learned from several logs. */
class Mean {
  /** @type {Learned['ndcg']} */
  #ndcg = [];
  /** @type {number[][]} */
  #shares = [];

  /** Learns from a log. @param {Float64Array} weights of its documents */
  async add(weights) {
    const { train, test } = await theShop();
    const model = await learn(train, weights, OF_SHOP);
    this.#ndcg.push(ndcgOf(model, test));
    if (model) this.#shares.push(sharesOf(model));
    model?.free();
  }

  isEmpty() {
    return this.#ndcg.length === 0;
  }

  /** @returns {Learned} */
  learned() {
    const logs = this.#shares.length || 1;
    const shares = (this.#shares[0] ?? []).map((_, feature) =>
      this.#shares.reduce((sum, one) => sum + one[feature], 0) / logs);
    return { ndcg: this.#ndcg, shares };
  }
}

/**
 * Trains on click weights; null if they are all 0, which teaches nothing.
 * @param {Dataset} data @param {Float64Array} weights @param {import('../wasm/rankscope.js').TrainingSettings} settings
 */
async function learn(data, weights, settings) {
  if (weights.every((weight) => weight === 0)) return null;
  /** @type {{ free: () => void }[]} */
  const used = [];
  return freeAfter(used, async () => {
    const weighted = data.with_click_weights(weights);
    used.push(weighted);
    const training = new Training(weighted, settings);
    used.push(training);
    while (training.advance(BUDGET).state !== 'stopped');
    return training.model();
  });
}

/** @param {Awaited<ReturnType<typeof learn>>} model @param {Dataset} test */
const ndcgOf = (model, test) => model?.evaluate(test, [MEASURE], 'skip')[0].value ?? null;

/** The shares of the absolute weights. @param {Awaited<ReturnType<typeof learn>>} model */
function sharesOf(model) {
  const sizes = Array.from(model?.weights() ?? [], Math.abs);
  const sum = sizes.reduce((all, one) => all + one, 0);
  return sizes.map((one) => (sum > 0 ? one / sum : 0));
}

/**
 * How the clicks of a log are corrected; null if they cannot be.
 * @param {ClickLog} log @param {ClickSettings} settings
 */
function correctionOf(log, { users, eta, divisor, assumed }) {
  if (divisor === 'estimated') {
    const power = tryEstimate(log, 'power').estimate?.eta?.value;
    return power === undefined ? null : { estimator: 'ips', propensities: `power:${Math.max(0, power)}` };
  }
  const by = divisor === 'assumed' ? assumed : eta;
  if (users === 'trust') return { estimator: 'affine', propensities: `trust:${by}` };
  if (users === 'pbm' || divisor === 'assumed') return { estimator: 'ips', propensities: `power:${by}` };
  return users === 'dcm' ? { estimator: 'ips', propensities: 'log' } : null;
}

/**
 * The chances of being seen that a log tells, or why it does not.
 * @param {ClickLog} log @param {'free' | 'power'} curve
 */
function tryEstimate(log, curve) {
  try {
    return { estimate: log.propensities({ curve }), problem: '' };
  } catch (error) {
    if (!faultOf(error)) throw error;
    return { estimate: null, problem: failureOf(error).message };
  }
}

/** NDCG@10 of the shown order. @param {Dataset} test @param {string} logger */
function asShown(test, logger) {
  const feature = test.summary().feature_names.indexOf(logger.replace(/^feature:-?/, ''));
  if (feature < 0) return null;
  const sign = logger.includes(':-') ? -1 : 1;
  const { queries } = test.summary();
  const values = Array.from({ length: queries }, (_, query) => {
    const documents = test.documents(query).map(({ grade }, document) =>
      ({ grade, score: sign * test.features(query, document)[feature] }));
    const grades = documents.sort((a, b) => b.score - a.score).map(({ grade }) => grade);
    return measures_of_order(Uint8Array.from(grades), [MEASURE])[0];
  });
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The chance that a session sees each rank. @param {Dataset} train @param {ClickSettings} settings */
function seenRanks(train, settings) {
  const ranks = train.documents(0).length;
  if (settings.users === 'pbm' || settings.users === 'trust') {
    return Array.from({ length: ranks }, (_, rank) => (rank + 1) ** -settings.eta);
  }
  const played = new ClickSimulator(train, settings.logger, '', simulationOf(settings, 0), false);
  const counts = Array.from({ length: ranks }, () => 0);
  for (let session = 0; session < PLAYED; session += 1) for (const rank of played.play().examined) counts[rank] += 1;
  played.free();
  return counts.map((count) => count / PLAYED);
}

/** @param {Extract<ToClicks, { type: 'read' }>} message */
async function read({ load, data: dataFile, log: logFile, eta }) {
  loads = load;
  let file = dataFile.name;
  /** @type {{ free: () => void }[]} */
  const used = [];
  try {
    await freeAfter(used, async () => {
      const reader = new DataReader({}, new Uint8Array(), []).without_grades();
      reader.push(await bytesOf(dataFile));
      const data = reader.finish().dataset();
      used.push(data);
      file = logFile.name;
      const log = readLog(await bytesOf(logFile), data);
      used.push(log);
      const own = await ownOf(logFile.name, data, log, eta);
      if (loads === load) post({ type: 'read', load, own });
    });
  } catch (error) {
    if (!faultOf(error) && !(error instanceof Unusable)) throw error;
    const { message, problems } = failureOf(error);
    const [first] = problems;
    post({ type: 'unread', load,
      message: `${file}: ${first ? `line ${first.line}: ${first.problem}` : message}` });
  }
}

/**
 * Reads a log that names documents by line, else by the ids in the comments of the data. If it fits neither, the faults
 * are those of a log by line.
 * @param {Uint8Array<ArrayBuffer>} content @param {Dataset} data
 */
function readLog(content, data) {
  try {
    return ClickLog.read(content, data, 'lines');
  } catch (error) {
    if (!faultOf(error)) throw error;
    try {
      return ClickLog.read(content, data, 'comments');
    } catch (other) {
      if (!faultOf(other)) throw other;
      throw error;
    }
  }
}

/** A file that cannot be read or unpacked. */
class Unusable extends Error {}

/** The bytes of a file, unpacked. @param {File} file */
const bytesOf = (file) => contentOf(file, LONGEST, 'it is too long for the page; the command line reads it')
  .catch(async (error) => { throw new Unusable(await whyUnreadable(file) ?? messageOf(error)); });

/**
 * @param {string} name @param {Dataset} data @param {ClickLog} log @param {number} assumed
 * @returns {Promise<import('../core/clicks-protocol.js').OwnLog>}
 */
async function ownOf(name, data, log, assumed) {
  const summary = log.summary();
  const law = tryEstimate(log, 'power');
  const free = tryEstimate(log, 'free');
  /** @type {import('../core/clicks-protocol.js').OwnLog['divisor']} */
  const divisor = summary.weights ? { kind: 'log' } : law.estimate?.eta
    ? { kind: 'estimated', eta: Math.max(0, law.estimate.eta.value) } : { kind: 'assumed', eta: assumed };
  const curve = divisor.kind === 'log' ? 'log' : `power:${divisor.eta}`;
  const naive = await learn(data, log.click_weights('naive', '', 'none'), LEARNER);
  const corrected = await learn(data, log.click_weights('ips', curve, 'auto'), LEARNER);
  const own = { name, summary, naive: sharesOf(naive), corrected: sharesOf(corrected), features: namesOf(data),
    model: corrected?.json() ?? '', divisor, estimate: free.estimate ?? law.estimate,
    unestimated: law.estimate ? '' : law.problem };
  naive?.free();
  corrected?.free();
  return own;
}

/** @param {FromClicks} message */
function post(message) {
  self.postMessage(message);
}

// Reports a lesson to the store of a learning platform by cmi5: initialized, answered, completed, passed or failed, and
// terminated. The launch of the platform names the store and the reader; nothing is sent anywhere else.
// Source: cmi5 Specification (Quartz, 1st edition), sections 8 to 10; xAPI 1.0.3.

import { FirstAnswers, ownLesson, play, say } from './course.js';

/** @typedef {import('./course.js').Statement} Heard */
/**
 * What the platform says of a launch.
 * @typedef {{ contextTemplate?: Record<string, any>, launchMode?: string, masteryScore?: number }} LaunchData
 */
/** @typedef {{ score?: { scaled: number }, success?: boolean, completion?: boolean, duration?: string }} Result */

const VERBS = { initialized: 'http://adlnet.gov/expapi/verbs/initialized',
  completed: 'http://adlnet.gov/expapi/verbs/completed', passed: 'http://adlnet.gov/expapi/verbs/passed',
  failed: 'http://adlnet.gov/expapi/verbs/failed', terminated: 'http://adlnet.gov/expapi/verbs/terminated' };
const CMI5 = 'https://w3id.org/xapi/cmi5/context';
/** The document with the first answers, which the next launch goes on with. */
const OWN_STATE = 'urn:rankscope:answers';

class Store {
  #launch;
  #headers;
  /** Requests follow each other, so that statements arrive in their order. @type {Promise<unknown>} */
  #last = Promise.resolve();

  /** @param {Launch} launch @param {string} token */
  constructor(launch, token) {
    this.#launch = launch;
    this.#headers = { 'Authorization': `Basic ${token}`, 'X-Experience-API-Version': '1.0.3' };
  }

  /** Returns a document, or null where there is none. @param {string} path @param {Record<string, string>} query */
  async document(path, query) {
    const response = await fetch(this.#address(path, query), { headers: this.#headers });
    if (response.status === 404 || response.status === 204) return null;
    if (!response.ok) throw new Error(`The store of the platform answered ${response.status} to ${path}.`);
    return response.json();
  }

  /** Returns a document about this lesson and this launch. @param {string} stateId */
  state(stateId) {
    return this.document('activities/state', this.#about(stateId));
  }

  /** @param {unknown} value */
  keep(value) {
    this.#send('PUT', this.#address('activities/state', this.#about(OWN_STATE)), value);
  }

  /** @param {object} statement */
  tell(statement) {
    this.#send('POST', this.#address('statements', {}), { id: crypto.randomUUID(), actor: this.#launch.actor,
      timestamp: new Date().toISOString(), ...statement });
  }

  /** @param {string} method @param {string} address @param {unknown} value */
  #send(method, address, value) {
    const body = JSON.stringify(value);
    // A page that is left still sends what is small.
    const request = () => fetch(address, { method, body, keepalive: true,
      headers: { ...this.#headers, 'Content-Type': 'application/json' } });
    this.#last = this.#last.then(request).then((response) => {
      if (!response.ok) throw new Error(`the store answered ${response.status}`);
    }).catch((error) => say(`The learning platform did not take an answer: ${messageOf(error)}.`));
  }

  /** @param {string} path @param {Record<string, string>} query */
  #address(path, query) {
    const address = new URL(path, this.#launch.endpoint.replace(/\/*$/, '/'));
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    return address.href;
  }

  /** @param {string} stateId */
  #about(stateId) {
    const { activityId, actor, registration } = this.#launch;
    return { stateId, activityId, agent: JSON.stringify(actor), registration };
  }
}

/**
 * What the address of this page has from the platform.
 * @typedef {{ endpoint: string, fetch: string, actor: object, registration: string, activityId: string }} Launch
 */

/** @returns {Launch | null} */
function launchOf() {
  const query = new URLSearchParams(location.search);
  const [endpoint, token, actor, registration, activityId] =
    ['endpoint', 'fetch', 'actor', 'registration', 'activityId'].map((name) => query.get(name));
  if (!endpoint || !token || !actor || !registration || !activityId) return null;
  return { endpoint, fetch: token, actor: JSON.parse(actor), registration, activityId };
}

/** The token of this launch; it can be fetched once. @param {Launch} launch */
async function tokenOf(launch) {
  const response = await fetch(launch.fetch, { method: 'POST' });
  const { 'auth-token': token, 'error-text': problem } = await response.json();
  if (!token) throw new Error(`The learning platform did not begin: ${problem ?? `it answered ${response.status}`}.`);
  return token;
}

/** @param {Launch} launch @param {import('./course.js').Lesson} lesson */
async function record(launch, lesson) {
  const store = new Store(launch, await tokenOf(launch));
  const begun = Date.now();
  const data = /** @type {LaunchData} */ (await store.state('LMS.LaunchData') ?? {});
  // The specification wants them to be read; the lesson has no use for them.
  await store.document('agents/profile', { profileId: 'cmi5LearnerPreferences', agent: JSON.stringify(launch.actor) });
  const kept = await store.state(OWN_STATE);
  const answers = new FirstAnswers(lesson.questions, String(kept?.answers ?? ''));
  const isNormal = (data.launchMode ?? 'Normal') === 'Normal';
  const duration = () => `PT${(Date.now() - begun) / 1000}S`;
  let step = Number(kept?.step) || 1;
  /** A store takes one completion of a lesson, and a lesson without a question can be read to its end again. */
  let hasEnded = kept?.ended === true;

  /** @param {keyof typeof VERBS} verb @param {Result} result @param {boolean} [movesOn] */
  const tell = (verb, result, movesOn = false) => store.tell({ verb: { id: VERBS[verb], display: { en: verb } }, result,
    object: { objectType: 'Activity', id: launch.activityId }, context: contextOf(launch, data, movesOn) });
  const keep = () => store.keep({ answers: answers.text, step, ended: hasEnded });
  const end = () => {
    tell('completed', { completion: true, duration: duration() }, true);
    if (answers.score === null) return;
    const { masteryScore } = data;
    const success = masteryScore === undefined || answers.score >= masteryScore;
    tell(success ? 'passed' : 'failed', { success, score: { scaled: answers.score }, duration: duration() }, true);
  };

  /** @param {number} at @param {Heard} statement */
  function answered(at, statement) {
    if (!answers.take(at, statement.result.success)) return;
    const { verb, object, result, timestamp } = statement;
    store.tell({ verb, object, result, timestamp,
      context: { ...data.contextTemplate, registration: launch.registration } });
    keep();
    if (answers.isDone) end();
  }

  tell('initialized', {});
  let isFinished = false;
  addEventListener('pagehide', () => {
    if (!isFinished) tell('terminated', { duration: duration() });
    isFinished = true;
  });
  await play(lesson, step, {
    reached: (at) => {
      step = at;
      if (isNormal) keep();
    },
    // In another mode a platform takes no answers.
    answered: (at, statement) => isNormal && answered(at, statement),
    ended: () => {
      if (!isNormal || hasEnded || lesson.questions.length) return;
      hasEnded = true;
      end();
      keep();
    } });
}

/**
 * The context of a statement that cmi5 defines.
 * @param {Launch} launch @param {LaunchData} data @param {boolean} movesOn
 */
function contextOf({ registration }, { contextTemplate = {}, masteryScore }, movesOn) {
  const { contextActivities = {}, extensions = {} } = contextTemplate;
  const category = [...contextActivities.category ?? [], { id: `${CMI5}/categories/cmi5` },
    ...(movesOn ? [{ id: `${CMI5}/categories/moveon` }] : [])];
  return { ...contextTemplate, registration, contextActivities: { ...contextActivities, category },
    extensions: { ...extensions,
      ...(movesOn && masteryScore !== undefined && { [`${CMI5}/extensions/masteryscore`]: masteryScore }) } };
}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

async function start() {
  const lesson = ownLesson();
  const launch = launchOf();
  if (launch) return record(launch, lesson);
  say('This page was not launched by a learning platform with cmi5, so nobody records your answers.');
  await play(lesson, 1, { reached: () => {}, answered: () => {}, ended: () => {} });
}

start().catch((error) => say(messageOf(error)));

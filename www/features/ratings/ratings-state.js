// State of the panel of ratings: the ratings, the settings, the run, and the arrow of one user. Pure.

/** @typedef {import('../../core/ratings-protocol.js').FactorizationSettings} FactorizationSettings */
/** @typedef {import('../../core/ratings-protocol.js').GeneratedRatings} GeneratedRatings */
/** @typedef {import('../../core/ratings-protocol.js').RatingsSource} RatingsSource */
/** @typedef {import('../../core/ratings-protocol.js').FilterReport} FilterReport */
/** @typedef {import('../../core/ratings-protocol.js').SettingProblem} SettingProblem */
/** @typedef {import('../../core/ratings-protocol.js').Step} Step */
/** @typedef {import('../../core/ratings-protocol.js').FromRatings} FromRatings */
/** @typedef {import('../../core/protocol.js').Failure} Failure */
/** @template {FromRatings['type']} Type @typedef {Extract<FromRatings, { type: Type }>} Message */

/**
 * A run in training. `steps`: of all candidates.
 * @typedef {{ id: number, settings: FactorizationSettings, status: 'training' | 'cancelled' | 'failed' | 'done',
 *   done: number, of: number, steps: Step[], message: string }} RatingsRunState
 */

/**
 * The newest finished run. `isLive`: the worker still has it, so that arrows can be moved.
 * @typedef {Omit<Message<'trained'>, 'type'> & { settings: FactorizationSettings, steps: Step[], name: string,
 *   isLive: boolean }} Trained
 */

/**
 * `generated`: what Generate ratings makes. `source`: the newest one. `data`: what was read of it. `failure`: why a
 * source was refused. `kept`: what the filters leave. `user`: a row of U. `arrow`: the moved first two numbers of the
 * row, null for the learned ones. `view`: the newest reply about a user.
 * @typedef {{ isAwake: boolean, crash: string, generated: GeneratedRatings, source: RatingsSource | null,
 *   loads: number, loading: { load: number, ratings: number } | null,
 *   data: { load: number, name: string, grades: string, report: Message<'read'>['report'] } | null,
 *   failure: { name: string, failure: Failure } | null, settings: FactorizationSettings, c: string,
 *   problem: SettingProblem | null, kept: FilterReport | null, runs: number, run: RatingsRunState | null,
 *   trained: Trained | null, user: number, arrow: [number, number] | null,
 *   view: Omit<Message<'tasted'>, 'type'> | null }} RatingsView
 */

/** @typedef {{ ratings: RatingsView }} RatingsSlice */

/**
 * @typedef {{ type: 'ratings/generated', change: Partial<GeneratedRatings> }
 *   | { type: 'ratings/open', source: RatingsSource }
 *   | { type: 'ratings/settings', change: Partial<FactorizationSettings> }
 *   | { type: 'ratings/c', text: string }
 *   | { type: 'ratings/train' } | { type: 'ratings/cancel' }
 *   | { type: 'ratings/user', user: number }
 *   | { type: 'ratings/arrow', arrow: [number, number] | null }
 *   | { type: 'ratings/lost', message: string } | { type: 'ratings/replaced' }
 *   | { type: 'ratings/message', message: FromRatings }} RatingsAction
 */
/**
 * The slices that the panel reads.
 * @typedef {RatingsSlice & { theme: string } & import('../../store/panels.js').PanelsState} RatingsState
 */
/** @typedef {import('../../store/store.js').Store<RatingsState, RatingsAction>} RatingsStore */

/** The worker fills in the defaults of the core. @type {RatingsView} */
export const NO_RATINGS = {
  isAwake: false, crash: '', generated: {}, source: null, loads: 0, loading: null, data: null, failure: null,
  settings: {}, c: '', problem: null, kept: null, runs: 0, run: null, trained: null, user: 0, arrow: null, view: null,
};

/** Returns the name of a source. @param {RatingsSource} source */
export function nameOf(source) {
  return source.kind === 'generated' ? 'Generated ratings' : source.ratings.name;
}

/** Whether Train can be pressed. @param {RatingsView} ratings */
export function isReady({ data, loading, problem, run }) {
  return Boolean(data) && !loading && !problem && run?.status !== 'training';
}

/**
 * @param {RatingsView} old
 * @param {RatingsAction} action
 * @returns {RatingsView}
 */
export function reduceRatings(old, action) {
  switch (action.type) {
    case 'ratings/generated': return { ...old, generated: { ...old.generated, ...action.change } };
    case 'ratings/open': {
      const load = old.loads + 1;
      return { ...ended(old, 'cancelled', 'Cancelled because other ratings are read.'), source: action.source,
        loads: load, loading: { load, ratings: 0 }, failure: null, crash: '' };
    }
    case 'ratings/settings': return { ...old, settings: { ...old.settings, ...action.change } };
    case 'ratings/c':
      return { ...old, c: action.text, settings: { ...old.settings, c: numbersOf(action.text) } };
    case 'ratings/train': return isReady(old) ? begun(old) : old;
    case 'ratings/cancel': return ended(old, 'cancelled', old.trained ? 'Cancelled. The run before is still shown.'
      : 'Cancelled.');
    case 'ratings/user': return { ...old, user: action.user, arrow: null };
    case 'ratings/arrow': return { ...old, arrow: action.arrow };
    case 'ratings/lost': {
      const { message } = action;
      return { ...alone(ended(old, 'failed', message)), loading: null, crash: message };
    }
    case 'ratings/replaced': return alone(old);
    case 'ratings/message': return received(old, action.message);
    default: return old;
  }
}

/** The numbers of a text, separated by commas or blanks. Other parts become NaN. @param {string} text */
export function numbersOf(text) {
  return text.split(/[\s,;]+/).filter(Boolean).map(Number);
}

/** @param {RatingsView} old @returns {RatingsView} */
function begun(old) {
  const id = old.runs + 1;
  return { ...old, runs: id, crash: '',
    run: { id, settings: old.settings, status: 'training', done: 0, of: 1, steps: [], message: '' } };
}

/**
 * @param {RatingsView} old @param {'cancelled' | 'failed'} status @param {string} message
 * @returns {RatingsView}
 */
function ended(old, status, message) {
  return old.run?.status === 'training' ? { ...old, run: { ...old.run, status, message } } : old;
}

/** Without its worker no arrow can be moved. @param {RatingsView} old @returns {RatingsView} */
function alone(old) {
  return { ...old, isAwake: false, arrow: null, trained: old.trained && { ...old.trained, isLive: false } };
}

/** @param {RatingsView} old @param {FromRatings} message @returns {RatingsView} */
function received(old, message) {
  switch (message.type) {
    // A worker that replaces another one keeps what was chosen.
    case 'awake': return Object.keys(old.settings).length ? { ...old, isAwake: true }
      : { ...old, isAwake: true, settings: message.settings, c: (message.settings.c ?? []).join(', '),
        generated: message.generated };
    case 'reading': case 'read': case 'unreadable': return loaded(old, message);
    case 'checked': return { ...old, problem: message.problem, kept: message.kept };
    case 'progress': case 'refused': case 'trained': return trained(old, message);
    case 'tasted': {
      const { type, ...view } = message;
      return view.run === old.trained?.run && view.user === old.user ? { ...old, view } : old;
    }
    default: return old;
  }
}

/**
 * @param {RatingsView} old @param {Message<'reading'> | Message<'read'> | Message<'unreadable'>} message
 * @returns {RatingsView}
 */
function loaded(old, message) {
  const { loading, source } = old;
  if (message.load !== loading?.load || !source) return old;
  if (message.type === 'reading') return { ...old, loading: { ...loading, ratings: message.ratings } };
  const name = nameOf(source);
  // The ratings before stay usable.
  if (message.type === 'unreadable') return { ...old, loading: null, failure: { name, failure: message.failure } };
  return { ...old, loading: null, run: null, trained: null, user: 0, arrow: null, view: null, kept: null,
    data: { load: message.load, name, grades: old.settings.grades ?? '', report: message.report } };
}

/**
 * @param {RatingsView} old @param {Message<'progress'> | Message<'refused'> | Message<'trained'>} message
 * @returns {RatingsView}
 */
function trained(old, message) {
  const { run, data } = old;
  if (run?.id !== message.run || run.status !== 'training' || !data) return old;
  if (message.type === 'refused') return ended(old, 'failed', message.problem.message);
  if (message.type === 'progress') {
    const { done, of, steps } = message;
    return { ...old, run: { ...run, done, of, steps: [...run.steps, ...steps] } };
  }
  const { type, ...rest } = message;
  const isSame = old.trained?.factors.users.length === rest.factors.users.length;
  return { ...old, run: { ...run, status: 'done' }, arrow: null, view: null,
    user: isSame ? old.user : firstUser(rest.factors),
    trained: { ...rest, settings: run.settings, steps: run.steps, name: data.name, isLive: true } };
}

/** The user with the longest arrow is shown first. @param {import('../../core/ratings-protocol.js').Factors} factors */
function firstUser({ tastes, rank, users }) {
  const lengths = users.map((_, user) => Math.hypot(...tastes.subarray(user * rank, user * rank + Math.min(rank, 2))));
  return Math.max(0, lengths.indexOf(lengths.reduce((most, one) => Math.max(most, one), 0)));
}

/**
 * The learned row of U of a user.
 * @param {Trained} trained @param {number} user
 */
export function learnedRow({ factors: { tastes, rank } }, user) {
  return [...tastes.subarray(user * rank, (user + 1) * rank)];
}

/**
 * The row of U that is shown: the learned one, with the moved arrow as its first two numbers.
 * @param {RatingsView} ratings
 */
export function shownRow({ trained: run, user, arrow }) {
  if (!run) return [];
  const row = learnedRow(run, user);
  return arrow ? row.map((value, at) => (at < 2 ? arrow[at] : value)) : row;
}

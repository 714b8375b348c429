// What a target wants of the mode Ratings, and the next action towards it. Pure.

import { isReady } from '../ratings/ratings-state.js';

/** @typedef {import('../ratings/ratings-state.js').RatingsView} RatingsView */
/** @typedef {import('../ratings/ratings-state.js').RatingsAction} RatingsAction */
/** @typedef {import('../../core/ratings-protocol.js').GeneratedRatings} GeneratedRatings */
/** @typedef {import('../../core/ratings-protocol.js').RatingsSource} RatingsSource */

/**
 * `source`: is read unless the tab has read this very source; without one, any source that generates `generated` will
 * do. `isTrained`: whether the three models are trained.
 * @typedef {{ generated?: GeneratedRatings, source?: RatingsSource,
 *   settings: import('../ratings/ratings-state.js').FactorizationSettings, isTrained: boolean }} RatingsTarget
 */

/**
 * Returns the next action on the way to the target, null to wait, undefined if it is reached, or why it cannot be.
 * @param {RatingsTarget} target
 * @param {RatingsView} ratings
 * @returns {RatingsAction | null | undefined | { problem: string }}
 */
export function towardsRatings({ generated, source, settings, isTrained }, ratings) {
  const { isAwake, crash, loading, failure, data, run, trained } = ratings;
  if (crash) return { problem: crash };
  if (!isAwake) return null;
  if (generated && !hasAll(ratings.generated, generated)) return { type: 'ratings/generated', change: generated };
  const setting = nextSetting(settings, ratings);
  // Grades are made while ratings are read.
  if (setting && settings.grades) return setting;
  const isOpen = source ? ratings.source === source
    : ratings.source?.kind === 'generated' && hasAll(ratings.source.options, generated ?? {});
  if (!isOpen) return { type: 'ratings/open', source: source ?? { kind: 'generated', options: generated ?? {} } };
  if (failure) return { problem: failure.failure.message };
  if (loading || !data) return null;
  if (setting) return setting;
  if (ratings.problem) return { problem: ratings.problem.message };
  if (!isTrained || (trained && run?.status !== 'training' && hasAll(trained.settings, settings))) return undefined;
  if (run && run.status !== 'done' && hasAll(run.settings, settings)) {
    return run.status === 'training' ? null : { problem: run.message };
  }
  if (run?.status === 'training') return { type: 'ratings/cancel' };
  return isReady(ratings) ? { type: 'ratings/train' } : null;
}

/** @param {RatingsTarget['settings']} settings @param {RatingsView} ratings @returns {RatingsAction | undefined} */
function nextSetting({ c, ...others }, ratings) {
  if (!hasAll(ratings.settings, others)) return { type: 'ratings/settings', change: others };
  return c && !hasAll(ratings.settings, { c }) ? { type: 'ratings/c', text: c.join(', ') } : undefined;
}

/** Whether an object has these values. @param {object} object @param {object} wanted */
function hasAll(object, wanted) {
  return Object.entries(wanted).every(([key, value]) =>
    JSON.stringify(Reflect.get(object, key)) === JSON.stringify(value));
}

// One iteration in slow motion: a strip of four phases, and the figures of the one that is open.

import './slow-motion.css';
import { ofRun } from '../../../lib/of-run.js';
import { h, fill, say } from '../../../ui/dom.js';
import { count } from '../../../lib/format.js';
import { quietWhileMoving } from '../../../ui/live-regions.js';
import { isOpen } from '../../../store/panels.js';
import { newest } from '../training/run-state.js';
import { hasPlanes, methodOf } from '../../settings/settings.js';
import * as descent from './descent-text.js';
import * as planes from './plane-text.js';
import * as rounds from './round-text.js';
import { PHASES, SLOW, canWalk, needsTraining } from './playback-state.js';

/** @typedef {import('./plane-text.js').State} State */
/** @typedef {import('./playback-state.js').AnyMotion} AnyMotion */

/**
 * @param {HTMLElement} root
 * @param {import('../../../store/store.js').Store<State,
 *   import('./playback-state.js').PlaybackAction | { type: 'step' }>} store
 */
export function mount(root, store) {
  const about = h('span', { class: 'about' });
  const steps = PHASES.map((phase, at) => {
    const value = h('span', { class: 'phase-value' });
    const title = h('span', { class: 'phase-title' });
    const meaning = h('span', { class: 'phase-about' });
    const button = h('button', { type: 'button', onclick: () => store.dispatch({ type: 'playback/phase', phase }) },
      title, meaning, value);
    /** @param {{ title: string, about: string }} words */
    const name = (words) => {
      say(title, `${at + 1} ${words.title}`);
      say(meaning, words.about);
    };
    return { phase, button, value, name };
  });
  const sentence = h('p', { class: 'phase-sentence' });
  quietWhileMoving(store, sentence);
  const body = h('div', { class: 'phase-body' });
  /** @param {string} label @param {string} text @param {() => void} onclick */
  const turn = (label, text, onclick) => {
    const button = h('button', { type: 'button', 'aria-label': label, onclick: () => {
      if (button.getAttribute('aria-disabled') !== 'true') onclick();
    } }, text);
    return button;
  };
  const back = turn('Previous phase', '‹ Previous', () => store.dispatch({ type: 'playback/walk', by: -1 }));
  // A step of the page trains the phases that are not known yet.
  const forth = turn('Next phase', 'Next ›',
    () => store.dispatch(needsTraining(store.get()) ? { type: 'step' } : { type: 'playback/walk', by: 1 }));
  const panel = h('section', { class: 'card slow-motion', 'aria-labelledby': 'slow-motion-title' },
    h('div', { class: 'card-head' }, h('h2', { id: 'slow-motion-title' }, 'Slow motion'), about,
      h('div', { class: 'turns' }, back, forth)),
    h('ol', { class: 'phases' }, steps.map(({ button }) => h('li', {}, button))), sentence, body);

  store.watch((state) => [isOpen(state, SLOW)], ([slow]) => fill(root, slow && panel));
  store.watch((state) => [
    isOpen(state, SLOW), state.playback.phase, state.playback.motion, state.cursor, state.run, state.settings,
  ], ([slow, phase, reply, cursor, run]) => {
    if (!slow) return;
    const state = store.get();
    const { motion = null, problem = '' } = ofRun(reply, run) ?? {};
    say(about, motion ? aboutText(motion, isFollowed(motion) || cursor.iteration < newest(run)) : '');
    const texts = motion && textsOf(motion, state);
    for (const step of steps) {
      step.name(titlesOf(state)[step.phase]);
      if (step.phase === phase) step.button.setAttribute('aria-current', 'step');
      else step.button.removeAttribute('aria-current');
      say(step.value, texts?.[step.phase].headline ?? '–');
    }
    say(sentence, texts?.[phase].sentence ?? (problem || 'Asking the core …'));
    fill(body, texts?.[phase].figures ?? []);
    back.setAttribute('aria-disabled', String(phase === 0 && cursor.iteration === 0));
    forth.setAttribute('aria-disabled',
      String(!canWalk(state) || run?.status === 'stepping' || run?.status === 'running'));
  });
}

/** @param {AnyMotion} motion @param {boolean} isDone whether the next iteration is there */
function aboutText(motion, isDone) {
  const now = count(motion.iteration);
  const next = count(motion.iteration + 1);
  // Boosting has no w.
  const isRound = 'kind' in motion && motion.kind === 'boosting';
  const step = isRound ? `: round ${next}` : `: from w of ${now} to w of ${next}`;
  return `iteration ${now}${isDone ? step : ', the newest'}`;
}

/** The names of the phases of the method that is shown. @param {State} state */
function titlesOf({ run, catalog, settings }) {
  const method = methodOf(catalog, run?.settings ?? settings);
  return hasPlanes(method) ? planes.TITLES : method?.family === 'boosting' ? rounds.TITLES : descent.TITLES;
}

/** @param {AnyMotion} motion @param {State} state */
function textsOf(motion, state) {
  if (!('kind' in motion) || motion.kind === 'planes') return planes.textsOf(motion, state);
  return motion.kind === 'boosting' ? rounds.textsOf(motion, state) : descent.textsOf(motion, state);
}

/** Whether the next iteration is known. @param {AnyMotion} motion */
const isFollowed = (motion) => motion.next !== undefined && motion.next !== null;

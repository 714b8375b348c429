// One iteration in slow motion: a strip of four phases, and the figures of the one that is open.

import { h, fill, say } from '../dom.js';
import { count } from '../format.js';
import { politeAtRest } from '../hush.js';
import { isOpen } from '../reducer.js';
import { newest } from '../running.js';
import { tellCut, tellOracle, tellQp, tellUpdate } from '../phases.js';
import { PHASES, SLOW, canWalk, needsTraining } from '../timetravel.js';

/** @typedef {import('../reducer.js').State} State */
/** @typedef {import('../timetravel.js').PhaseName} PhaseName */

/** @type {Record<PhaseName, { title: string, about: string }>} */
const TITLES = {
  oracle: { title: 'Oracle', about: 'find the worst rankings' },
  cut: { title: 'Cut', about: 'add them as constraints' },
  qp: { title: 'QP', about: 'weigh all constraints' },
  update: { title: 'Update', about: 'move w' },
};

/** @param {HTMLElement} root @param {import('../store.js').Store} store */
export function mount(root, store) {
  const about = h('span', { class: 'about' });
  const steps = PHASES.map((phase, at) => {
    const value = h('span', { class: 'phase-value' });
    const button = h('button', { type: 'button', onclick: () => store.dispatch({ type: 'phase', phase }) },
      h('span', { class: 'phase-title' }, `${at + 1} ${TITLES[phase].title}`), h('span', { class: 'phase-about' }, TITLES[phase].about), value);
    return { phase, button, value };
  });
  const sentence = h('p', { class: 'phase-sentence' });
  politeAtRest(store, sentence);
  const body = h('div', { class: 'phase-body' });
  /** @param {string} label @param {string} text @param {() => void} onclick */
  const turn = (label, text, onclick) => {
    const button = h('button', { type: 'button', 'aria-label': label, onclick: () => { if (button.getAttribute('aria-disabled') !== 'true') onclick(); } }, text);
    return button;
  };
  const back = turn('Previous phase', '‹ Previous', () => store.dispatch({ type: 'walk', by: -1 }));
  // What is not known yet has to be trained; the step of the page does that.
  const forth = turn('Next phase', 'Next ›', () => store.dispatch(needsTraining(store.get()) ? { type: 'step' } : { type: 'walk', by: 1 }));
  const panel = h('section', { class: 'card slow-motion', 'aria-labelledby': 'slow-motion-title' },
    h('div', { class: 'card-head' }, h('h2', { id: 'slow-motion-title' }, 'Slow motion'), about, h('div', { class: 'turns' }, back, forth)),
    h('ol', { class: 'phases' }, steps.map(({ button }) => h('li', {}, button))), sentence, body);

  store.watch((state) => [isOpen(state, SLOW)], ([slow]) => fill(root, slow && panel));
  store.watch((state) => [isOpen(state, SLOW), state.travel.phase, state.travel.motion, state.cursor, state.run, state.settings], ([slow, phase, told, cursor, run]) => {
    if (!slow) return;
    const state = store.get();
    const motion = told && told.run === run?.id ? told.motion : null;
    say(about, motion ? `iteration ${count(motion.iteration)}${motion.next || cursor.iteration < newest(run) ? `: from w of ${count(motion.iteration)} to w of ${count(motion.iteration + 1)}` : ', the newest'}` : '');
    const tales = motion && { oracle: tellOracle(motion), cut: tellCut(motion), qp: tellQp(motion, state), update: tellUpdate(motion, state) };
    for (const step of steps) {
      if (step.phase === phase) step.button.setAttribute('aria-current', 'step');
      else step.button.removeAttribute('aria-current');
      say(step.value, tales?.[step.phase].headline ?? '–');
    }
    say(sentence, tales?.[phase].sentence ?? 'Asking the core …');
    fill(body, tales?.[phase].figures ?? []);
    back.setAttribute('aria-disabled', String(phase === 'oracle' && cursor.iteration === 0));
    forth.setAttribute('aria-disabled', String(!canWalk(state) || run?.status === 'stepping' || run?.status === 'running'));
  });
}

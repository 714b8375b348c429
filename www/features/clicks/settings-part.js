// The users of the simulation, the shown order, and how clicks are corrected. Part of the mode Clicks.

import { count, percent } from '../../lib/format.js';
import { SESSIONS } from '../../lib/click-shop.js';
import { h, say } from '../../ui/dom.js';
import { freshId, selectField } from '../../ui/fields.js';

/** @typedef {import('./clicks-state.js').ClicksStore} Store */
/** @typedef {import('./clicks-state.js').ClickSettings} Settings */
/** @typedef {import('../../ui/fields.js').Option} Option */

/** @type {(Option & { about: string })[]} */
const USERS = [
  { value: 'pbm', text: 'seen, then liked (PBM)', about: 'The chance of being seen depends on the rank alone.' },
  { value: 'trust', text: 'trust in the order', about: 'Users like what stands high, also if it is not good.' },
  { value: 'dcm', text: 'from the top, until they stop (DCM)', about: 'After a click, half of them stop.' },
  { value: 'dbn', text: 'from the top, until satisfied (DBN)', about: 'A good product ends the search.' },
];

/** @type {Option[]} */
const LOGGERS = [
  { value: 'feature:popular', text: 'by feature popular' }, { value: 'feature:match', text: 'by feature match' },
  { value: 'feature:-price', text: 'by feature price, low first' }, { value: 'feature:dust', text: 'by feature dust' },
  { value: 'random', text: 'a new order each session' },
];

/** @param {Store} store */
export function settingsPart(store) {
  const change = (/** @type {Partial<Settings>} */ settings) =>
    store.dispatch({ type: 'clicks/settings', change: settings });
  const eta = slider(['How fast eyes tire, ', h('i', { class: 'letter' }, 'η')], [0, 2, 0.05], ['0, all seen', '2'],
    (value) => change({ eta: value }));
  const noise = slider(['Clicks by mistake'], [0, 0.5, 0.01], ['0', '50 %'], (value) => change({ noise: value }));
  const sessions = slider(['Sessions'], [0, SESSIONS.length - 1, 1], ['10', '1,000,000'],
    (stop) => store.dispatch({ type: 'clicks/stop', stop }));
  const users = selectField('Users', (value) => change({ users: /** @type {Settings['users']} */ (value) }));
  const logger = selectField('Shown order', (value) => change({ logger: value }));
  const swaps = check('Swap rank 1 with another, by a coin: this reveals who looks where',
    (isOn) => change({ swaps: isOn }));
  const divisor = selectField('Divide clicks by', (value) =>
    change({ divisor: /** @type {Settings['divisor']} */ (value) }));
  const assumed = slider(['Assumed ', h('i', { class: 'letter' }, 'η')], [0, 2, 0.05], ['0, all seen', '2'],
    (value) => change({ assumed: value }));
  const clips = check('Divide by 1/√sessions at least', (isOn) => change({ clips: isOn }));
  store.watch(({ clicks }) => [clicks.settings, clicks.stop], ([now, stop]) => {
    const hasEta = now.users === 'pbm' || now.users === 'trust';
    eta.update(now.eta, String(now.eta), hasEta ? '' : 'These users have no η: they go on by chance.');
    noise.update(now.noise, percent(now.noise), now.users === 'trust' ? 'Users who trust the order have none.' : '');
    sessions.update(stop, count(SESSIONS[stop]), '');
    users.update(USERS, now.users, { summary: USERS.find(({ value }) => value === now.users)?.about });
    logger.update(LOGGERS, now.logger, null);
    swaps.update(now.swaps, now.logger === 'random');
    divisor.update(divisorsOf(now), now.divisor, null);
    assumed.element.hidden = now.divisor !== 'assumed';
    assumed.update(now.assumed, String(now.assumed), '');
    clips.update(now.clips, false);
  });
  const element = h('section', { class: 'clicks-settings', 'aria-label': 'Clicks settings' },
    h('h3', {}, 'Users and their eyes'), eta.element, noise.element, sessions.element, users.element, logger.element,
    swaps.element, h('h3', {}, 'Correction'), divisor.element, assumed.element, clips.element);
  // They say nothing about a log of real users.
  store.watch(({ clicks }) => [clicks.own !== null], ([isOwn]) => { element.hidden = isOwn; });
  return element;
}

/** @param {Settings} settings @returns {Option[]} */
function divisorsOf({ users, swaps, logger }) {
  return [
    { value: 'true', text: 'the true chance of being seen',
      ...(users === 'dbn' ? { refused: 'what stands below a good product has none' } : {}) },
    { value: 'estimated', text: 'the chance that swaps reveal', ...(swaps ? {} : { refused:
      logger === 'random' ? 'random orders have no swaps' : 'it needs swaps' }) },
    { value: 'assumed', text: 'that of an assumed η' },
  ];
}

/**
 * A slider with its value beside the label.
 * @param {import('../../ui/dom.js').Child[]} label @param {[number, number, number]} range least, most, step
 * @param {[string, string]} ends @param {(value: number) => void} choose
 */
function slider(label, [min, max, step], ends, choose) {
  const id = freshId('clicks');
  const input = h('input', { type: 'range', id, min, max, step, oninput: () => choose(input.valueAsNumber) });
  const output = h('output', { htmlFor: id });
  const note = h('p', { class: 'note' });
  const element = h('div', { class: 'clicks-slider' }, h('div', { class: 'clicks-slider-head' },
    h('label', { htmlFor: id }, label), output), input,
  h('div', { class: 'clicks-slider-ends', 'aria-hidden': 'true' }, ends.map((end) => h('span', {}, end))), note);
  return { element,
    /** @param {number} value @param {string} text @param {string} problem why it has no effect */
    update(value, text, problem) {
      if (input.valueAsNumber !== value) input.value = String(value);
      input.style.setProperty('--done', `${(100 * (value - min)) / (max - min)}%`);
      input.setAttribute('aria-valuetext', text);
      input.disabled = problem !== '';
      say(output, text);
      say(note, problem);
    } };
}

/** @param {string} label @param {(isOn: boolean) => void} choose */
function check(label, choose) {
  const input = h('input', { type: 'checkbox', onchange: () => choose(input.checked) });
  return { element: h('label', { class: 'check' }, input, h('span', {}, label)),
    /** @param {boolean} isOn @param {boolean} isOff whether it has no effect */
    update(isOn, isOff) {
      input.checked = isOn;
      input.disabled = isOff;
    } };
}

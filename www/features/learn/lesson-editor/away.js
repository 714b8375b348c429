// Leads from the editor to the page, and back: to set the page up for a step, or to pick the part that it points at.

import { fill, h } from '../../../ui/dom.js';
import { findPart, partAround } from '../lessons/find-part.js';
import { action } from './small-fields.js';

/** @typedef {import('../lessons/find-part.js').PartName} PartName */

const REGIONS = '#main section, #main [role=region], #main table, #main input[type=range]';

/** The parts of the page that a step can point at: those that stand on it now. @returns {PartName[]} */
export function partsOfPage() {
  const seen = [...document.querySelectorAll(REGIONS)].filter((one) => one.checkVisibility());
  return seen.flatMap((one) => {
    const named = partAround(one);
    return named && findPart(named) ? [named] : [];
  });
}

/**
 * The strip that stands on the page meanwhile. `leave` shows the page, `back` the editor.
 * @param {{ leave: () => void, back: () => void }} ways
 */
export function awayStrip({ leave, back }) {
  let end = () => {};
  const element = h('section', { class: 'edit-away', 'aria-label': 'The page for a step', hidden: true,
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Escape') home();
    } });
  function home() {
    end();
    end = () => {};
    element.hidden = true;
    back();
  }
  /** @param {string} words @param {HTMLElement[]} buttons */
  function show(words, buttons) {
    fill(element, h('p', {}, words), h('div', { class: 'edit-buttons' }, buttons));
    element.hidden = false;
    leave();
    buttons[0].focus();
  }
  return {
    element,
    isAway: () => !element.hidden,
    /** @param {string} name of the step @param {() => Promise<void>} take takes the page as it then is */
    setUp(name, take) {
      show(`Set up the page for “${name}”: data, settings, training.`, [
        action('Take the page', () => void take().then(home, home), { class: 'primary' }),
        action('Back without it', home)]);
    },
    /** The next press on the page chooses a part. @param {(part: PartName) => void} take */
    pick(take) {
      show('Press the part of the page that the step points at.', [action('Back without it', home)]);
      document.body.classList.add('picking');
      /** @param {MouseEvent} event */
      const press = (event) => {
        if (event.target instanceof Element && event.target.closest('.edit-away')) return;
        event.preventDefault();
        event.stopPropagation();
        const part = event.target instanceof Element ? partAround(event.target) : null;
        if (part) take(part);
        home();
      };
      /** @param {KeyboardEvent} event */
      const cancel = (event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        home();
      };
      end = () => {
        document.body.classList.remove('picking');
        document.removeEventListener('click', press, true);
        document.removeEventListener('keydown', cancel, true);
      };
      // The press that began it is still under way.
      setTimeout(() => {
        if (element.hidden) return;
        document.addEventListener('click', press, true);
        document.addEventListener('keydown', cancel, true);
      });
    },
  };
}

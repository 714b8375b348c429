// The explanation beside a term: one box for the whole page, shown on hover, focus and tap of an element with
// `data-term`. It stays while the pointer is on it, and Escape hides it (WCAG 1.4.13). Fetched with the first term.

import './term-tip.css';
import { h, fill } from '../../../ui/dom.js';
import { openGlossary } from './glossary-button.js';

const ID = 'term-tip';
const SHOW_AFTER = 250; // ms of hovering
const HIDE_AFTER = 200; // ms to move the pointer from the term to the box
const APART = 6; // px between the term and the box
const EDGE = 8; // px between the box and the edge of the window

/**
 * Returns what handles the event for which this was fetched.
 * @param {Document} page
 * @param {import('../../../store/alert-state.js').AlertPlace} store
 * @returns {(event: Event) => void}
 */
export function termTips(page, store) {
  const tip = h('div', { id: ID, class: 'term-tip', role: 'tooltip', popover: 'manual' });
  // In a landmark, like all that a screen reader lists.
  (page.getElementById('main') ?? page.body).append(tip);
  /** The term that is explained now. @type {HTMLElement | null} */
  let termElement = null;
  let timer = 0;
  /** Whether the press that is under way found its term explained. */
  let second = false;

  /** @param {EventTarget | null} target @returns {HTMLElement | null} */
  const termAt = (target) => (target instanceof Element ? target.closest('[data-term]') : null);
  /** @param {() => void} act @param {number} after */
  const later = (act, after) => {
    clearTimeout(timer);
    timer = window.setTimeout(act, after);
  };
  function hide() {
    clearTimeout(timer);
    termElement?.removeAttribute('aria-describedby');
    termElement = null;
    if (tip.matches(':popover-open')) tip.hidePopover();
  }
  /** @param {HTMLElement} element */
  async function show(element) {
    clearTimeout(timer);
    if (termElement === element) return;
    hide();
    termElement = element;
    const { termOf, titleOf } = await import('./terms.js');
    const entry = termOf(element.dataset.term);
    // By now another term may be wanted, or none.
    if (termElement !== element || !entry || !element.isConnected) return;
    fill(tip, h('b', {}, titleOf(entry)), ' ', entry.short,
      element.classList.contains('term') && h('span', { class: 'muted' }, ' Press to read more.'));
    element.setAttribute('aria-describedby', ID);
    tip.showPopover();
    place(tip, element);
  }

  /** @type {Record<string, (event: any) => void>} */
  const handlers = {
    pointerover(/** @type {PointerEvent} */ { target, pointerType, timeStamp }) {
      if (pointerType === 'touch') return;
      const term = termAt(target);
      if (term) later(() => void show(term), timeStamp + SHOW_AFTER - performance.now());
      else if (target instanceof Node && tip.contains(target)) clearTimeout(timer);
      else if (termElement && termElement !== page.activeElement) later(hide, HIDE_AFTER);
      else clearTimeout(timer);
    },
    focusin(/** @type {FocusEvent} */ { target }) {
      const term = termAt(target);
      if (term && term === target) void show(term);
      else if (termElement) hide();
    },
    focusout(/** @type {FocusEvent} */ { target }) { if (target === termElement) hide(); },
    click(/** @type {MouseEvent} */ event) {
      const term = termAt(event.target);
      if (!term) return;
      // Pressed by the keyboard, it has no pointer and was explained by its focus.
      const opens = term.classList.contains('term') && (second || event.detail === 0);
      if (!opens) return void show(term);
      hide();
      void openGlossary(store, term.dataset.term);
    },
  };
  for (const [type, handle] of Object.entries(handlers)) page.addEventListener(type, handle);
  page.addEventListener('pointerdown', ({ target }) => {
    second = termElement !== null && termAt(target) === termElement;
    if (termElement && !second && !(target instanceof Node && tip.contains(target))) hide();
  }, true);
  page.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !tip.matches(':popover-open')) return;
    event.stopPropagation();
    hide();
  }, true);
  for (const type of ['scroll', 'resize']) window.addEventListener(type, () => { if (termElement) hide(); }, true);
  return (event) => handlers[event.type](event);
}

/**
 * Puts the box below its term, or above it where there is no room below.
 * @param {HTMLElement} tip @param {Element} term
 */
function place(tip, term) {
  const at = term.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = tip;
  const below = at.bottom + APART;
  const top = below + height > innerHeight - EDGE ? Math.max(EDGE, at.top - APART - height) : below;
  const left = Math.max(EDGE, Math.min(at.left, innerWidth - EDGE - width));
  tip.style.top = `${top}px`;
  tip.style.left = `${left}px`;
}

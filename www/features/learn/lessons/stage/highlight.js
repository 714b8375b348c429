// Shows what a step points at: a ring around a panel, and numbered marks that tie sentences to parts of the page.

import { scrollTo } from '../../../../ui/media.js';
import { throttle } from '../../../../ui/throttle.js';
import { findPart, ringedPart } from '../find-part.js';
import { createRing } from './ring.js';
import { showSettings } from './lesson-settings.js';

/** @typedef {import('../find-part.js').PartName} PartName */

const CALM = 150; // ms between two searches while the page changes

const COMPANY = 248; // px of a setting with what belongs to it, at most
const UNFOLDING = 2_000; // ms in which a panel grows after it was unfolded

/** @type {{ target: PartName | null, marks: readonly PartName[] }} */
let wanted = { target: null, marks: [] };
/** @type {Element | null} */
let highlighted = null;
/** Whether the page has been scrolled to it. A part may be fetched first. */
let isShown = true;
/** @type {Element[]} */
let marked = [];
/** @type {ReturnType<typeof createRing> | null} */
let ring = null;

/**
 * Points at a part of the page, or at none. Marks are numbered from 1 in their order.
 * @param {PartName | null} target
 * @param {readonly PartName[]} [marks]
 */
export function highlight(target, marks = []) {
  wanted = { target, marks };
  isShown = false;
  ring ??= watchPage();
  apply();
}

/** Opens what the part is in, and scrolls to it. @param {Element} part */
function show(part) {
  // Open the tab of the part.
  const closed = part.closest('[role=tabpanel][hidden]');
  if (closed) document.getElementById(closed.getAttribute('aria-labelledby') ?? '')?.click();
  // A lesson hides the settings, unless the step points at one of them.
  const inRail = part.closest('#choices, #run');
  if (inRail) showSettings(true, inRail.id === 'choices');
  const folded = part.closest('details:not([open])');
  if (folded instanceof HTMLDetailsElement && folded.closest('#choices')) folded.open = true;
  showHighlighted();
  ring?.place();
}

/** A setting with what belongs to it, such as its picture, if there is room for both. @param {Element} part */
function withCompany(part) {
  const { parentElement: around } = part;
  return around && around.getBoundingClientRect().height <= COMPANY ? around : part;
}

/** Scrolls the highlighted part into view. */
function showHighlighted() {
  // The ends of the rail fade out, so the part is moved to its middle.
  if (!highlighted?.matches('.collapsible')) {
    const inRail = highlighted?.closest('#choices');
    return highlighted && inRail ? scrollTo(withCompany(highlighted), 'center') : scrollTo(highlighted, 'nearest');
  }
  // A panel that unfolds grows when its content has been fetched and drawn.
  const panel = highlighted;
  const growing = new ResizeObserver(() => scrollTo(panel, 'start'));
  growing.observe(panel);
  setTimeout(() => growing.disconnect(), UNFOLDING);
}

/** Follows the page: views may draw a part again at any time, and then the ring and marks move to the new element. */
function watchPage() {
  const ring = createRing();
  const calm = throttle(CALM, apply);
  new MutationObserver(() => { if (wanted.target || wanted.marks.length) calm(true); })
    .observe(document.getElementById('layout') ?? document.body,
      { childList: true, subtree: true, attributes: true, attributeFilter: ['hidden', 'open'] });
  return ring;
}

/** The places of the instrument, and the class of the body that shows each on the stage. */
const PLACES = [['#strip', 'shows-strip'], ['#queries', 'shows-queries'], ['#workspace', 'shows-workspace']];

/** Shows the places of the instrument that the step points at, and no other. @param {(Element | null)[]} parts */
function showPlaces(parts) {
  for (const [place, name] of PLACES) document.body.classList.toggle(name, parts.some((part) => part?.closest(place)));
}

function apply() {
  const part = wanted.target && findPart(wanted.target);
  const next = part && ringedPart(part);
  if (next !== highlighted) highlighted?.classList.remove('highlighted');
  highlighted = next;
  if (next && !next.classList.contains('highlighted')) next.classList.add('highlighted');
  const now = wanted.marks.map(findPart);
  for (const element of marked) if (!now.includes(element)) element.removeAttribute('data-mark');
  marked = now.flatMap((element, at) => {
    if (!(element instanceof HTMLElement)) return [];
    if (element.dataset.mark !== String(at + 1)) element.dataset.mark = String(at + 1);
    return [element];
  });
  showPlaces([part, ...now]);
  // A ring around all of the picture says nothing.
  ring?.moveTo(highlighted?.matches('#views, .chart') ? null : highlighted);
  if (!part || isShown) return;
  isShown = true;
  show(part);
}

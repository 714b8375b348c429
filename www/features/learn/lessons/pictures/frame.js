// The frame of a picture that is drawn as SVG: one drawing for wide places and one for phones.

import { listenToPointer } from '../../../../pictures/handles.js';
import { fill, h, s } from '../../../../ui/dom.js';

/** Below this width, in px, a picture takes its layout for phones. */
const NARROW = 560;
const WIDE = { width: 848, height: 664 };
const PHONE = { width: 390, height: 352 };

/**
 * @param {string} label the name of the region
 * @param {(isNarrow: boolean) => import('../../../../ui/dom.js').Child[]} build draws all anew
 */
export function pictureFrame(label, build) {
  const svg = s('svg', { class: 'picture-svg', preserveAspectRatio: 'xMidYMid meet' });
  const problem = h('p', { class: 'problem picture-problem', hidden: true });
  const element = h('section', { class: 'picture-frame', 'aria-label': label }, svg, problem);
  /** @type {boolean | null} */
  let isNarrow = null;
  /** Draws all anew. */
  function rebuild() {
    if (isNarrow === null) return;
    const { width, height } = isNarrow ? PHONE : WIDE;
    svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    svg.classList.toggle('narrow', isNarrow);
    fill(svg, build(isNarrow));
  }
  const observer = new ResizeObserver(() => {
    const now = element.clientWidth < NARROW;
    if (element.clientWidth === 0 || now === isNarrow) return;
    isNarrow = now;
    rebuild();
  });
  observer.observe(element);
  return { element, svg, rebuild, end: () => observer.disconnect(),
    /** @param {string} words empty if nothing is wrong */
    fault(words) {
      problem.hidden = !words;
      svg.toggleAttribute('hidden', Boolean(words));
      problem.textContent = words;
    } };
}

/**
 * The place of a pointer in the units of the drawing.
 * @param {SVGSVGElement} svg @param {MouseEvent} event @returns {[number, number]}
 */
function placeOf(svg, { clientX, clientY }) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM()?.inverse());
  return [x, y];
}

/**
 * Follows a pointer that is pressed on an element, until it is released.
 * @param {SVGElement} element @param {SVGSVGElement} svg @param {(place: [number, number]) => void} move
 * @param {() => void} rest called when the hand rests
 */
export function followPointer(element, svg, move, rest) {
  const canvas = /** @type {HTMLElement} */ (/** @type {Element} */ (element));
  listenToPointer({ canvas, place: (event) => placeOf(svg, event) }, {
    grab: () => true, follow: (_held, place) => move(place), rest,
    focus: () => svg.querySelector('[role=slider]')?.closest('g') ?? undefined,
  });
}

/**
 * Says something once nothing has called for a while.
 * @param {() => void} act @param {number} [wait] in ms
 */
export function afterRest(act, wait = 700) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(act, wait);
  };
}

/** @param {number} value of a length in the drawing */
export const px = (value) => value.toFixed(1);

/**
 * A text of the drawing.
 * @param {number} x @param {number} y
 * @param {import('../../../../ui/dom.js').Child | import('../../../../ui/dom.js').Child[]} words
 * @param {string} [kind] classes @param {'start' | 'middle' | 'end'} [anchor]
 */
export const label = (x, y, words, kind = 'lab', anchor = 'start') =>
  s('text', { x: px(x), y: px(y), class: kind, 'text-anchor': anchor }, words);

/** The letter w as the stage writes it. */
export const wLetter = () => s('tspan', { class: 'w-letter' }, 'w');

// The frame of a picture: a caption, a drawing with a layout for wide stages and one for phones, and handles that stand
// on the drawing. It knows no subject.

import './drawn-frame.css';
import { messageOf } from '../../../../core/errors.js';
import { isCalm } from '../../../../ui/media.js';
import { fill, h, s, say } from '../../../../ui/dom.js';
import { placeOn } from '../../../../pictures/handles.js';

/** @typedef {import('../../../../ui/dom.js').Child} Child */

/** The sizes of the two layouts; the drawings use these units. */
const SIZES = { wide: { width: 848, height: 664 }, phone: { width: 390, height: 352 } };
const PHONE = 0.66; // CSS pixels for a unit of the wide layout, below which its words are too small to read
const SLIDE = 200; // ms
const WAITS = 'The picture comes with the run …';

/**
 * `isPhone`: which layout. `put`: stands a handle on the drawing, by its middle and its size. `place`: where a pointer
 * is, in units of the drawing. `redraw`: draws the picture anew. `show`: replaces the drawing; elements with
 * `data-slides` slide from where they were. `sayFault`: makes an error the caption.
 * @param {{ label: string, kind: string, redraw: () => void }} options `kind`: the class of the picture's colours
 */
export function pictureFrame({ label, kind, redraw }) {
  const svg = s('svg', { role: 'img' });
  const caption = h('p', { class: 'drawn-caption waits' }, WAITS);
  const canvas = h('div', { class: 'drawn-canvas' }, svg);
  const element = h('div', { class: `drawn-frame ${kind}`, role: 'region', 'aria-label': label }, caption, canvas);
  /** @type {Map<string, [number, number]>} */
  let places = new Map();
  const isPhone = () => element.clientWidth > 0
    && Math.min(element.clientWidth / SIZES.wide.width, element.clientHeight / SIZES.wide.height) < PHONE;
  const size = () => (isPhone() ? SIZES.phone : SIZES.wide);
  // An element that has left the page has no size, and its picture may have ended.
  new ResizeObserver(() => { if (element.isConnected) redraw(); }).observe(element);

  /** Elements with a name in `data-slides` move from where the last drawing had them. */
  function slide() {
    const next = new Map();
    for (const one of /** @type {NodeListOf<SVGGElement>} */ (svg.querySelectorAll('[data-slides]'))) {
      const [x, y] = [Number(one.dataset.x), Number(one.dataset.y)];
      const name = one.dataset.slides ?? '';
      next.set(name, [x, y]);
      const from = places.get(name);
      if (!from || (from[0] === x && from[1] === y) || isCalm()) continue;
      one.animate([{ transform: `translate(${from[0]}px, ${from[1]}px)` }, { transform: `translate(${x}px, ${y}px)` }],
        { duration: SLIDE, easing: 'ease-out' });
    }
    places = next;
  }

  return {
    element, svg, caption, canvas, isPhone, redraw,
    /** @param {string} described what the drawing shows, in a sentence @param {...(Child | Child[])} children */
    show(described, ...children) {
      caption.classList.remove('waits');
      if (caption.textContent === WAITS) say(caption, '');
      const { width, height } = size();
      svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
      svg.setAttribute('aria-label', described);
      element.classList.toggle('phone', isPhone());
      canvas.style.setProperty('--ratio', String(width / height));
      fill(svg, ...children);
      slide();
    },
    /**
     * @param {HTMLElement} handle @param {{ x: number, y: number, width?: number, height?: number }} box its upper left
     * corner and size, or its middle without a size
     */
    put(handle, { x, y, width = 0, height = 0 }) {
      const all = size();
      handle.style.setProperty('--left', `${(100 * x) / all.width}%`);
      handle.style.setProperty('--top', `${(100 * y) / all.height}%`);
      if (width) handle.style.setProperty('--width', `${(100 * width) / all.width}%`);
      if (height) handle.style.setProperty('--height', `${(100 * height) / all.height}%`);
    },
    /** @param {unknown} error */
    sayFault: (error) => say(caption, `This picture cannot be drawn: ${messageOf(error)}`),
    /** @param {PointerEvent} event */
    place: (event) => placeOn(svg, event, size().width),
  };
}

/** @typedef {ReturnType<typeof pictureFrame>} PictureFrame */

/**
 * A group that slides to its place. @param {string} name @param {number} x @param {number} y
 * @param {string} kind @param {...import('../../../../ui/dom.js').Child} children
 */
export function sliding(name, x, y, kind, ...children) {
  return s('g', { class: kind, 'data-slides': name, 'data-x': x, 'data-y': y, transform: `translate(${x} ${y})` },
    ...children);
}

/**
 * A hidden part: a dashed outline of fixed size.
 * @param {number} x @param {number} y @param {number} width @param {number} height
 */
export function hiddenBox(x, y, width, height) {
  return s('g', { class: 'hidden-box' }, s('rect', { x, y, width, height, rx: 6 }),
    s('text', { x: x + width / 2, y: y + height / 2 + 6, 'text-anchor': 'middle' }, '?'));
}

/** A symbol of mathematics within a text. @param {string} letter */
export const symbol = (letter) => s('tspan', { class: 'symbol' }, letter);

/** The text with each w as a symbol. @param {string} text */
export const withSymbols = (text) => text.split(/\b(w)\b/).map((part) => (part === 'w' ? symbol('w') : part));

/** The knob of a handle, as the drawings have it. @param {number} x @param {number} y @param {number} [radius] */
export function knob(x, y, radius = 12) {
  const tip = radius / 3;
  const arrow = (/** @type {-1 | 1} */ side) =>
    `M${x + side * 0.6 * tip} ${y - tip}l${side * tip} ${tip} ${-side * tip} ${tip}`;
  return s('g', { class: 'knob' }, s('circle', { class: 'knob-halo', cx: x, cy: y, r: 1.6 * radius }),
    s('circle', { class: 'knob-disc', cx: x, cy: y, r: radius }), s('path', { d: arrow(-1) + arrow(1) }));
}

// A picture of the stage as a still for paper. The still brings its looks in itself, and stands in a shadow root: the
// style sheets of pictures ask for the size of the window, and a sheet of paper has another one. Knows no lesson.

import { h } from '../../../../ui/dom.js';

const HTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';

/** Properties that paper does not need: what moves, what answers to a pointer, and second names of others. */
const UNUSED = new RegExp(`^(?:${['-', 'animation', 'transition', 'timeline', 'view-', 'scroll', 'overscroll', 'cursor',
  'pointer-events', 'user-select', 'touch-action', 'will-change', 'contain', 'content', 'caret', 'interactivity',
  'perspective', 'print-color-adjust', 'offset'].join('|')})|block-|inline-|-block|-inline`);
/** Properties that an element has from the one around it. */
const INHERITED = new RegExp(`^(?:${['color', 'font', 'letter-', 'line-', 'text-(?!decoration|overflow)', 'white-space',
  'word-', 'overflow-wrap', 'visibility', 'list-style', 'fill', 'stroke', 'paint-order', 'dominant-baseline',
  'direction', 'quotes', 'border-(?:collapse|spacing)', 'tab-size', 'hyphen', 'clip-rule', 'shape-rendering', 'marker',
  'math', 'image-rendering', 'writing-mode', 'orphans', 'widows'].join('|')})`);
/** Parts of a drawing that others refer to; they have no place of their own. */
const DEFINITIONS = 'defs, defs *, clipPath, clipPath *, marker, marker *, mask, mask *';
/** What only a hand on the screen needs. */
const FOR_HANDS = `input, select, .picture-button, .swap-button, .for-hands, .knob-halo, .knob path, .handle-halo,
  .plane-halo`;
/** Signs that say how a handle moves. */
const WAYS = /^\s*(?:‹ ›|[↕↔⇅])\s*$/;
/** Attributes without a sense on paper. */
const UNREAD = /^(?:style|class|role|tabindex|aria-.*|data-.*|on.*)$/;

/** @typedef {Map<string, string>} Looks */

/**
 * Returns a still of an element that may stand in the document of a frame.
 * @param {HTMLElement} element @param {number} width of the still on paper, in px of CSS
 */
export function stillOf(element, width) {
  const box = element.getBoundingClientRect();
  const scale = width / box.width;
  const still = h('div', { class: 'still', role: 'img', 'aria-label': wordsOf(element) });
  Object.assign(still.style, { width: `${width}px`, height: `${scale * box.height}px` });
  const copy = copyOf(element, new Map(), initialLooks(element));
  if (!copy) return still;
  Object.assign(copy.style, { position: 'absolute', inset: '0 auto auto 0', margin: '0', transform: `scale(${scale})`,
    transformOrigin: '0 0' });
  still.attachShadow({ mode: 'open' }).append(copy);
  return still;
}

/** What a picture says of itself. @param {Element} element */
const wordsOf = (element) => (element.querySelector('svg[aria-label]') ?? element).getAttribute('aria-label') ?? '';

/** @param {Element} element */
const viewOf = (element) => /** @type {Window} */ (element.ownerDocument.defaultView);

/** @param {Element} element @param {string | null} [pseudo] @returns {Looks} */
function looksOf(element, pseudo = null) {
  const style = viewOf(element).getComputedStyle(element, pseudo);
  return new Map([...style].filter((name) => !UNUSED.test(name)).map((name) => [name, style.getPropertyValue(name)]));
}

/** What an element looks like without any style sheet. @param {Element} beside @returns {Looks} */
function initialLooks(beside) {
  const bare = beside.ownerDocument.createElement('i');
  bare.style.setProperty('all', 'initial');
  beside.append(bare);
  const looks = looksOf(bare);
  bare.remove();
  // Where these begin depends on the element.
  for (const name of ['display', 'overflow-x', 'overflow-y', 'transform-origin']) looks.delete(name);
  return looks;
}

/**
 * Null for what is not shown.
 * @param {Element} element @param {Looks} around of what is around it @param {Looks} initial
 * @returns {HTMLElement | null}
 */
function copyOf(element, around, initial) {
  if (!isShown(element)) return null;
  const looks = looksOf(element);
  const copy = /** @type {HTMLElement} */ (shell(element));
  dress(copy, looks, around, initial);
  if (element.matches(FOR_HANDS) || looks.get('visibility') === 'hidden') {
    copy.style.visibility = 'hidden';
    return copy;
  }
  if (element.matches('.chart-handle')) copy.style.background = 'none';
  if (copy.localName === 'img') return copy;
  const inner = [...element.childNodes].map((one) => (isElement(one) ? copyOf(one, looks, initial)
    : one.nodeType === element.TEXT_NODE && !WAYS.test(one.nodeValue ?? '') ? one.nodeValue : null));
  const parts = element.namespaceURI === HTML
    ? [pseudoOf(element, '::before', looks, initial), ...inner, pseudoOf(element, '::after', looks, initial)] : inner;
  const into = element.matches('button') && /^(?:inline-)?block$/.test(looks.get('display') ?? '') ? middleOf(copy)
    : copy;
  for (const part of parts) if (part !== null) into.append(part);
  return copy;
}

/** What a button has within stands in its middle. @param {HTMLElement} button */
function middleOf(button) {
  const middle = h('div', {});
  button.append(middle);
  Object.assign(button.style, { display: 'flex', alignItems: 'center', justifyContent: 'center' });
  return middle;
}

/** Elements of another document have another class. @param {Node} node @returns {node is Element} */
const isElement = (node) => node.nodeType === node.ELEMENT_NODE;

/** @param {Element} element */
function isShown(element) {
  const { display, position } = viewOf(element).getComputedStyle(element);
  if (element.namespaceURI === SVG && element.localName !== 'svg') {
    return element.matches(DEFINITIONS) || display !== 'none';
  }
  if (!element.checkVisibility()) return false;
  // Words for the ear alone.
  const { width, height } = element.getBoundingClientRect();
  return !(position === 'absolute' && width <= 1 && height <= 1);
}

/** The element without its looks. @param {Element} element */
function shell(element) {
  if (element.localName === 'canvas') {
    return h('img', { src: /** @type {HTMLCanvasElement} */ (element).toDataURL(), alt: '' });
  }
  if (element.localName === 'img') return h('img', { src: /** @type {HTMLImageElement} */ (element).src, alt: '' });
  if (element.namespaceURI === HTML) return h('div', {});
  const copy = document.createElementNS(element.namespaceURI, element.localName);
  for (const { name, value } of element.attributes) if (!UNREAD.test(name)) copy.setAttribute(name, value);
  return copy;
}

/** @param {HTMLElement} copy @param {Looks} looks @param {Looks} around @param {Looks} initial */
function dress({ style }, looks, around, initial) {
  for (const [name, value] of looks) {
    if (value !== (INHERITED.test(name) ? around : initial).get(name)) style.setProperty(name, value);
  }
}

/**
 * What a style sheet puts in front of an element or behind it.
 * @param {Element} element @param {string} pseudo @param {Looks} around @param {Looks} initial
 */
function pseudoOf(element, pseudo, around, initial) {
  const { content } = viewOf(element).getComputedStyle(element, pseudo);
  if (content === 'none' || content === 'normal') return null;
  const words = /^"(.*)"$/.exec(content)?.[1].replaceAll('\\"', '"') ?? '';
  if (WAYS.test(words)) return null;
  const copy = h('div', {}, words);
  dress(copy, looksOf(element, pseudo), around, initial);
  return copy;
}

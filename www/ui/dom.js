// Building blocks of the page's DOM. Text is always set as text, never as markup. Knows no state.

import { visibleText } from '../lib/visible-text.js';

/** Properties and attributes that a browser shows or reads out as text. */
const TEXTS = new Set(['title', 'aria-label', 'aria-valuetext', 'placeholder', 'alt']);

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An HTML element. Props: `class`, `dataset`, listeners as `onclick`, everything else
 * as a property where the element has one and as an attribute otherwise.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any> | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key === 'class') element.className = value;
    else if (key === 'dataset') Object.assign(element.dataset, value);
    else if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (TEXTS.has(key)) element.setAttribute(key, visibleText(String(value)));
    else if (key in element && !key.includes('-')) Reflect.set(element, key, value);
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  append(element, children);
  return element;
}

/**
 * An SVG element; all props are attributes.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function s(tag, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [key, value] of Object.entries(attributes ?? {})) element.setAttribute(key, String(value));
  append(element, children);
  return element;
}

/**
 * An element of MathML; all props are attributes.
 *
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {MathMLElement}
 */
export function mathElement(tag, attributes, ...children) {
  const element = /** @type {MathMLElement} */ (document.createElementNS('http://www.w3.org/1998/Math/MathML', tag));
  for (const [key, value] of Object.entries(attributes ?? {})) element.setAttribute(key, String(value));
  append(element, children);
  return element;
}

/**
 * Replaces the content of the element by `children`.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

const TEXT = 3; // the type of a text node

/**
 * Sets the text only when it differs, so that unchanged live regions stay silent. A text node that is there stays: a
 * new one has the browser compute styles and make boxes again.
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  const visible = visibleText(text);
  const { firstChild: first } = element;
  if (visible && first?.nodeType === TEXT && first === element.lastChild) {
    if (first.nodeValue !== visible) first.nodeValue = visible;
  } else if (element.textContent !== visible) element.textContent = visible;
}

/**
 * @param {Element} element
 * @param {(Child | Child[])[]} children
 */
function append(element, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : visibleText(String(child)));
  }
}

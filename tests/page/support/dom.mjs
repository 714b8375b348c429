// A document for tests of views in Node. Elements and events are there, layout and style sheets are not. Import it before the views.

import { register } from 'node:module';
import { Window } from 'happy-dom';

const window = new Window({ url: 'http://localhost/' });
const names = ['document', 'Node', 'Element', 'HTMLElement', 'HTMLInputElement', 'HTMLButtonElement', 'HTMLDetailsElement', 'Event', 'KeyboardEvent', 'MutationObserver', 'ResizeObserver', 'getComputedStyle',
  'matchMedia', 'requestAnimationFrame', 'cancelAnimationFrame'];
for (const name of names) {
  const value = Reflect.get(window, name);
  Object.defineProperty(globalThis, name, { value: typeof value === 'function' && !/^class\b/.test(String(value)) ? value.bind(window) : value, configurable: true, writable: true });
}

// The library has no rows of a part of a table.
Object.defineProperties(window.HTMLTableSectionElement.prototype, {
  rows: { get() { return this.children; } },
  deleteRow: { value(/** @type {number} */ at) { [...this.children].at(at)?.remove(); } },
});

// The bundler takes style sheets out of scripts; here they are empty modules.
const hook = `export const load = (url, context, next) => url.endsWith('.css')
  ? { format: 'module', source: '', shortCircuit: true } : next(url, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);

/** What a row of a table or another element shows. @param {{ textContent: string | null }} element */
export const textOf = (element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();

/** Enters a value as a person does. @param {HTMLInputElement} input @param {string} value */
export function enter(input, value) {
  input.value = value;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

// A part of a view that a first visit does not show: fetched when it is first updated.

import { h } from './dom.js';

/**
 * @template {unknown[]} Values
 * @param {() => Promise<{ element: HTMLElement, update: (...values: Values) => void }>} fetch
 * @param {(error: unknown) => void} failed called if the part cannot be fetched; the next update tries again
 * @returns {{ element: HTMLElement, update: (...values: Values) => void }} a place for the part, which gets the latest
 *   values
 */
export function fetchedPart(fetch, failed) {
  const element = h('div', {});
  /** @type {{ update: (...values: Values) => void } | null} */
  let part = null;
  /** @type {Values | null} The values that the part gets when it is there. */
  let latest = null;
  const begin = async () => {
    try {
      const fetchedPart = await fetch();
      element.append(fetchedPart.element);
      part = fetchedPart;
      if (latest) part.update(...latest);
    } catch (error) {
      failed(error);
    } finally {
      latest = null;
    }
  };
  return {
    element,
    update(...values) {
      if (part) return part.update(...values);
      const isFetching = latest !== null;
      latest = values;
      if (!isFetching) void begin();
    },
  };
}

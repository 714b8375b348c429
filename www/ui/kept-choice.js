// A choice about the page that is kept on this device. Storage may be forbidden: then it lasts as long as the page.

/** @param {string} name of the choice */
export function keptChoice(name) {
  const key = `rankscope-${name}`;
  return {
    /** The choice of an earlier visit; null without one. */
    read() {
      try {
        return localStorage.getItem(key);
      } catch {
        return null;
      }
    },
    /** @param {string} value */
    write(value) {
      try {
        localStorage.setItem(key, value);
      } catch {
        // It is not kept.
      }
    },
  };
}

// Loads what a picture draws once for each key, such as its data and settings.

/**
 * `load`: reads for a key, unless the last load had this key. A newer key wins. An error becomes the caption, and the
 * key may then be loaded again. `end`: nothing is taken any more.
 * @param {import('./drawn-frame.js').PictureFrame} frame
 */
export function keyedLoader(frame) {
  let newest = '';
  return {
    /**
     * @template Loaded
     * @param {string} key @param {() => Promise<Loaded>} read @param {(loaded: Loaded) => void} take
     */
    async load(key, read, take) {
      if (key === newest) return;
      newest = key;
      try {
        const loaded = await read();
        if (key === newest) take(loaded);
      } catch (error) {
        if (key !== newest) return;
        newest = '';
        frame.sayFault(error);
      }
    },
    end() {
      newest = '';
    },
  };
}

// Where the files of samples and lessons are. The bundler of the page in a notebook puts the files themselves in the
// place of this module.

/** Returns the address of a file of the page, such as `samples/kitchen.txt`. @param {string} path */
export const fileAddress = (path) => new URL(path, document.baseURI).href;

// Where the compiled core is. The bundler of the page in a notebook puts the core itself in the place of this module.

/** Requests the compiled core. @returns {Promise<Response>} */
export const coreFile = () => fetch(new URL('../wasm/rankscope_bg.wasm', import.meta.url));

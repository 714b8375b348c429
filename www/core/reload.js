// A constant that the page and the worker share.

/** Load id of an internal reload after a worker was lost. The page ignores replies to it. */
export const RELOAD = 0;

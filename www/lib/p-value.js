// p-values as the page writes them. Pure.

import { significant } from './format.js';

/** @param {number} p */
export const pText = (p) => (p < 0.001 ? 'p\u00a0<\u00a00.001' : `p\u00a0${significant(p, 2)}`);

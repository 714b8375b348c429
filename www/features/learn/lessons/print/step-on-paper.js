// A step on paper: its title, its picture beside its words, and below them what needs the whole width.

import './step-on-paper.css';
import { h } from '../../../../ui/dom.js';

/** @typedef {import('../../../../ui/dom.js').Child} Child */

/**
 * @param {HTMLElement} title @param {HTMLElement | null | undefined} still @param {Child[]} words
 * @param {Child[]} [below]
 */
export const stepOnPaper = (title, still, words, below = []) => h('li', { class: 'paper-step' }, title,
  still ? h('div', { class: 'paper-beside' }, still, h('div', {}, words)) : words, below);

// The outline: the steps with their pictures and marks, and what can be done with the chosen one. The arrow keys choose
// a step; with Alt they move it.

import { h, fill, s } from '../../../ui/dom.js';
import { plural } from '../../../lib/format.js';
import { duplicated, moved, without } from './draft.js';
import { action } from './small-fields.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('../lessons/schema.js').Step} Step */

/** @param {Editor} editor @param {{ add: () => void, removed: (name: string) => void }} acts */
export function outline(editor, { add, removed }) {
  const list = h('ol', { 'aria-label': 'Steps',
    onkeydown: (/** @type {KeyboardEvent} */ event) => walk(event) });
  const tools = h('div', { class: 'edit-tools', role: 'group', 'aria-label': 'Chosen step' });
  const element = h('section', { class: 'edit-outline', 'aria-label': 'Outline' },
    h('div', { class: 'edit-outline-head' }, h('h2', {}, 'Steps'),
      action('+ Step', add, { class: 'quiet', 'aria-label': 'Add a step' })), list, tools);

  /** @param {number} by */
  const move = (by) => {
    const to = editor.selected + by;
    if (to < 0 || to >= editor.draft.steps.length) return;
    editor.replace(moved(editor.draft, editor.selected, to), to);
  };
  const duplicate = () => editor.replace(duplicated(editor.draft, editor.selected), editor.selected + 1);
  const remove = () => {
    const { draft, selected } = editor;
    const name = nameOf(draft.steps[selected], selected);
    editor.replace(without(draft, selected), Math.min(selected, draft.steps.length - 2));
    removed(name);
  };

  /** @param {KeyboardEvent} event */
  function walk(event) {
    const { key, altKey } = event;
    const last = editor.draft.steps.length - 1;
    const to = { ArrowUp: editor.selected - 1, ArrowDown: editor.selected + 1, Home: 0, End: last }[key];
    if (to === undefined || to < 0 || to > last) return;
    event.preventDefault();
    if (altKey) move(to - editor.selected);
    else editor.select(to);
    focusChosen();
  }

  function focusChosen() {
    /** @type {HTMLElement | null} */
    const chosen = list.querySelector('[aria-current]');
    chosen?.focus();
  }

  return {
    element,
    update() {
      const { draft, selected } = editor;
      const held = element.contains(document.activeElement) ? document.activeElement?.getAttribute('data-place') : null;
      fill(list, draft.steps.map((step, at) => h('li', {}, h('button', { type: 'button', class: 'edit-name',
        dataset: { place: `outline-${at}` }, tabIndex: at === selected ? 0 : -1,
        'aria-current': at === selected ? 'step' : false, onclick: () => {
          editor.select(at);
          focusChosen();
        } },
      h('span', { class: 'edit-number' }, String(at + 1)),
      h('span', { class: 'edit-words' }, h('span', { class: 'edit-step-title' }, nameOf(step, at)),
        h('span', { class: 'muted' }, aboutOf(step, editor.pictures))), markOf(editor.warnings(at))))));
      tools.hidden = !editor.step;
      fill(tools, [
        ['↑', 'Move up', () => move(-1), selected === 0],
        ['↓', 'Move down', () => move(1), selected === draft.steps.length - 1],
        [twoSheets(), 'Duplicate', duplicate, false], ['×', 'Remove', remove, false],
      ].map(([sign, name, onclick, disabled]) => h('button', { type: 'button', class: 'square', title: name,
        'aria-label': name, disabled, onclick, dataset: { place: `tool-${name}` } },
      /** @type {string | SVGElement} */ (sign))));
      if (!held) return;
      /** @type {HTMLButtonElement | null} */
      const again = element.querySelector(`[data-place="${held}"]:enabled`);
      if (again) again.focus();
      else focusChosen();
    },
  };
}

/** @param {Step} step @param {number} at */
export const nameOf = ({ title }, at) => title?.trim() || `Step ${at + 1}`;

/** @param {Step} step @param {Editor['pictures']} pictures */
function aboutOf({ picture, question }, pictures) {
  const shown = picture ? pictures[picture]?.name ?? picture : 'No picture';
  return question ? `${shown} · asks` : shown;
}

const twoSheets = () => s('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true', class: 'icon' },
  s('path', { d: 'M5.5 5.5h8v8h-8zM10.5 5V2.5h-8v8H5' }));

/** @param {number} warnings */
const markOf = (warnings) => warnings > 0 && h('span', { class: 'edit-mark', title: plural(warnings, 'warning') },
  h('span', { 'aria-hidden': 'true' }, '!'), h('span', { class: 'hidden' }, plural(warnings, 'warning')));

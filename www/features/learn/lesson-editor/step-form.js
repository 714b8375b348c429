// The form of the chosen step in four tabs. A warning or a fault leads to its field.

import { fill, h } from '../../../ui/dom.js';
import { tabs } from '../../../ui/tabs.js';
import { lessonPart } from './lesson-part.js';
import { picturePart } from './picture-part.js';
import { questionPart } from './question-part.js';
import { textPart } from './text-part.js';

/** @typedef {import('./editor.js').Editor} Editor */

const PARTS = [
  { name: 'text', title: 'Text', of: textPart },
  { name: 'picture', title: 'Picture', of: picturePart },
  { name: 'question', title: 'Question', of: questionPart },
  { name: 'lesson', title: 'Lesson', of: lessonPart },
];

/** @param {Editor} editor @param {import('./editor.js').Acts} acts */
export function stepForm(editor, acts) {
  let open = 'text';
  const { bar, panels, open: show } = tabs('Form',
    PARTS.map(({ name, title }) => ({ name, title: [title], about: '' })), (name) => {
      open = name;
      update();
    });
  const element = h('section', { class: 'edit-form', 'aria-label': 'Form' }, bar, Object.values(panels));

  function update() {
    // Without a step there is the lesson only.
    if (!editor.step) open = 'lesson';
    for (const tab of bar.querySelectorAll('button')) tab.disabled = !editor.step && !tab.id.endsWith('-lesson');
    show(open);
    for (const { name, of } of PARTS) {
      if (name === open) fill(panels[name], of(editor, acts));
      else fill(panels[name]);
    }
  }

  return {
    element,
    update,
    /** Opens the tab of a field, and goes there. @param {string} place */
    lead(place) {
      open = tabOf(place);
      update();
      focusOn(element, place);
    },
    /** The tab of a step that has just been added. */
    begin() {
      open = 'text';
    },
  };
}

/** @param {string} place */
function tabOf(place) {
  if (place.startsWith('lesson.')) return 'lesson';
  if (place.startsWith('question')) return 'question';
  return /^(picture|show|arrow|state|highlight)/.test(place) ? 'picture' : 'text';
}

/** The field of a place, or the nearest one around it. @param {Element} root @param {string} place */
export function focusOn(root, place) {
  for (let at = place; at; at = at.replace(/(^|[.[])[^.[]*$/, '')) {
    /** @type {HTMLElement | null} */
    const field = root.querySelector(`[data-place="${CSS.escape(at)}"]`);
    if (field) return field.focus();
  }
}

// Below the pad: the grade of the chosen document or of new ones, Remove and Undo, and what an edit refused.

import { h, say } from '../../ui/dom.js';
import { GRADES, add, freePlace, regrade, remove, shownDocuments, undo } from './sketch-edits.js';

/** @param {import('./sketch-state.js').SketchStore} store */
export function toolPart(store) {
  /** @param {Partial<import('./sketch-state.js').SketchView>} change */
  const set = (change) => store.dispatch({ type: 'sketch/set', change });
  const sketch = () => store.get().sketch;
  const name = h('span', { class: 'muted', id: 'sketch-grade-name' });
  const grades = GRADES.map((grade) => h('button', { type: 'button', dataset: { grade: String(grade) },
    'aria-label': `Grade ${grade}`, onclick: () => {
      const { chosen } = sketch();
      set(chosen === null ? { brush: grade } : regrade(sketch(), chosen, grade));
    } }, String(grade)));
  const more = h('button', { type: 'button', class: 'quiet', 'aria-label': 'Add document', onclick: () => {
    const { x, y } = freePlace(shownDocuments(sketch()));
    set(add(sketch(), x, y));
  } }, 'Add');
  const less = h('button', { type: 'button', class: 'quiet', 'aria-label': 'Remove document', onclick: () => {
    const { chosen } = sketch();
    if (chosen !== null) set(remove(sketch(), chosen));
  } }, 'Remove');
  const back = h('button', { type: 'button', class: 'quiet', onclick: () => set(undo(sketch())) }, 'Undo');
  const note = h('p', { class: 'problem sketch-note', 'aria-live': 'polite' });
  store.watch((state) => [state.sketch], ([{ chosen, brush, past, note: told, pad, query }]) => {
    const point = chosen === null ? undefined : shownDocuments({ pad, query })[chosen];
    say(name, chosen === null || !point ? 'Grade of new documents' : `Grade of document ${chosen + 1}`);
    for (const button of grades) {
      button.setAttribute('aria-pressed', String(Number(button.dataset.grade) === (point?.grade ?? brush)));
    }
    less.disabled = !point;
    back.disabled = !past.length;
    say(note, told);
  });
  return h('div', { class: 'sketch-tools' },
    h('div', { class: 'sketch-grades' }, name,
      h('div', { class: 'sketch-segments', role: 'group', 'aria-labelledby': name.id }, grades)),
    h('div', { class: 'sketch-edits' }, more, less, back), note);
}

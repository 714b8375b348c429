// What belongs to the whole lesson.

import { numberInput, textField } from './small-fields.js';

/** @param {import('./editor.js').Editor} editor */
export function lessonPart(editor) {
  const { summary, minutes, try: tried } = editor.draft;
  return [
    textField('Summary', 'lesson.summary', summary, (one) => editor.set({ summary: one }),
      { lines: 2, note: 'Shown on the map of lessons.' }),
    numberInput('Minutes', 'lesson.minutes', minutes, (one) => editor.set({ minutes: one })),
    textField('To try at the end', 'lesson.try', tried ?? '', (one) => editor.set({ try: one || undefined }),
      { lines: 3, note: 'What the reader may try freely afterwards.' }),
  ];
}

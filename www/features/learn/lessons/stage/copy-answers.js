// The button that copies the reader's answers in the open lesson.

import { copyOrSelect } from '../../../../ui/copy-text.js';
import { h, say } from '../../../../ui/dom.js';
import { answerLog, answersText } from '../answer-log.js';
import { isRevealed } from '../lesson-state.js';

/** @param {import('../lesson-state.js').LessonsStore} store */
export function copyAnswers(store) {
  answerLog(store);
  const note = h('span', { class: 'muted', 'aria-live': 'polite' });
  const field = h('input', {
    type: 'text', readOnly: true, 'aria-label': 'My answers', hidden: true, onblur: () => {
      field.hidden = true;
    },
  });
  const button = h('button', { type: 'button', class: 'quiet', hidden: true, onclick: () => void copy() },
    'Copy my answers');
  async function copy() {
    const text = answersText(store);
    say(note, '');
    if (text) say(note, await copyOrSelect(text, field) ? 'Answers copied.' : 'Copy the selected answers.');
  }
  store.watch(({ lessons }) => [lessons.open], ([open]) => {
    button.hidden = !open?.lesson.steps.some((_step, at) => isRevealed(open, at));
    if (button.hidden) say(note, '');
  });
  return [button, field, note];
}

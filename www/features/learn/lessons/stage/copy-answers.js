// What a reader takes away from the open lesson: the answers for the clipboard, as a file, and as a page to read.

import { copyOrSelect } from '../../../../ui/copy-text.js';
import { h, say } from '../../../../ui/dom.js';
import { download } from '../../../../ui/download.js';
import { answerLog, ownAnswers } from '../answer-log.js';
import { answersPage } from '../answers-page.js';
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
  const button = (/** @type {string} */ name, /** @type {() => unknown} */ onclick) =>
    h('button', { type: 'button', class: 'quiet', hidden: true, onclick }, name);
  const buttons = [button('Copy my answers', () => void copy()), button('Download my answers', saveFile),
    button('My answers as a page', savePage)];
  async function copy() {
    const own = ownAnswers(store);
    say(note, '');
    if (!own) return;
    say(note, await copyOrSelect(JSON.stringify(own), field) ? 'Answers copied.' : 'Copy the selected answers.');
  }
  function saveFile() {
    const own = ownAnswers(store);
    if (own) download(JSON.stringify(own), 'application/json', `${nameOf(own.lesson.id)}.json`);
  }
  function savePage() {
    const own = ownAnswers(store);
    if (own) download(answersPage(own), 'text/html', `${nameOf(own.lesson.id)}.html`);
  }
  store.watch(({ lessons }) => [lessons.open], ([open]) => {
    const isEmpty = !open?.lesson.steps.some((_step, at) => isRevealed(open, at));
    for (const one of buttons) one.hidden = isEmpty;
    if (isEmpty) say(note, '');
  });
  return [...buttons, field, note];
}

/** A name of a file. @param {string} id of a lesson, with colons */
const nameOf = (id) => `answers-${id.replace('urn:rankscope:lesson:', '').replaceAll(':', '-')}`;

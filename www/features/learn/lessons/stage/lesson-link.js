// The button that copies the link to the open lesson.

import { copyOrSelect } from '../../../../ui/copy-text.js';
import { h, say } from '../../../../ui/dom.js';

/** @param {import('../lesson-state.js').LessonsStore} store */
export function lessonLink(store) {
  const share = h('button', { type: 'button', class: 'quiet', onclick: () => void copy() }, 'Copy link to this lesson');
  const shared = h('span', { class: 'muted', 'aria-live': 'polite' });
  const field = h('input', {
    type: 'text', readOnly: true, 'aria-label': 'Link to this lesson', hidden: true, onblur: () => {
      field.hidden = true;
    },
  });
  async function copy() {
    const { open } = store.get().lessons;
    const named = open && (open.id ?? open.packed);
    say(shared, '');
    if (!named) return say(shared, 'This lesson is too long for a link: pass on its file.');
    const link = `${location.href.replace(/#.*$/s, '')}#v=1&lesson=${named}`;
    say(shared, await copyOrSelect(link, field) ? 'Link copied.' : 'Copy the selected link.');
  }
  return { share, shared, field };
}

// The button that copies a link to the chosen study.

import { pageAddress } from '../../../lib/page-address.js';
import { copyOrSelect } from '../../../ui/copy-text.js';
import { h, say } from '../../../ui/dom.js';
import { fragmentOf } from './study-source.js';

/** @param {import('./study-state.js').StudyStore} store */
export function studyLink(store) {
  const told = h('span', { class: 'muted', 'aria-live': 'polite' });
  const field = h('input', { type: 'text', readOnly: true, 'aria-label': 'Link to this study', hidden: true,
    onblur: () => { field.hidden = true; } });
  const copy = async () => {
    const { chosen, outline } = store.get().study;
    const fragment = chosen && await fragmentOf(chosen);
    // A live region does not announce the same text twice, so it is emptied first.
    say(told, '');
    if (!fragment) return say(told, 'This study is too long for a link: pass on its file.');
    const link = pageAddress() + fragment;
    const own = chosen.isBuiltIn ? [] : outline?.files ?? [];
    const missing = own.length ? ` It names ${own.join(', ')} but does not hold the data.` : '';
    say(told, `${await copyOrSelect(link, field) ? 'Link copied.' : 'Copy the selected link.'}${missing}`);
  };
  return [h('button', { type: 'button', onclick: () => void copy() }, 'Copy link to this study'), field, told];
}

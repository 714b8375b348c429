// The notice with the way back from an opened plane. Fetched when a plane is first opened.

import './way-back.css';
import { scrollTo } from '../../../ui/media.js';
import { h, fill, say } from '../../../ui/dom.js';
import { count } from '../../../lib/format.js';

/** @param {HTMLElement} root @param {import('./certificate-state.js').CertificateStore} store */
export function mount(root, store) {
  const text = h('p', {});
  const button = h('button', { type: 'button', onclick: () => store.dispatch({ type: 'certificate/back' }) });
  const notice = h('div', { class: 'way-back', role: 'group', 'aria-label': 'Plane shown' }, text, button);
  root.append(notice);
  store.watch((state) => [state.certificate.back], ([back]) => {
    notice.hidden = !back;
    if (!back) return;
    const { plane } = back;
    fill(text, plane.id === undefined
      ? [`The plane found at iteration ${count(plane.found_at)} sums one ranking of every query. The ranking of the `
          + 'chosen query is shown below.']
      : ['The ranking below made the plane of query ', h('bdi', {}, plane.id),
        `, found at iteration ${count(plane.found_at)}.`]);
    say(button, `Back to iteration ${count(back.iteration)}`);
    button.focus({ preventScroll: true });
    scrollTo(root);
  });
}

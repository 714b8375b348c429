// Leaves parts out of the page where a lesson or a link asks for it, with a way to have them all; and the bare page for
// frames.

import { pageAddress } from '../lib/page-address.js';
import { h, say } from '../ui/dom.js';
import { hidden } from '../features/learn/lessons/lesson-state.js';
import { HIDEABLE_PARTS } from './parts.js';

/** @param {HTMLElement} root @param {import('./reducer.js').AppStore} store */
export function mount(root, store) {
  const all = h('button',
    { type: 'button', class: 'quiet',
      onclick: () => store.dispatch({ type: 'lessons/show all', all: !store.get().lessons.all }) });
  const whole = h('a', { class: 'quiet-link', target: '_blank', rel: 'noopener' }, 'Open in a page of its own');
  const foot = h('footer', { class: 'hiding' }, all, whole);
  root.append(foot);
  store.watch(({ lessons }) => [lessons.hide, lessons.open, lessons.all, lessons.embed], ([, , , embed]) => {
    const { lessons } = store.get();
    const left = hidden(lessons);
    for (const { id, places } of HIDEABLE_PARTS) {
      const out = left.includes(id) || (embed && id === 'header' && !lessons.all);
      for (const place of places()) place.classList.toggle('left-out', out);
    }
    document.body.classList.toggle('embedded', embed);
    const some = embed || hidden({ ...lessons, all: false }).length > 0;
    foot.hidden = !some;
    say(all, lessons.all ? 'Hide controls again' : 'Show all controls');
    whole.hidden = !embed || !pageAddress();
  });
  // The address changes with the state, a moment later than it.
  whole.addEventListener('focus', aim);
  whole.addEventListener('pointerenter', aim);
  function aim() {
    whole.href = location.href.replace(/&embed=true/, '').replace(/&hide=[^&]*/, '');
  }
  aim();
}

// Leaves parts out of the page where a lesson or a link asks for it, with a way to have them all; and the bare page for frames.

import { h, say } from '../dom.js';
import { hidden } from '../lesson-state.js';

/** Where each part stands. The panels of the rail have no names but their headings. */
const PLACES = /** @type {Record<string, () => Element | null | undefined>} */ ({
  header: () => document.getElementById('header'), data: () => rail('Data'), loss: () => rail('Loss'), optimiser: () => rail('Optimiser'),
  run: () => document.getElementById('run'), charts: () => document.getElementById('charts'), timeline: () => document.getElementById('timeline'),
  'slow-motion': () => document.getElementById('slow-motion'), inspector: () => document.getElementById('inspector'),
  queries: () => document.querySelector('#side > [aria-label="Queries"]'), weights: () => document.querySelector('#side > :not([aria-label="Queries"])'),
  certificate: () => document.getElementById('certificate'), explanation: () => document.getElementById('explanation'),
  runs: () => document.getElementById('runs'), comparison: () => document.getElementById('comparison'),
});

/** @param {string} title */
function rail(title) {
  return [...document.querySelectorAll('#choices > .panel')].find((panel) => panel.querySelector('h2')?.textContent === title);
}

/** @param {HTMLElement} root @param {import('../store.js').Store} store */
export function mount(root, store) {
  const all = h('button', { type: 'button', class: 'quiet', onclick: () => store.dispatch({ type: 'show all', all: !store.get().lessons.all }) });
  const whole = h('a', { class: 'quiet-link', target: '_blank', rel: 'noopener' }, 'Open in a page of its own');
  const foot = h('footer', { class: 'hiding' }, all, whole);
  root.append(foot);
  store.watch(({ lessons }) => [lessons.hide, lessons.open, lessons.all, lessons.embed], ([, , , embed]) => {
    const { lessons } = store.get();
    const gone = hidden(lessons);
    for (const [name, place] of Object.entries(PLACES)) place()?.classList.toggle('left-out', gone.includes(name) || (embed && name === 'header' && !lessons.all));
    document.body.classList.toggle('embedded', embed);
    const some = embed || hidden({ ...lessons, all: false }).length > 0;
    foot.hidden = !some;
    say(all, lessons.all ? 'Hide controls again' : 'Show all controls');
    whole.hidden = !embed;
  });
  // The address changes with the state, a moment later than it.
  whole.addEventListener('focus', aim);
  whole.addEventListener('pointerenter', aim);
  function aim() {
    whole.href = location.href.replace(/&embed=true/, '').replace(/&hide=[^&]*/, '');
  }
  aim();
}

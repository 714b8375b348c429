// One picture alone, for a frame of another page: hides all that stands beside the picture, and puts a caption below it
// with a link to the whole page. Fetched when a link asks for a picture.

import './one-picture.css';
import { chartsOf } from '../features/run/charts/charts-of.js';
import { newest } from '../features/run/training/run-state.js';
import { methodLabel } from '../features/settings/settings.js';
import { labOf } from '../features/theory/theory-state.js';
import { count } from '../lib/format.js';
import { pageAddress } from '../lib/page-address.js';
import { h, say } from '../ui/dom.js';
import { CHARTS, PICTURES } from './parts.js';

/** @typedef {import('./reducer.js').State} State */

/** Pictures with data of their own. */
const APART = ['comparison', 'theory', 'sketch'];

/** @param {HTMLElement} root the body @param {import('./reducer.js').AppStore} store */
export function mount(root, store) {
  const words = h('h1', {});
  const whole = h('a', { target: '_blank', rel: 'noopener' }, 'Open the whole page');
  const caption = h('footer', { class: 'picture-caption' }, words, whole);
  root.append(caption);
  /** @type {Element | null} */
  let marked = null;

  /** Marks the picture, and all that it stands in. @param {Element | null} picture */
  function mark(picture) {
    if (picture === marked) return;
    for (const one of root.querySelectorAll('.picture-way, .picture-alone')) {
      one.classList.remove('picture-way', 'picture-alone');
    }
    picture?.classList.add('picture-alone');
    for (let one = picture?.parentElement; one && one !== root; one = one.parentElement) {
      one.classList.add('picture-way');
    }
    marked = picture;
  }
  const find = () => {
    const { picture } = store.get().lessons;
    mark(PICTURES.find(({ id }) => id === picture)?.place() ?? null);
  };
  // Parts of the page are fetched, and stand there later than this view.
  new MutationObserver(find).observe(root, { childList: true, subtree: true });
  store.watch(({ lessons }) => [lessons.picture], ([picture]) => {
    if (picture === null) delete root.dataset.picture;
    else root.dataset.picture = picture;
    caption.hidden = picture === null;
    find();
  });
  store.watch((state) => [state.lessons, state.run, state.cursor, state.data, state.settings],
    () => say(words, wordsOf(store.get())));
  // The address changes with the state, a moment later than it.
  const aim = () => { whole.href = location.href.replace(/&(picture|embed)=[^&]*/g, ''); };
  for (const event of ['focus', 'pointerenter']) whole.addEventListener(event, aim);
  aim();
  whole.hidden = !pageAddress();
}

/** Returns what is shown: the picture, and the run that it belongs to. @param {State} state */
function wordsOf(state) {
  const { lessons: { picture, open }, run, cursor, data, catalog, settings } = state;
  if (picture === 'lesson') return open ? `${open.lesson.title}: ${open.lesson.steps[open.step].title}` : '';
  const shown = PICTURES.find(({ id }) => id === picture);
  if (!shown) return '';
  const chart = CHARTS.indexOf(shown.id);
  const name = shown.id === 'theory' ? labOf(state.theory).title : chart < 0 ? shown.title
    : chartsOf(state)[chart]?.name ?? 'This method has no such chart';
  if (APART.includes(shown.id) || !data) return name;
  const last = newest(run);
  return [name, methodLabel(catalog, (run?.settings ?? settings).method), data.request.name,
    last > 0 ? `iteration ${count(cursor.iteration)} of ${count(last)}` : 'nothing is trained yet'].join(' · ');
}

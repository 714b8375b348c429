// On a narrow screen one chart is shown at a time, behind a switch of three. On a wide one all are.

import { chartsOf } from '../features/run/charts/charts-of.js';
import { h, say } from '../ui/dom.js';

const MEASURE = 2; // the chart that the sentence above speaks of

/** @param {HTMLElement} root @param {HTMLElement} place the charts @param {import('./reducer.js').AppStore} store */
export function mount(root, place, store) {
  const buttons = [0, 1, 2].map((at) => h('button', { type: 'button', onclick: () => show(at) }));
  root.append(h('div', { role: 'group', class: 'chart-switch', 'aria-label': 'Chart shown' }, buttons));

  /** @param {number} chart */
  function show(chart) {
    place.dataset.shown = String(chart);
    buttons.forEach((button, at) => button.setAttribute('aria-pressed', String(at === chart)));
  }
  show(MEASURE);
  store.watch(({ run, settings, catalog }) => [run, settings, catalog], () => {
    const drawn = chartsOf(store.get());
    buttons.forEach((button, at) => {
      button.hidden = at >= drawn.length;
      say(button, drawn[at]?.name ?? '');
    });
    if (Number(place.dataset.shown) >= drawn.length) show(drawn.length - 1);
  });
  // The chart at which a lesson points is shown.
  new MutationObserver(() => {
    const at = [...place.querySelectorAll('.chart')].findIndex((card) =>
        card.matches('.highlighted') || card.querySelector('.highlighted'));
    if (at >= 0 && place.dataset.pointed !== String(at)) show(at);
    place.dataset.pointed = String(at);
  }).observe(place, { subtree: true, attributes: true, attributeFilter: ['class'] });
}

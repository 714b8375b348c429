// On a narrow screen many runs open from the bar at the bottom, and the same button leads back to this run.

import { h, say } from '../ui/dom.js';
import { TABS, currentTab, groupOf } from './workspace-state.js';

/** @param {HTMLElement} bar @param {import('./reducer.js').AppStore} store */
export function mount(bar, store) {
  const label = h('span', {}, 'Runs');
  const number = h('sup', { 'aria-hidden': 'true' });
  const isMany = () => {
    const open = TABS.find(({ id }) => id === currentTab(store.get()));
    const group = open ? groupOf(open) : null;
    return group !== null && group !== 'This run';
  };
  const button = h('button', { type: 'button', class: 'runs-button', onclick: () => {
    store.dispatch({ type: 'panel', panel: isMany() ? TABS[0].id : 'runs', open: true });
    document.getElementById('tabs')?.scrollIntoView({ block: 'start' });
  } }, label, number);
  bar.append(button);
  store.watch((state) => [currentTab(state), state.runs.list.length], ([, runs]) => {
    say(label, isMany() ? 'This run' : 'Runs');
    say(number, runs && !isMany() ? String(runs) : '');
  });
}

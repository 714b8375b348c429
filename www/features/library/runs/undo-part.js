// The line that says which runs were deleted last, and brings them back.

import { plural } from '../../../lib/format.js';
import { h, say } from '../../../ui/dom.js';
import { handOn } from '../../../ui/focus.js';
import { deletedRuns } from './runs-undo.js';

const NAMED = 3; // runs whose names are shown

/** @param {import('./runs-state.js').RunsStore} store */
export function undoPart(store) {
  const text = h('span', {});
  const button = h('button', { type: 'button', onclick: () => {
    handOn(element, () => store.dispatch({ type: 'runs/undo' }), () => document.getElementById('tab-runs'));
  } }, 'Undo');
  const element = h('p', { class: 'undo', 'aria-live': 'polite' }, text, button);
  store.watch(({ runs }) => [runs.list, runs.undo], () => {
    const { runs } = store.get();
    const names = deletedRuns(runs).map(({ name }) => name);
    element.hidden = names.length === 0;
    const what = names.length > NAMED ? plural(names.length, 'run') : names.join(', ');
    const [verb, why] = [names.length === 1 ? 'was' : 'were', runs.undo?.by === null ? '' : ' to make room'];
    say(text, `${what} ${verb} deleted${why}.`);
    button.setAttribute('aria-label', `Undo: bring back ${what}`);
  });
  return element;
}

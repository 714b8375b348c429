// The choice of the data of a study: its own, as in the paper, or those that are loaded in the mode Explore.

import { fill, h, say } from '../../../ui/dom.js';
import { isSameForStudy } from '../../data/study-data.js';

/** @typedef {import('./study-state.js').StudyStore} Store */

/** @param {Store} store */
export function dataChoice(store) {
  const choose = (/** @type {boolean} */ own) => store.dispatch({ type: 'study/data', own });
  const [paper, mine] = [false, true].map((own) => {
    const input = h('input', { type: 'radio', name: 'study-data', value: own ? 'own' : 'paper',
      onchange: () => choose(own) });
    const text = h('span', {}, 'As in the paper');
    return { input, text, label: h('label', {}, input, text) };
  });
  const told = h('p', { class: 'study-data-told', 'aria-live': 'polite' });
  const renew = h('button', { type: 'button', class: 'quiet', onclick: () => choose(true) }, 'Take the new data');
  store.watch(({ study, data }) => [study.chosen, study.refused, data], ([chosen, refused, data]) => {
    const own = chosen?.own;
    const name = (own?.data ?? data)?.request.name;
    paper.input.checked = !own;
    mine.input.checked = Boolean(own);
    say(mine.text, name ? `On my data: ${name}` : 'On my data');
    mine.label.title = `${name ? `${name}, the` : 'The'} data of the mode Explore`;
    const hasChanged = own && data && !isSameForStudy(own.data, data);
    told.hidden = !refused && !hasChanged;
    told.classList.toggle('problem', refused !== '');
    fill(told, refused || (hasChanged
      && [`Explore has other data now. This study stays on ${own.data.request.name}. `, renew]));
  });
  return { told, choice: h('fieldset', { class: 'study-data' }, h('legend', { class: 'hidden' }, 'Data of the study'),
    paper.label, mine.label) };
}

// Where features get their names, and in which order the weights are told. Part of the weights' card.

import { h, fill } from '../dom.js';
import { feature_names } from '../core.js';
import { faultOf, messageOf } from '../fault.js';
import { handOn } from '../focus.js';
import { freshId, selectField } from '../fields.js';
import { plural, sentence } from '../format.js';

const LARGEST = 10_000_000; // bytes; a names file is small

/** @param {import('../store.js').Store} store */
export function weightsOrder(store) {
  const field = selectField('Order', (order) => store.dispatch({ type: 'weights order', order: order === 'index' ? 'index' : 'size' }));
  store.watch(({ insight }) => [insight.order], ([order]) => field.update([{ value: 'size', text: 'by size |w|' }, { value: 'index', text: 'by index' }], order, null));
  return h('div', { class: 'inline weights-order' }, field.element);
}

/** @param {import('../store.js').Store} store */
export function namesPicker(store) {
  const id = freshId('names');
  const input = h('input', { id, type: 'file', accept: '.txt,.csv,.tsv,.names', 'aria-describedby': `${id}-note`, onchange: () => {
    const [file] = input.files ?? [];
    if (file) void read(file);
    input.value = ''; // The same file may be chosen again once it is mended.
  } });
  const note = h('div', { class: 'note', id: `${id}-note`, 'aria-live': 'polite' });
  const drop = h('button', { type: 'button', class: 'quiet', onclick: () => store.dispatch({ type: 'names dropped' }) }, 'Forget the names');

  /** @param {File} file */
  async function read(file) {
    try {
      if (file.size > LARGEST) throw new Error(`${file.name} is too large to be a file of names.`);
      store.dispatch({ type: 'names', file: file.name, names: feature_names(await file.text()).names });
    } catch (error) {
      const fault = faultOf(error);
      const lines = fault?.problems.length ? fault.problems.map(({ line, problem }) => `Line ${line}: ${problem}`) : [sentence(messageOf(error))];
      if (fault && fault.total > fault.problems.length) lines.push(`${fault.total} faults in all.`);
      store.dispatch({ type: 'names refused', file: file.name, lines });
    }
  }

  store.watch(({ insight, data }) => [insight.names, insight.refused, data], ([names, refused, data]) => {
    handOn(drop, () => { drop.hidden = !names; }, input);
    const told = data?.summaries.train.feature_names?.filter(Boolean).length ?? 0;
    const given = names?.names.filter(Boolean).length ?? 0;
    const beyond = names && data ? names.names.length - data.summaries.train.features : 0;
    fill(note,
      refused && h('span', { class: 'problem' }, `${refused.file} was not taken. ${refused.lines.slice(0, 5).join(' ')}`),
      h('span', {}, names ? `${plural(given, 'name')} from ${names.file}.${beyond > 0 ? ` The data have ${plural(data?.summaries.train.features ?? 0, 'feature')}; the names behind them are unused.` : ''}`
        : told ? `${plural(told, 'name')} from the head of the file.` : 'One name per line, or lines like “3 title length”. The head of a LETOR file can tell them too: # 3: title length'));
  });
  return h('details', { class: 'more names' }, h('summary', {}, 'Names of features'), h('div', { class: 'field' }, h('label', { htmlFor: id }, 'Feature names'), input, note, drop));
}

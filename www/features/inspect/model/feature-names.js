// The controls for names of features and for the order of the weights. Part of the weights panel.

import { h, fill } from '../../../ui/dom.js';
import { feature_names } from '../../../wasm/rankscope.js';
import { faultOf, messageOf } from '../../../core/errors.js';
import { handOn } from '../../../ui/focus.js';
import { freshId, selectField } from '../../../ui/fields.js';
import { plural, sentence } from '../../../lib/format.js';
import { whyUnreadable } from '../../../lib/file-problem.js';

const LARGEST = 10_000_000; // bytes; a names file is small

/** @param {import('./model-state.js').ModelStore} store */
export function weightsOrder(store) {
  const field = selectField('Order',
    (order) => store.dispatch({ type: 'model/order', order: order === 'index' ? 'index' : 'size' }));
  store.watch(({ model }) => [model.order],
    ([order]) =>
      field.update([{ value: 'size', text: 'by size |w|' }, { value: 'index', text: 'by index' }], order, null));
  return h('div', { class: 'inline weights-order' }, field.element);
}

/** @param {import('./model-state.js').ModelStore} store */
export function namesPicker(store) {
  const id = freshId('names');
  const input = h('input',
    { id, type: 'file', accept: '.txt,.csv,.tsv,.names', 'aria-describedby': `${id}-note`, onchange: () => {
    const [file] = input.files ?? [];
    if (file) void read(file);
    input.value = ''; // so that the same file can be chosen again after a correction
  } });
  const note = h('div', { class: 'note', id: `${id}-note`, 'aria-live': 'polite' });
  const drop = h('button',
    { type: 'button', class: 'quiet', onclick: () => store.dispatch({ type: 'model/forget names' }) },
    'Remove the names');

  /** @param {File} file */
  async function read(file) {
    try {
      if (file.size > LARGEST) throw new Error(`${file.name} is too large for a file of names.`);
      store.dispatch({ type: 'model/names', file: file.name, names: feature_names(await file.text()).names });
    } catch (error) {
      const fault = faultOf(error);
      const lines = fault?.problems.length ? fault.problems.map(({ line, problem }) => `Line ${line}: ${problem}`)
        : [await whyUnreadable(file) ?? sentence(messageOf(error))];
      if (fault && fault.total > fault.problems.length) lines.push(`${fault.total} faults in all.`);
      store.dispatch({ type: 'model/names refused', file: file.name, lines });
    }
  }

  store.watch(({ model, data }) => [model.names, model.refused, data], ([names, refused, data]) => {
    handOn(drop, () => { drop.hidden = !names; }, input);
    fill(note,
      refused
        && h('span', { class: 'problem' }, `${refused.file} could not be used. ${refused.lines.slice(0, 5).join(' ')}`),
      h('span', {}, namesText(names, data?.summaries.train)));
  });
  return h('details', { class: 'more names' }, h('summary', {}, 'Names of features'),
    h('div', { class: 'field' }, h('label', { htmlFor: id }, 'Feature names'), input, note, drop));
}

/**
 * Returns where the names come from, in words.
 * @param {import('./model-state.js').ModelView['names']} names those of a names file
 * @param {import('../../../core/protocol.js').DatasetSummary | undefined} data
 */
function namesText(names, data) {
  if (!names) {
    const inHead = data?.feature_names?.filter(Boolean).length ?? 0;
    if (inHead) return `${plural(inHead, 'name')} from the head of the file.`;
    return 'One name per line, or lines like “3 title length”. The head of a LETOR file can give them too: # 3: title '
      + 'length';
  }
  const named = names.names.filter(Boolean).length;
  const features = data?.features ?? Infinity;
  const unused = names.names.length > features
    ? ` The data have ${plural(features, 'feature')}, so the remaining names are not used.` : '';
  return `${plural(named, 'name')} from ${names.file}.${unused}`;
}

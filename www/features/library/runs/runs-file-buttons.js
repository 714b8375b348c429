// The buttons that save the kept runs to a file and add runs from a file.

import { h } from '../../../ui/dom.js';
import { download } from '../../../ui/download.js';
import { freshId } from '../../../ui/fields.js';
import { plural } from '../../../lib/format.js';
import { addRunsFile } from './add-runs-file.js';
import { runsFile } from './runs-file.js';

/**
 * @param {import('./runs-state.js').RunsStore} store
 * @param {(text: string) => void} tell shows and announces a sentence
 */
export function runsFileButtons(store, tell) {
  const id = freshId('runs-file');
  const save = h('button', { type: 'button', onclick: () => {
    const { list } = store.get().runs;
    download(runsFile(list), 'application/json', 'rankscope-runs.json');
    tell(`${plural(list.length, 'run')} saved to a file.`);
  } }, 'Save runs');
  const name = 'Add runs from a file';
  const input = h('input', { id, type: 'file', accept: '.json', 'aria-label': name, onchange: () => {
    const [file] = input.files ?? [];
    if (file) void addRunsFile(store, file).then(({ text }) => tell(text));
    // The same file can be chosen again.
    input.value = '';
  } });
  const caption = h('span', { class: 'file-name', 'aria-hidden': 'true' }, name);
  return { save, open: h('label', { class: 'file', htmlFor: id }, input, caption) };
}

// Files dropped anywhere on the page.

import { h } from '../dom.js';
import { ownRequest, sortFiles } from '../requests.js';

/** @param {HTMLElement} root @param {import('../store.js').Store} store */
export function mount(root, store) {
  const veil = h('div', { class: 'veil', hidden: true, 'aria-hidden': 'true' }, h('p', {}, 'Drop LETOR files here', h('small', {}, 'They never leave this device. Files named “vali” or “test” become held-out data; a .json file is opened as a lesson.')));
  root.append(veil);
  let depth = 0;

  /** @param {DragEvent} event */
  const hasFiles = (event) => event.dataTransfer?.types.includes('Files') ?? false;
  /** @param {number} now */
  const setDepth = (now) => {
    depth = Math.max(0, now);
    veil.hidden = depth === 0;
  };

  document.addEventListener('dragenter', (event) => { if (hasFiles(event)) setDepth(depth + 1); });
  document.addEventListener('dragleave', (event) => { if (hasFiles(event)) setDepth(depth - 1); });
  document.addEventListener('dragover', (event) => { if (hasFiles(event)) event.preventDefault(); });
  document.addEventListener('drop', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setDepth(0);
    const files = [...(event.dataTransfer?.files ?? [])];
    const [first] = files;
    if (files.length === 1 && /\.json$/i.test(first.name)) return store.dispatch({ type: 'lesson file', file: first });
    const { train, valid, test } = sortFiles(files);
    if (train) store.dispatch({ type: 'load', request: ownRequest(train, valid, test, store.get()) });
    else store.dispatch({ type: 'alert', alert: { title: 'No training file among the dropped files.', detail: 'Drop one whose name holds neither “vali” nor “test”.', problems: [], total: 0 } });
  });
}

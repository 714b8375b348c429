// Files dropped anywhere on the page.

import { h } from '../dom.js';
import { ownRequest } from '../requests.js';

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
  document.addEventListener('drop', async (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setDepth(0);
    const files = [...(event.dataTransfer?.files ?? [])];
    const [first] = files;
    if (files.length === 1 && /\.json$/i.test(first.name)) return store.dispatch({ type: 'lesson file', file: first });
    const { sortFiles } = await import('../dropping.js');
    const { train, valid, test, unused } = sortFiles(files);
    if (!train) return tell('No training file among the dropped files.', 'Drop one that is called neither “vali” nor “test”.');
    store.dispatch({ type: 'load', request: ownRequest(train, valid, test, store.get()) });
    if (!unused.length) return;
    const { loads } = store.get();
    // What is loaded takes old messages away.
    const stop = store.subscribe(({ loads: now }, action) => {
      const here = action.type === 'loaded' && action.load === loads;
      if (here || now !== loads) stop();
      if (here) tell('Not all of the dropped files are used.', `Without use: ${namesOf(unused)}. Files are told apart by “train”, “vali” and “test” in their names.`);
    });
  });

  /** @param {string} title @param {string} detail */
  function tell(title, detail) {
    store.dispatch({ type: 'alert', alert: { title, detail, problems: [], total: 0 } });
  }
}

/** @param {File[]} files */
function namesOf(files) {
  const names = files.slice(0, 5).map(({ name }) => name).join(', ');
  return files.length > 5 ? `${names} and ${files.length - 5} more` : names;
}

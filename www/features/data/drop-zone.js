// Files dropped anywhere on the page.

import { h } from '../../ui/dom.js';

/**
 * @param {HTMLElement} root
 * @param {import('./data-state.js').DataStore} store
 * @param {import('./file-choices.js').Documents} documents what holds no data
 * @param {(files: File[]) => Promise<boolean>} openRatings gets the files; true: one holds ratings and is opened
 */
export function mount(root, store, documents, openRatings) {
  const overlay = h('div', { class: 'drop-overlay', hidden: true, 'aria-hidden': 'true' }, h('p', {},
    'Drop LETOR, CSV or TSV files here',
    h('small', {}, 'They never leave this device. Files named “vali” or “test” become held-out data. Pages as JSON '
      + 'become columns. Dropped alone, a model, a run, a study, a lesson or kept runs are opened.')));
  root.append(overlay);
  let depth = 0;

  /** @param {DragEvent} event */
  const hasFiles = (event) => event.dataTransfer?.types.includes('Files') ?? false;
  /** @param {number} now */
  const setDepth = (now) => {
    depth = Math.max(0, now);
    overlay.hidden = depth === 0;
  };

  document.addEventListener('dragenter', (event) => { if (hasFiles(event)) setDepth(depth + 1); });
  document.addEventListener('dragleave', (event) => { if (hasFiles(event)) setDepth(depth - 1); });
  document.addEventListener('dragover', (event) => { if (hasFiles(event)) event.preventDefault(); });
  document.addEventListener('drop', async (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setDepth(0);
    // Before anything is waited for: afterwards the browser hands nothing over.
    const dropped = droppedOn(event);
    const { openDropped } = await import('./open-dropped.js');
    await openDropped(store, dropped, documents, openRatings);
  });
}

/**
 * What a drop hands over; folders are recognised where the browser can tell them.
 * @param {DragEvent} event
 * @returns {import('./classify-files.js').Dropped[]}
 */
function droppedOn(event) {
  const items = [...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file');
  return items.flatMap((item) => {
    const entry = item.webkitGetAsEntry?.();
    const file = item.getAsFile();
    const isFolder = entry?.isDirectory ?? false;
    const name = isFolder ? entry?.name : file?.name;
    return name === undefined ? [] : [{ name, file: isFolder ? null : file }];
  });
}

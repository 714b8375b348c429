// What the page knows of this panel before it is opened.

/** @type {import('../../../store/panels.js').Panel} */
export const MODEL_FILE_PANEL = {
  id: 'modelfile', title: 'Model of a file', about: 'a model from a file, on the data of the page and beside its run',
  within: 'runs',
  load: () => import('./model-file-panel.js'),
  hideable: true, linkable: true,
};

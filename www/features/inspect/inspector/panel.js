// What the page knows of this panel before it is opened.

/** @type {import('../../../store/panels.js').Panel} */
export const INSPECTOR_PANEL = {
  id: 'inspector', title: 'Violating permutation', about: '', tab: { name: 'Violator', group: 'This run' },
  withoutPlanes: { name: 'Pulls', title: 'Pulls', about: '' },
  hideable: true, linkable: true,
};

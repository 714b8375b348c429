// What the page knows of this panel before it is opened.

/** @type {import('../../../store/panels.js').Panel} */
export const LESSONS_PANEL = {
  id: 'lessons', title: 'Lessons', about: '',
  tab: { name: 'Lessons', mode: 'Lessons' },
  load: () => import('./lessons-panel.js'),
  hideable: true, linkable: true,
};

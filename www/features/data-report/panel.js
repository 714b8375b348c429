// What the page knows of this panel before it is opened.

import { NO_REPORT, REPORT_REQUEST, reduceReport } from './data-report-state.js';

/** @type {import('../../store/panels.js').Panel} */
export const DATA_REPORT_PANEL = {
  id: 'datareport', title: 'Data report',
  about: 'sizes, grades and faults of the data, and what each feature orders alone',
  tab: { name: 'Data', group: 'The data' },
  load: () => import('./data-report-panel.js'),
  slice: { first: NO_REPORT, reduce: reduceReport }, requests: [REPORT_REQUEST],
  hideable: true, linkable: true,
};

// The parts of the page that lessons and links can name, and where each stands.

import { PANELS } from './panels.js';

/** @param {...string} ids */
const byId = (...ids) => () => ids.flatMap((id) => document.getElementById(id) ?? []);

/** `linkable`: links say whether it is open. @type {{ id: string, places: () => Element[], linkable?: boolean }[]} */
const FIXED = [
  { id: 'header', places: byId('header') },
  { id: 'data', places: byId('settings-data', 'settings-data-more') },
  { id: 'loss', places: byId('settings-loss', 'settings-loss-more') },
  { id: 'optimiser', places: byId('settings-optimiser', 'settings-optimiser-more') },
  { id: 'run', places: byId('run') },
  { id: 'charts', places: byId('charts') },
  { id: 'timeline', places: byId('timeline') },
  { id: 'slow-motion', places: byId('slow-motion'), linkable: true },
  { id: 'queries', places: byId('queries') },
  { id: 'lesson-editor', places: byId('lesson-editor'), linkable: true },
];

/** The parts that lessons and links can leave out of the page. A tab goes with its panel. */
export const HIDEABLE_PARTS = [
  ...FIXED,
  ...PANELS.filter(({ hideable }) => hideable)
    .map(({ id, tab }) => ({ id, places: byId(id, ...(tab ? [`tab-${id}`] : [])) })),
];

/** The charts of a run, in their order: which ones there are depends on the method. */
export const CHARTS = ['chart-1', 'chart-2', 'chart-3'];

/** Panels that say something without the rest of the page. */
const ALONE = ['inspector', 'ranks', 'weights', 'weightplane', 'certificate', 'bounds', 'explanation', 'plane',
  'comparison', 'theory', 'sketch'];

/**
 * The pictures that a link can show alone, each with its title, the panel that has to be open, and where it stands.
 * `lesson` is what the open step of a lesson shows beside its text.
 * @type {{ id: string, title: string, panel?: string, place: () => Element | null }[]}
 */
export const PICTURES = [
  ...CHARTS.map((id, at) => ({ id, title: '', place: () => document.querySelectorAll('#charts .chart').item(at) })),
  ...PANELS.filter(({ id }) => ALONE.includes(id))
    .map(({ id, title }) => ({ id, title, panel: id, place: () => document.getElementById(id) })),
  { id: 'lesson', title: '', place: () => document.getElementById('main') },
];

/** The names of these pictures. */
export const SHOWABLE = PICTURES.map(({ id }) => id);

/** Their names. */
export const HIDEABLE = HIDEABLE_PARTS.map(({ id }) => id);

/** The names of the panels that a link can open. */
export const LINKABLE = [...PANELS, ...FIXED].filter(({ linkable }) => linkable).map(({ id }) => id);

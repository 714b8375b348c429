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

/** Their names. */
export const HIDEABLE = HIDEABLE_PARTS.map(({ id }) => id);

/** The names of the panels that a link can open. */
export const LINKABLE = [...PANELS, ...FIXED].filter(({ linkable }) => linkable).map(({ id }) => id);

// The pictures that can be embedded now, each with its title. Fetched with the dialog of embedding.

import { chartsOf } from '../features/run/charts/charts-of.js';
import { newest } from '../features/run/training/run-state.js';
import { labOf } from '../features/theory/theory-state.js';
import { isOpen } from '../store/panels.js';
import { PANELS } from './panels.js';
import { CHARTS, PICTURES } from './parts.js';

/** Pictures of modes with data of their own, which are offered in their mode only. */
const OF_MODES = ['theory', 'sketch'];

/** @param {import('./reducer.js').State} state @returns {{ id: string, title: string }[]} */
export function offeredPictures(state) {
  const { open } = state.lessons;
  if (open) return [{ id: 'lesson', title: `What step ${open.step + 1} shows: ${open.lesson.steps[open.step].title}` }];
  const isTrained = newest(state.run) > 0;
  return PICTURES.flatMap(({ id, title }) => {
    const chart = CHARTS.indexOf(id);
    if (chart >= 0) {
      const name = chartsOf(state)[chart]?.name;
      return isTrained && name ? [{ id, title: `Chart: ${name}` }] : [];
    }
    const panel = PANELS.find((one) => one.id === id);
    const around = PANELS.find((one) => one.id === panel?.within);
    if (!panel || panel.waits?.(state) || around?.waits?.(state)) return [];
    if (OF_MODES.includes(id) && !isOpen(state, id)) return [];
    return [{ id, title: id === 'theory' ? labOf(state.theory).title : title }];
  });
}

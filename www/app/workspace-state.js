// Which tab of the workspace is shown. It follows from the panels that are open, so that links and lessons name panels
// only. Pure.

import { hidden } from '../features/learn/lessons/lesson-state.js';
import { PANELS } from './panels.js';

/** @typedef {import('../features/learn/lessons/lesson-state.js').Lessons} Lessons */
/** @typedef {import('../store/panels.js').Panel} Panel */
/** @typedef {Omit<Panel, 'tab'> & { tab: NonNullable<Panel['tab']> }} Tab */

/** The panels that are tabs, in the order of the tablist. */
export const TABS = /** @type {Tab[]} */ (PANELS.filter(({ tab }) => tab));

/** The modes, and the tab of each but Explore, in the order of the header. */
export const MODES = /** @type {const} */ (['Explore', 'Sketch', 'Studies', 'Ratings', 'Clicks', 'Lessons']);

/** The mode that a tab belongs to. @param {Tab} panel @returns {typeof MODES[number]} */
export const modeOf = ({ tab }) => ('mode' in tab ? tab.mode : 'Explore');

/** The group of a tab of Explore, null for the tab of another mode. @param {Tab} panel */
export const groupOf = ({ tab }) => ('group' in tab ? tab.group : null);

/** The name of a panel in the switch of its mode. @param {Tab} panel */
export const viewOf = ({ tab }) => ('view' in tab && tab.view) || tab.name;

/** The panels that fold inside a tab. */
export const INNER = PANELS.filter(({ within }) => within);

const FIRST = TABS[0].id;

/**
 * The panels once one of them is opened or closed. Opening a tab closes the others; opening a panel inside a tab opens
 * that tab.
 * @param {Record<string, boolean>} panels
 * @param {string} id
 * @param {boolean} open
 * @returns {Record<string, boolean>}
 */
export function withPanel(panels, id, open) {
  const tab = INNER.find((panel) => panel.id === id)?.within ?? id;
  if (!open || !TABS.some((one) => one.id === tab)) return { ...panels, [id]: open };
  const rest = Object.fromEntries(TABS.map((one) => [one.id, false]));
  const next = { ...panels, ...rest, [id]: open };
  // The first tab is shown when no panel is open, so links name it only beside a panel inside another tab.
  return { ...next, [tab]: tab !== FIRST || INNER.some((panel) => next[panel.id]) };
}

/**
 * The tab that is shown: the last one opened, else the one around an open panel, else the first; never one that is left
 * out.
 * @param {import('../store/panels.js').PanelsState & { lessons: Lessons }} state
 */
export function currentTab({ panels, lessons }) {
  const left = hidden(lessons);
  const open = Object.keys(panels).filter((id) => panels[id]);
  const around = open.flatMap((id) => INNER.find((panel) => panel.id === id)?.within ?? []);
  const wanted = open.findLast((id) => TABS.some((tab) => tab.id === id)) ?? around.at(-1) ?? FIRST;
  const offered = TABS.filter(({ id }) => !left.includes(id));
  return (offered.find(({ id }) => id === wanted) ?? offered[0] ?? TABS[0]).id;
}

/** The mode of the tab that is shown. @param {import('../store/panels.js').PanelsState & { lessons: Lessons }} state */
export const currentMode = (state) => modeOf(TABS.find(({ id }) => id === currentTab(state)) ?? TABS[0]);

// Which panels are open. Pure.

/** `panels`: by the id of their section. @typedef {{ panels: Record<string, boolean> }} PanelsState */
/** @typedef {{ type: 'panel', panel: string, open: boolean }} PanelAction */

/** Whether a panel is open. @param {PanelsState} state @param {string} panel */
export function isOpen(state, panel) {
  return Boolean(state.panels[panel]);
}

/** The panels of a link or a lesson, and no others. @param {string[]} names @returns {Record<string, boolean>} */
export function onlyOpen(names) {
  return Object.fromEntries(names.map((name) => [name, true]));
}

/** The names of the panels that are open. @param {PanelsState} state */
export function openPanels({ panels }) {
  return Object.keys(panels).filter((panel) => panels[panel]);
}

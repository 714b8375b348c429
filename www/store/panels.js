// What a panel declares, and which panels are open. Pure.

/** The state of the whole page, whose type would be a cycle. @typedef {any} State */

/**
 * A panel of the workspace.
 *
 * `id`: of its section, in links and lessons, and what its actions begin with.
 * `tab`: the short name in its tablist; a panel without one folds inside the tab `within`. A tab of the mode Explore
 * has a group; the tab of the first panel of another mode stands in the header. Further panels of a mode stand behind a
 * switch at its top, under the names `view`.
 * `withoutPlanes`: how it is called where the method has no cutting planes.
 * `load`: fetches the content when the panel is first opened; absent where main.js mounts it at the start.
 * `slice`: the state that it has to itself, named by its id, and how an action `ID/…` changes it.
 * `requests`: to the worker while the panel is open. `waits`: what the panel waits for while it has nothing to show.
 * `hideable`: lessons and links can leave it out. `linkable`: links say whether it is open.
 * @typedef {object} Panel
 * @property {string} id
 * @property {string} title
 * @property {string} about
 * @property {{ name: string, group: 'This run' | 'Many runs' | 'The data' }
 *   | { name: string, mode: 'Sketch' | 'Studies' | 'Ratings' | 'Clicks' | 'Lessons', view?: string }} [tab]
 * @property {{ name: string, title: string, about: string }} [withoutPlanes]
 * @property {string} [within]
 * @property {() => Promise<{ body: (store: import('./store.js').Store<State, never>) => unknown[] }>} [load]
 * @property {Slice} [slice]
 * @property {import('../core/protocol.js').RequestKind<State>[]} [requests]
 * @property {(state: State) => string} [waits]
 * @property {boolean} hideable
 * @property {boolean} linkable
 */

/**
 * A slice of the state: what it is at first, and how an action changes it.
 * @typedef {{ first: any, reduce: (slice: any, action: any, state: State) => unknown }} Slice
 */

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

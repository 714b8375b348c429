// State of a link that needs private files: the needed files, and those chosen instead. Pure.

import { onlyOpen } from '../../../store/panels.js';
import { withLab } from '../../theory/theory-state.js';
import { INITIAL_FIELDS } from './url.js';

/** @typedef {import('./url.js').View} View */
/** @typedef {import('./url.js').Wanted} Wanted */

/**
 * `refused`: chosen files that differ from those of the link. `anyhow`: with them every part has a file.
 * @typedef {{ wanted: Wanted[], refused: { name: string, checksum: string }[], anyhow: boolean, note: string }} Links
 */

/** A file that the user chose for a link. @typedef {{ file: File, checksum: string }} Offer */

/**
 * `links/files` and `links/open anyway` only start other actions.
 * @typedef {{ type: 'links/open', view: View } | import('../../driver/target.js').ViewAction
 *   | { type: 'links/files', files: File[] }
 *   | { type: 'links/open anyway' }
 *   | { type: 'links/refused', refused: Links['refused'], anyhow: boolean, note: string }
 *   | { type: 'links/close' }} LinkAction
 */

/**
 * `study`, `sketch`: of these modes, which open what a link holds.
 * @typedef {{ links: Links, study: { linked: string | null, link: string | null },
 *   sketch: import('./url.js').Drawn & { linked: View['sketch'] },
 *   theory: import('../../theory/theory-state.js').Theory }} LinksSlice
 */

/** What links see of the state. @typedef {LinksSlice & import('./url.js').Addressed} LinksState */
/**
 * @typedef {LinkAction | import('../../run/training/training-state.js').TrainingAction
 *   | import('../../inspect/model/model-state.js').ModelAction
 *   | import('../../inspect/inspector/inspector-state.js').InspectorAction} LinksAction
 */
/** @typedef {import('../../../store/store.js').Store<LinksState, LinksAction>} LinksStore */

/** @type {Links} */
export const NO_LINKS = { wanted: [], refused: [], anyhow: false, note: '' };

/**
 * @template {LinksState} S
 * @param {S} state
 * @param {LinkAction} action
 * @returns {S}
 */
export function reduceLinks(state, action) {
  switch (action.type) {
    case 'links/open': {
      const { files, study, sketch, theory } = action.view;
      return { ...withView(state, action.view), links: { ...NO_LINKS, wanted: files },
        theory: theory ? withLab(state.theory, theory.lab, theory.values) : state.theory,
        study: { ...state.study, linked: study }, sketch: { ...state.sketch, linked: sketch } };
    }
    case 'links/view': return withView(state, action);
    case 'links/refused': return { ...state,
      links: { ...state.links, refused: action.refused, anyhow: action.anyhow, note: action.note } };
    case 'links/close': return { ...state, links: NO_LINKS };
    default: return state;
  }
}

/**
 * @template {LinksState} S
 * @param {S} state @param {import('../../driver/target.js').View} view
 * @returns {S}
 */
function withView(state, { panels, fields, seed }) {
  return { ...state, ...INITIAL_FIELDS, ...fields, seed, panels: onlyOpen(panels) };
}

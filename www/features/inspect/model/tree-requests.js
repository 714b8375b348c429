// The requests of the views of trees, which say themselves what they want to know. Pure.

import { isOpen } from '../../../store/panels.js';

/** @typedef {import('../../../core/protocol.js').RequestKind<import('./model-state.js').ModelState>} RequestKind */

/** @param {RequestKind['type']} type @param {'paths' | 'dependence'} about @returns {RequestKind} */
const requestAbout = (type, about) => ({
  type, answer: `model/${about}`,
  wanted(state, { run }) {
    const question = isOpen(state, 'weights') && state.model.asked[about];
    return question && question.run === run.id ? question : null;
  },
});

export const TREE_REQUESTS = [requestAbout('tree paths', 'paths'), requestAbout('partial dependence', 'dependence')];

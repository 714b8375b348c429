// The view that explains why one document stands above another: the part of every feature in the difference.

import { ofRun } from '../../../lib/of-run.js';
import './weights.css';
import './explanation.css';
import { count } from '../../../lib/format.js';
import { explanationView } from '../../../ui/explanation-view.js';
import { pairOf } from './model-state.js';
import { pageFormulas } from './page-formulas.js';
import { featureName } from './weight-names.js';

/** @typedef {import('./model-state.js').ModelStore} Store */

/** What stands in it. @param {Store} store */
export function body(store) {
  const { elements, update } = explanationView(store, (pair) => store.dispatch({ type: 'model/pair', pair }));
  store.watch((state) =>
      [state.snapshot, state.model.explanation, state.model.pair, state.model.names, state.run?.status === 'lost'],
    () => {
      const state = store.get();
      const { snapshot, model, run } = state;
      const ranked = ofRun(snapshot, run)?.inspection ?? ofRun(snapshot, run)?.pulls ?? null;
      const { explanation = null, problem = '' } = ofRun(model.explanation, run) ?? {};
      update({ ranked, without: 'Choose a query in “Queries by slack”.', pair: pairOf(model, ranked), explanation,
        problem, nameOf: ({ feature }) => featureName(state, feature), isScaled: run?.settings.scale !== 'none',
        when: explanation ? `Iteration ${count(explanation.iteration)}.` : '' });
    });
  return [...elements, pageFormulas(store)];
}

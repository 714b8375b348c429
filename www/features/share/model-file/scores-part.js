// Two scores of the model of a file, feature by feature: why one document stands above another.

import '../../inspect/model/weights.css';
import '../../inspect/model/explanation.css';
import { h } from '../../../ui/dom.js';
import { explanationView } from '../../../ui/explanation-view.js';
import { pairOf } from '../../inspect/model/model-state.js';
import { monomialName, namesOf } from '../../inspect/model/weight-names.js';
import { rankedQuery, scoresQuestionOf } from './model-file-state.js';
import { featureOf } from './model-file-text.js';

/** @param {import('./model-file-state.js').ModelFileStore} store */
export function scoresPart(store) {
  const view = explanationView(store, (pair) => store.dispatch({ type: 'modelfile/pair', pair }));
  const element = h('section', { class: 'model-file-scores' }, h('h3', {}, 'Why is this above that?'), view.elements);
  store.watch(({ modelfile, model, data }) =>
      [modelfile.model, modelfile.answer, modelfile.pair, modelfile.scores, model.names, data],
    ([model, , pair, scores]) => {
      const ranked = rankedQuery(store.get().modelfile);
      element.hidden = !ranked || Boolean(model?.list);
      if (!ranked || !model || model.list) return;
      const called = namesOf(store.get(), model.features);
      view.update({ ranked, without: '', pair: pairOf({ pair }, ranked),
        explanation: scores?.answer?.explanation ?? null, problem: scores?.answer?.problem ?? '',
        nameOf: ({ factors }) => monomialName(factors, (feature) => featureOf(model, called, feature)),
        isScaled: model.scaling !== 'none', when: '' });
    });
  // The answer tells whether the worker has the model, the data and the query.
  store.watch(({ modelfile }) => [modelfile.answer, modelfile.pair], () => {
    const question = scoresQuestionOf(store.get().modelfile);
    if (question) store.dispatch({ type: 'modelfile/explain', ...question });
  });
  return element;
}

// The partial dependence of the score on a feature, as a curve that is computed when it is opened.

import '../../../pictures/trees.css';
import { ofRun } from '../../../lib/of-run.js';
import { count, plural, sentence, significant } from '../../../lib/format.js';
import { fill, h, say } from '../../../ui/dom.js';
import { selectField } from '../../../ui/fields.js';
import { quietWhileMoving } from '../../../ui/live-regions.js';
import { sizedPicture } from '../../../ui/sized-picture.js';
import { term } from '../../../ui/term.js';
import { smallChart } from '../../../pictures/small-chart.js';
import { featureName } from './weight-names.js';

/** @typedef {import('./model-state.js').ModelStore} Store */

const MOST = 500; // features that can be chosen

/** @param {Store} store */
export function dependencePart(store) {
  /** The chosen feature, null for the most important one. @type {number | null} */
  let chosen = null;
  const picked = selectField('Feature', (value) => {
    chosen = Number(value);
    update();
  });
  const words = h('p', { class: 'muted' });
  quietWhileMoving(store, words);
  const chart = h('div', { class: 'tree-chart' });
  const element = h('details', { class: 'more dependence', ontoggle: () => update() },
    h('summary', {}, 'Partial dependence on a feature'), picked.element, chart, words,
    h('p', { class: 'muted' }, term('partial-dependence', 'Partial dependence'), ': the mean score if all documents '
      + 'had this value of the feature and kept their other values. The ticks are quantiles of the feature.'));
  const draw = sizedPicture(chart, (width) => curveOf(store, width));

  function update() {
    const state = store.get();
    const { snapshot, run } = state;
    const uses = ofRun(snapshot, run)?.scorer?.uses ?? [];
    element.hidden = !uses.length;
    if (!snapshot || !uses.length || !element.open) return;
    const feature = uses.find((use) => use.feature === chosen)?.feature ?? uses[0].feature;
    const options = uses.slice(0, MOST)
      .map((use) => ({ value: String(use.feature), text: featureName(state, use.feature) }));
    picked.update(options, String(feature), null);
    const { iteration } = snapshot;
    const question = /** @type {const} */ ({ type: 'partial dependence', run: snapshot.run, iteration, feature });
    if (JSON.stringify(question) !== JSON.stringify(state.model.asked.dependence)) {
      store.dispatch({ type: 'model/ask', asked: { dependence: question } });
    }
    const told = ofRun(store.get().model.told.dependence, run);
    // The previous curve stays until the reply.
    if (told?.question.feature !== feature) return;
    chart.hidden = !told.value;
    if (told.value) draw();
    else fill(chart);
    say(words, told.value ? wordsOf(store, told.value) : sentence(told.problem));
  }

  store.watch((state) => [state.snapshot, state.model.names, state.model.told.dependence, state.run?.status === 'lost'],
    update);
  return element;
}

/** @param {Store} store @param {import('../../../wasm/rankscope.js').PartialDependence} curve */
function wordsOf(store, { values, means, documents }) {
  const { data, run } = store.get();
  const all = data?.summaries.train.documents ?? documents;
  const of = documents < all ? `${count(documents)} of ${plural(all, 'document')}, drawn by a fixed seed`
    : plural(documents, 'document');
  const last = values.length - 1;
  const range = last > 0 ? `The mean score goes from ${significant(means[0])} at ${significant(values[0])} to `
    + `${significant(means[last])} at ${significant(values[last])}` : 'The feature has one value';
  return `${range}; mean over ${of} of the training data. `
    + `Values are ${run?.settings.scale === 'none' ? 'as in the file' : 'as the model sees them, scaled'}.`;
}

/** @param {Store} store @param {number} width */
function curveOf(store, width) {
  const state = store.get();
  const told = ofRun(state.model.told.dependence, state.run);
  if (!told?.value) return null;
  const { values: xs, means: ys } = told.value;
  const name = featureName(state, told.question.feature);
  return smallChart(width, { xs, ys, axis: name, rug: true,
    label: `Partial dependence on ${name}: mean score ${significant(ys[0])} at ${significant(xs[0])}, `
      + `${significant(ys[ys.length - 1])} at ${significant(xs[xs.length - 1])}.` });
}

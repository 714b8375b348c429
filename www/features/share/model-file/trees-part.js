// The trees of the model of a file, one of them as a picture. The file is parsed when they are first looked at.

import '../../inspect/model/weights.css';
import { h } from '../../../ui/dom.js';
import { namedTerms } from '../../inspect/model/named-terms.js';
import { treePicture } from '../../../pictures/tree-picture.js';
import { treeBox, treeFacts, treeSlider } from '../../../pictures/tree-view.js';
import { namesOf } from '../../inspect/model/weight-names.js';
import { featureOf } from './model-file-text.js';

/** @typedef {import('./model-file-state.js').ModelOfFile} ModelOfFile */
/** @typedef {import('../../inspect/model/named-terms.js').NamedTerm} NamedTerm */

/**
 * The terms of a model file that are trees. @param {string} json a checked model file @returns {NamedTerm[]}
 */
export function treesIn(json) {
  const { scorer } = JSON.parse(json);
  return scorer ? namedTerms(scorer).filter(({ term: { weak } }) => weak.kind === 'tree') : [];
}

/** @param {import('./model-file-state.js').ModelFileStore} store */
export function treesPart(store) {
  /** @type {{ model: ModelOfFile | null, trees: NamedTerm[], at: number }} */
  let now = { model: null, trees: [], at: 0 };
  const slider = treeSlider((at) => {
    now.at = at;
    update();
  });
  const facts = treeFacts('is the worth of a split, as its program counts it');
  const picture = treeBox((width) => {
    const { model, trees, at } = now;
    const weak = trees[at]?.term.weak;
    if (!model || weak?.kind !== 'tree') return null;
    const called = namesOf(store.get(), model.features);
    return treePicture(weak.nodes, (feature) => featureOf(model, called, feature), {}, width);
  });
  const element = h('details', { class: 'more tree-place', ontoggle: () => update() }, h('summary', {}, 'Trees'),
    h('div', { class: 'tree-choice' }, slider.element), facts.element, picture.element);

  function update() {
    const { model } = store.get().modelfile;
    if (now.model !== model) now = { model, trees: [], at: 0 };
    element.hidden = !model?.json.includes('"nodes"');
    if (!model || element.hidden || !element.open) return;
    if (!now.trees.length) now.trees = treesIn(model.json);
    const { term: { weak, weight }, name } = now.trees[now.at] ?? { term: { weak: null } };
    if (weak?.kind !== 'tree') return;
    slider.update(now.trees, now.at);
    facts.update(weak.nodes, weight);
    picture.update(weak.nodes, name);
  }
  store.watch(({ modelfile, model, data }) => [modelfile.model, model.names, data], update);
  return element;
}

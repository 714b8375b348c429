// The choice of the plane, for data with more than two features: nearest to the path, or along two features.

import { fill, h } from '../../../ui/dom.js';
import { freshId } from '../../../ui/fields.js';
import { featureName } from '../model/weight-names.js';

/** @typedef {import('./weight-plane-state.js').WeightPlane} WeightPlane */
/** @typedef {import('./weight-plane-state.js').PlaneOfWStore} Store */

export class PlaneChoice {
  #kind;
  #features;
  #pair;
  #drawn = '';
  element;

  /** @param {Store} store */
  constructor(store) {
    const choose = () => {
      const [first, second] = this.#features.map(({ value }) => Number(value));
      store.dispatch({ type: 'weightplane/features',
        features: this.#kind.value === 'features' ? [first, second] : null });
    };
    const id = freshId('plane-kind');
    this.#kind = h('select', { id, onchange: choose }, h('option', { value: 'path' }, 'through 0, nearest to the path'),
      h('option', { value: 'features' }, 'along two features'));
    this.#features = ['Across', 'Up'].map((label, place) => h('select', { 'aria-label': `${label}: feature`,
      onchange: () => {
        // Two equal features span no plane: they change places.
        const [one, other] = this.#features;
        if (one.value === other.value) this.#features[1 - place].value = this.#before[place];
        this.#before = this.#features.map(({ value }) => value);
        choose();
      } }));
    this.#pair = h('span', { class: 'plane-pair' }, h('span', { class: 'select' }, this.#features[0]), ' and ',
      h('span', { class: 'select' }, this.#features[1]));
    this.element = h('p', { class: 'plane-choice' }, h('label', { htmlFor: id }, 'Plane '),
      h('span', { class: 'select' }, this.#kind), this.#pair);
  }

  #before = ['', ''];

  /** @param {import('./weight-plane-state.js').PlaneOfWState} state @param {WeightPlane} plane */
  show(state, plane) {
    const size = plane.axes.x.length;
    const { features } = state.weightplane;
    this.element.hidden = size < 3;
    if (size < 3) return;
    const names = Array.from({ length: size }, (_, at) => featureName(state, at));
    if (this.#drawn !== names.join('\n')) {
      this.#drawn = names.join('\n');
      for (const select of this.#features) {
        fill(select, names.map((name, at) => h('option', { value: String(at) }, name)));
      }
    }
    this.#kind.value = features ? 'features' : 'path';
    this.#pair.hidden = !features;
    const [first, second] = features ?? heaviest(plane.axes.x);
    [this.#features[0].value, this.#features[1].value] = [String(first), String(second)];
    this.#before = this.#features.map(({ value }) => value);
  }
}

/** The two features with the largest parts of a direction. @param {number[]} direction @returns {[number, number]} */
export function heaviest(direction) {
  const [first, second] = direction.map((part, at) => ({ part: Math.abs(part), at }))
    .toSorted((one, other) => other.part - one.part);
  return [first.at, second.at];
}

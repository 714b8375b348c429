// The parts of a measure's definition that can be changed, such as the gain of NDCG: a menu for each. Knows no state.

import { h, fill } from '../../ui/dom.js';
import { selectField } from '../../ui/fields.js';
import { chosenVariants, splitMeasure, withVariant } from './settings.js';

/** @typedef {import('../../core/protocol.js').Variant} Variant */

/**
 * @param {string} prefix of the labels, such as "Charted "; empty for none
 * @param {(measure: string) => void} set
 */
export function variantFields(prefix, set) {
  const element = h('div', { class: 'group' });
  /** @type {Variant[] | null} */
  let madeFor = null;
  let measure = '';
  /** @type {ReturnType<typeof selectField>[]} */
  let fields = [];
  /** @param {Variant[]} variants */
  const make = (variants) => {
    madeFor = variants;
    fields = variants.map(({ label }, at) => selectField(prefix ? prefix + label.toLowerCase() : label,
      (name) => set(withVariant(variants, measure, at, name))));
    fill(element, fields.map((field) => field.element));
  };
  return {
    element,
    /**
     * @param {Variant[]} variants of the measure
     * @param {string} text the measure
     * @param {(texts: string[]) => (string | null)[]} refused why measures cannot be used
     */
    update(variants, text, refused) {
      measure = text;
      if (madeFor !== variants) make(variants);
      const chosen = chosenVariants(variants, splitMeasure(text).suffixes);
      for (const [at, field] of fields.entries()) {
        const { choices } = variants[at];
        const reasons = refused(choices.map(({ name }) => withVariant(variants, text, at, name)));
        const options = choices.map(({ name, label }, place) =>
            ({ value: name, text: label, refused: reasons[place] }));
        field.update(options, chosen[at], choices.find(({ name }) => name === chosen[at]) ?? null);
      }
      element.hidden = variants.length === 0;
    },
  };
}

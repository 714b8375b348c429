// The table of the cost of positions: what the formula says at the first ranks, and an own table as soon as a number is
// typed. Below it, what the cost would do to the violator at hand. Part of the loss panel.

import './cost-editor.css';
import { problemOf } from '../../core/errors.js';
import { check_settings, cost_rows } from '../../wasm/rankscope.js';
import { sentence } from '../../lib/format.js';
import { h, fill, say } from '../../ui/dom.js';
import { freshId } from '../../ui/fields.js';
import { isTable, rowName, sizeOf, tableText, withCost, withKind } from './cost-table.js';
import { previewPart } from './decay-preview.js';
import { optionControl } from './option-fields.js';

/** @typedef {import('../../core/protocol.js').CostRow} CostRow */
/** @typedef {import('../../core/protocol.js').MethodChoice} MethodChoice */
/** @typedef {import('./settings-store.js').SettingsState} State */

/** @type {import('./decay-preview.js').Edited} */
const COST = {
  field: 'cost', letter: 'T', name: 'cost of positions', isEdited: ({ method }) => method === 'dorm-cost',
  zero: 'At w = 0 every score is 0: the violator is the ranking of the highest cost.',
};

/** The options with controls here. */
const COST_OPTIONS = ['cost', 'kind'];

/** Documents of the query for which the costs are shown if there are no data. */
const USUAL_DOCUMENTS = 10;

/**
 * The controls of a method with a cost of positions: the cost, where kinds come from, and the table.
 * @param {import('./settings-store.js').SettingsStore} store
 */
export function costControls(store) {
  const element = h('div', { class: 'group' });
  const editor = costEditor(store);
  /** @type {{ name: string, control: import('./option-fields.js').Control }[]} */
  let controls = [];
  /** @type {MethodChoice | null} The method of the controls. */
  let last = null;
  /** @param {MethodChoice} method */
  const make = (method) => {
    last = method;
    const own = method.options.filter(({ name }) => COST_OPTIONS.includes(name));
    controls = own.map((option) => ({ name: option.name, control: optionControl(option, method, store) }));
    fill(element, controls.map(({ control }) => control.element), editor.element);
  };
  return {
    element,
    /** @param {MethodChoice} method @param {State} state @param {(field: string) => string | null} faultOf */
    update(method, state, faultOf) {
      if (method !== last) make(method);
      for (const { name, control } of controls) control.update(state, faultOf(name));
      editor.update(state);
    },
  };
}

/** @param {import('./settings-store.js').SettingsStore} store */
function costEditor(store) {
  /** @type {CostRow[]} */
  let rows = [];
  /** @param {CostRow[]} changed */
  const put = (changed) => store.dispatch({ type: 'settings', change: { cost: tableText(changed) } });
  const words = h('p', { class: 'muted' });
  const table = h('table', { class: 'numbers cost-table' });
  const scroll = h('div', { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'Cost table' }, table);
  const kinds = kindField((kind) => put(withKind(rows, kind)));
  const element = h('section', { class: 'cost-editor', 'aria-label': 'Cost of a document at each rank' },
    words, scroll, kinds, previewPart(store, COST));
  let inputs = /** @type {HTMLInputElement[][]} */ ([]);
  let shape = '';

  const draw = () => {
    const hasKinds = rows.some((row) => row.kind !== null);
    const ranks = Math.max(0, ...rows.map(({ costs }) => costs.length));
    const now = JSON.stringify([rows.map(({ grade, kind: of }) => [grade, of]), ranks]);
    if (now !== shape) {
      shape = now;
      inputs = rows.map((row, at) => row.costs.map((_, rank) => h('input', {
        type: 'number', step: 'any', inputMode: 'decimal',
        'aria-label': `cost of ${rowName(row, hasKinds)} at rank ${rankName(rank, ranks)}`,
        oninput: (/** @type {Event} */ event) => {
          const { value, valueAsNumber } = /** @type {HTMLInputElement} */ (event.target);
          // An empty field is being typed in.
          if (value !== '' && Number.isFinite(valueAsNumber)) put(withCost(rows, at, rank, valueAsNumber));
        },
      })));
      fill(table, h('caption', { class: 'hidden' }, 'Cost of a document by its grade and rank'),
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'rank'),
          Array.from({ length: ranks }, (_, rank) => h('th', { scope: 'col' }, rankName(rank, ranks))))),
        h('tbody', {}, rows.map((row, at) =>
          h('tr', {}, h('th', { scope: 'row' }, rowName(row, hasKinds)),
            inputs[at].map((input) => h('td', {}, input))))));
    }
    for (const [at, row] of rows.entries()) {
      for (const [rank, cost] of row.costs.entries()) {
        const input = inputs[at][rank];
        if (document.activeElement !== input || input.valueAsNumber !== cost) input.value = shortened(cost);
      }
    }
  };

  /** @param {State} state */
  const update = ({ settings, data }) => {
    const size = sizeOf(settings.cost, data?.summaries.train.max_grade ?? 1);
    try {
      check_settings(settings);
      if (size.ranks === 0) throw new Error('this table has too many ranks to be edited here');
      const table = cost_rows(settings, size.highest, Math.max(USUAL_DOCUMENTS, size.ranks), size.ranks);
      rows = table.map(({ grade, kind, costs }) => ({ grade, kind: kind ?? null, costs: Array.from(costs) }));
    } catch (error) {
      scroll.hidden = kinds.hidden = true;
      words.classList.add('problem');
      return say(words, sentence(problemOf(error).message));
    }
    words.classList.remove('problem');
    scroll.hidden = false;
    kinds.hidden = settings.kind === 'none';
    say(words, isTable(settings.cost)
      ? `Your own table; low costs are wanted. The last column holds for rank ${size.ranks} and all later ones.`
      : `The formula at the first ranks, for ${USUAL_DOCUMENTS} documents; low costs are wanted. Type into a field `
        + 'to make it your own table.');
    draw();
  };

  return { element, update };
}

/** Asks for another kind with rows of its own. @param {(kind: string) => void} add */
function kindField(add) {
  const id = freshId('kind');
  const kind = h('input', { id, type: 'text', spellcheck: false, autocomplete: 'off' });
  const button = h('button', { type: 'button', onclick: () => {
    add(kind.value.trim());
    kind.value = '';
  } }, 'Add');
  return h('div', { class: 'field cost-kind' }, h('label', { htmlFor: id }, 'Rows for another kind'),
    h('div', { class: 'draw-line' }, kind, button));
}

/** @param {number} rank from 0 @param {number} ranks */
const rankName = (rank, ranks) => (rank + 1 === ranks ? `${rank + 1}, …` : String(rank + 1));

/** Three decimals, as few as needed. @param {number} cost */
const shortened = (cost) => String(Number(cost.toFixed(3)));

// What stands beside the text: the picture with its parts, and the state of the page.

import { h } from '../../../ui/dom.js';
import { stateText } from './page-state.js';
import { partName } from './picture-descriptions.js';
import { action, choiceField, numberInput, tickField } from './small-fields.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('../lessons/schema.js').Step} Step */

/** @param {Editor} editor @param {import('./editor.js').Acts} acts */
export function picturePart(editor, { attempt, setUp, pick, parts }) {
  const { step } = editor;
  if (!step) return [];
  const { picture = '', highlight } = step;
  const description = editor.pictures[picture];
  const options = [{ value: '', text: 'None: the part that the step points at' },
    ...Object.entries(editor.pictures).map(([value, { name }]) => ({ value, text: name }))];
  return [
    choiceField('Picture', 'picture', options, picture, (value) => editor.setStep(
      { picture: value || undefined, show: undefined, arrow: undefined }, true)),
    description && h('p', { class: 'muted' }, `Shows ${description.shows}.`),
    description && partsPart(editor, description, step.show ?? []),
    description?.hasArrow && arrowPart(editor, step.arrow),
    h('fieldset', { class: 'edit-state' }, h('legend', {}, 'State of the page'),
      h('p', {}, stateText(step.state ?? {})),
      h('div', { class: 'edit-buttons' },
        action('Take the page as it is', () => attempt(async () =>
          editor.setStep({ state: await editor.pageState() }, true)), { dataset: { place: 'state' } }),
        action('Set up the page', () => setUp(false)))),
    h('div', { class: 'edit-pair' }, pointField(editor, highlight, parts()),
      action('Pick on the page', pick, { title: 'Press a part of the page. Escape cancels.' })),
  ];
}

/** @param {Editor} editor @param {import('./picture-descriptions.js').PictureDescription} description
 * @param {string[]} show */
function partsPart(editor, description, show) {
  const known = Object.keys(description.parts);
  const names = [...known, ...show.map((one) => one.replace(/\?$/, '')).filter((one) => !known.includes(one))];
  /** The parts in the order of the picture. @param {string} part @param {string | null} entry */
  const set = (part, entry) => {
    const now = editor.step?.show ?? [];
    editor.setStep({ show: names.flatMap((name) => (name === part ? entry ?? []
      : now.find((one) => one.replace(/\?$/, '') === name) ?? [])) }, true);
  };
  return h('fieldset', {}, h('legend', {}, 'Shown in this step'), names.map((part, at) => {
    const isHidden = show.includes(`${part}?`);
    const isShown = isHidden || show.includes(part);
    const name = partName(description, part);
    return h('div', { class: 'edit-part' },
      tickField(name, isShown, (on) => set(part, on ? part : null),
        { dataset: { place: at ? `show.${part}` : 'show' } }),
      tickField('hidden until the answer', isHidden, (on) => set(part, on ? `${part}?` : part),
        { disabled: !isShown, 'aria-label': `${name}: hidden until the answer`,
          dataset: { place: `show.${part}.hidden` } }));
  }));
}

/** @param {Editor} editor @param {Step['arrow']} arrow */
function arrowPart(editor, arrow) {
  if (!arrow) {
    return action('Say where w begins', () => editor.setStep({ arrow: [1, 1] }, true),
      { class: 'quiet', dataset: { place: 'arrow' } });
  }
  return h('fieldset', { class: 'edit-arrow' }, h('legend', {}, 'Where w begins'),
    h('div', { class: 'edit-pair' }, arrow.map((weight, at) => numberInput(`Weight ${at + 1}`,
      at ? 'arrow[1]' : 'arrow', weight, (value) => {
        const [one, other] = editor.step?.arrow ?? arrow;
        editor.setStep({ arrow: at ? [one, value] : [value, other] });
      })), action('×', () => editor.setStep({ arrow: undefined }, true),
      { class: 'square', 'aria-label': 'Leave it to the picture' })));
}

/**
 * What the ring is around.
 * @param {Editor} editor @param {Step['highlight']} chosen @param {import('../lessons/find-part.js').PartName[]} seen
 */
function pointField(editor, chosen, seen) {
  const all = new Map([...seen, ...(chosen ? [chosen] : [])].map((part) => [JSON.stringify(part), part]));
  const options = [{ value: '', text: 'nothing' }, ...[...all].map(([value, { role, name }]) => (
    { value, text: `${name} (${role === 'region' ? 'panel' : role})` }))];
  return choiceField('Point at', 'highlight', options, chosen ? JSON.stringify(chosen) : '',
    (value) => editor.setStep({ highlight: value ? JSON.parse(value) : undefined }, true));
}

// The chosen step: its words, its state, what it points at, and its figures.

import { h, fill } from '../../../ui/dom.js';
import { findPart, partAround } from '../lessons/find-part.js';
import { figureName } from './draft.js';
import { figureMenu } from './figure-menu.js';
import { stateText } from './page-state.js';
import { questionPart } from './question-part.js';
import { action, choiceField, textField } from './small-fields.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('../lessons/find-part.js').PartName} PartName */

const REGIONS = '#main section, #main [role=region], #main table, #main input[type=range]';

/** @param {Editor} editor @param {HTMLElement} root @param {(take: () => Promise<void>) => void} attempt */
export function drawStep(editor, root, attempt) {
  const { step, selected } = editor;
  if (!step) return fill(root);
  fill(root,
    h('h3', {}, `Step ${selected + 1}`),
    textField('Title of the step', 'title', step.title, (title) => {
      editor.setStep({ title });
      editor.renamed();
    }),
    textField('Text', 'text', step.text, (text) => editor.setStep({ text }), { lines: 5,
      note: 'A blank line begins a paragraph. *emphasis*, **strong**, `code`, {{name}} for a figure.' }),
    h('div', { class: 'edit-state' }, h('p', {}, h('b', {}, 'The page: '), stateText(step.state ?? {})),
      action('Take the page as it is', () => attempt(async () =>
        editor.setStep({ state: await editor.pageState() }, true)))),
    pointPart(editor, step.highlight),
    figuresPart(editor, step.figures ?? {}),
    h('details', { class: 'edit-more', open: Boolean(step.remember) },
      h('summary', {}, 'Compare with this run later'),
      textField('Name of the run', 'remember', step.remember ?? '',
        (name) => editor.setStep({ remember: name || undefined }),
        { note: 'One word. Answers in later steps can then be compared with this run.' })),
    questionPart(editor, attempt));
}

/** What the ring is around. @param {Editor} editor @param {PartName | undefined} part */
function pointPart(editor, part) {
  const seen = [...document.querySelectorAll(REGIONS)].filter((one) => one.checkVisibility());
  const parts = new Map(seen.flatMap((one) => {
    const named = partAround(one);
    return named && findPart(named) ? [[JSON.stringify(named), named]] : [];
  }));
  if (part) parts.set(JSON.stringify(part), part);
  const options = [{ value: '', text: 'nothing' }, ...[...parts].map(([value, { role, name }]) => (
    { value, text: `${name} (${role === 'region' ? 'panel' : role})` }))];
  /** @param {PartName | undefined} highlight */
  const set = (highlight) => editor.setStep({ highlight }, true);
  return h('div', { class: 'edit-point' },
    choiceField('Point at', 'highlight', options, part ? JSON.stringify(part) : '',
      (value) => set(value ? JSON.parse(value) : undefined)),
    action('Pick on the page', () => pick(set), { title: 'Press a part of the page. Escape cancels.' }));
}

/** The next press on the page chooses a part. @param {(part: PartName) => void} take */
function pick(take) {
  document.body.classList.add('picking');
  const end = () => {
    document.body.classList.remove('picking');
    document.removeEventListener('click', press, true);
    document.removeEventListener('keydown', cancel, true);
  };
  /** @param {MouseEvent} event */
  const press = (event) => {
    event.preventDefault();
    event.stopPropagation();
    end();
    const part = event.target instanceof Element && !event.target.closest('#lesson') ? partAround(event.target) : null;
    if (part) take(part);
  };
  /** @param {KeyboardEvent} event */
  const cancel = (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    end();
  };
  // The press that began it is still under way.
  setTimeout(() => {
    document.addEventListener('click', press, true);
    document.addEventListener('keydown', cancel, true);
  });
}

/** @param {Editor} editor @param {Record<string, import('../lessons/schema.js').Figure>} figures */
function figuresPart(editor, figures) {
  const menu = figureMenu(editor.store.get());
  let chosen = menu[0]?.value ?? '';
  /** @param {string} name */
  const drop = (name) => {
    const { [name]: _gone, ...rest } = figures;
    editor.setStep({ figures: Object.keys(rest).length ? rest : undefined }, true);
  };
  const add = () => {
    const name = figureName(chosen, figures);
    const text = editor.step?.text ?? '';
    editor.setStep({ figures: { ...figures, [name]: { is: { value: chosen } } },
      text: `${text}${text && !/\s$/.test(text) ? ' ' : ''}{{${name}}}` }, true);
  };
  return h('fieldset', { class: 'edit-figures' }, h('legend', {}, 'Figures in the text'),
    Object.keys(figures).length > 0 && h('ul', {}, Object.entries(figures).map(([name, { is }]) => h('li', {},
      h('code', {}, `{{${name}}}`), h('span', { class: 'muted' },
        typeof is === 'object' && 'value' in is ? is.value : 'an expression'),
      action('×', () => drop(name), { class: 'square', 'aria-label': `Delete the figure ${name}` })))),
    h('div', { class: 'edit-pair' }, choiceField('Figure', 'figures', menu, chosen, (value) => { chosen = value; }),
      action('Add', add, { 'aria-label': 'Add the figure to the text' })));
}

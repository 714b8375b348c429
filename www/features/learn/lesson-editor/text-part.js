// The words of a step, and the figures in them.

import { h, say } from '../../../ui/dom.js';
import { figureName } from './draft.js';
import { action, choiceField, textField } from './small-fields.js';
import { MOST_WORDS, wordCount } from './warnings.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('../lessons/schema.js').Figure} Figure */

/** @param {Editor} editor */
export function textPart(editor) {
  const { step } = editor;
  if (!step) return [];
  const words = h('span', {});
  /** @param {string} text */
  const count = (text) => {
    const most = editor.step?.question ? ` of at most ${MOST_WORDS} before the question` : '';
    say(words, `${wordCount(text)} words${most}.`);
  };
  count(step.text);
  return [
    textField('Title of the step', 'title', step.title, (title) => {
      editor.setStep({ title });
      editor.renamed();
    }),
    textField('Text', 'text', step.text, (text) => {
      editor.setStep({ text });
      count(text);
    }, { lines: 7, note: words }),
    figuresPart(editor.figures(false), step.figures ?? {}, (figures) => editor.setStep({ figures }, true), (mark) => {
      const text = editor.step?.text ?? '';
      editor.setStep({ text: withMark(text, mark) });
    }),
    textField('Gist', 'gist', step.gist ?? '', (gist) => editor.setStep({ gist: gist || undefined }),
      { note: 'The text in one line, for phones.' }),
    textField('Claim', 'claim', step.claim ?? '', (claim) => editor.setStep({ claim: claim || undefined }),
      { note: 'One sentence for the printed summary.' }),
    textField('More', 'more', step.more ?? '', (more) => editor.setStep({ more: more || undefined }),
      { lines: 2, note: 'A caveat, behind a link.' }),
    textField('Name of the run', 'remember', step.remember ?? '',
      (name) => editor.setStep({ remember: name || undefined }),
      { note: 'One word. Answers in later steps can then be compared with this run.' }),
  ];
}

/** @param {string} text @param {string} mark */
export const withMark = (text, mark) => `${text}${text && !/\s$/.test(text) ? ' ' : ''}${mark}`;

/**
 * The figures that a text names.
 * @param {ReturnType<Editor['figures']>} ofRun @param {Record<string, Figure>} figures
 * @param {(figures: Record<string, Figure> | undefined) => void} set
 * @param {(mark: string) => void} write puts the mark of a new figure into the text, before `set`
 */
export function figuresPart({ menu, nameOf }, figures, set, write) {
  let chosen = menu[0]?.value ?? '';
  /** @param {string} name */
  const drop = (name) => {
    const { [name]: _gone, ...rest } = figures;
    set(Object.keys(rest).length ? rest : undefined);
  };
  const add = () => {
    const name = figureName(chosen, figures);
    write(`{{${name}}}`);
    set({ ...figures, [name]: { is: { value: chosen } } });
  };
  return h('fieldset', { class: 'edit-figures' }, h('legend', {}, 'Numbers from the page'),
    Object.keys(figures).length > 0 && h('ul', {}, Object.entries(figures).map(([name, { is }]) => h('li', {},
      h('code', {}, `{{${name}}}`), h('span', { class: 'muted' },
        typeof is === 'object' && 'value' in is ? nameOf(is) : 'an expression'),
      action('×', () => drop(name), { class: 'square', 'aria-label': `Delete the number ${name}` })))),
    h('div', { class: 'edit-pair' }, choiceField('Number', 'figures', menu, chosen, (value) => { chosen = value; }),
      action('Add', add, { 'aria-label': 'Add the number to the text' })));
}

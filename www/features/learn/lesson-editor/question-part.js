// The question of a step: what is asked, its answers, and what follows.

import { h } from '../../../ui/dom.js';
import { freshId } from '../../../ui/fields.js';
import { MOST_CHOICES } from '../lessons/schema.js';
import { conditionPart, jsonField } from './condition-part.js';
import { decidedByFigure, isByHand, markedByHand, newChoice, newNumber, newQuestion } from './draft.js';
import { stateText } from './page-state.js';
import { action, choiceField, numberInput, textField, tickField } from './small-fields.js';
import { figuresPart, withMark } from './text-part.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('../lessons/schema.js').Question} Question */
/** @typedef {import('../lessons/schema.js').Choice} Choice */
/** @typedef {(change: Partial<Question>, redraws?: boolean) => void} Set */

const KINDS = [{ value: 'choices', text: 'one of several answers' }, { value: 'number', text: 'a number' }];

/** @param {Editor} editor @param {import('./editor.js').Acts} acts */
export function questionPart(editor, { attempt, setUp }) {
  const { step } = editor;
  if (!step) return [];
  const { question } = step;
  const asks = tickField('Ask a question', Boolean(question),
    (on) => editor.setStep({ question: on ? newQuestion() : undefined }, true),
    { dataset: { place: 'question.asks' } });
  if (!question) return [asks];
  /** @type {Set} */
  const set = (change, redraws) => {
    const now = editor.step?.question;
    if (now) editor.setStep({ question: { ...now, ...change } }, redraws);
  };
  const { state } = question;
  return [asks,
    textField('Question', 'question.ask', question.ask, (ask) => set({ ask }), { lines: 2 }),
    choiceField('The answer is', 'question', KINDS, question.number ? 'number' : 'choices', (kind) => set(
      kind === 'number' ? { choices: undefined, number: newNumber() }
        : { number: undefined, choices: newQuestion().choices }, true)),
    ...(question.number ? numberPart(editor, question.number, set) : choicesPart(editor, question.choices ?? [], set)),
    textField('Reveal', 'question.reveal', question.reveal, (reveal) => set({ reveal }), { lines: 3,
      note: 'After the answer, whatever it was.' }),
    figuresPart(editor.figures(true), question.figures ?? {}, (figures) => set({ figures }, true),
      (mark) => set({ reveal: withMark(editor.step?.question?.reveal ?? '', mark) })),
    h('fieldset', { class: 'edit-state' }, h('legend', {}, 'State of the page after the answer'),
      h('p', {}, state ? stateText(state) : 'The page stays as it is.'),
      h('div', { class: 'edit-buttons' },
        action('Take the page after the answer',
          () => attempt(async () => set({ state: await editor.pageState() }, true))),
        action('Set up the page', () => setUp(true)),
        state && action('Leave the page as it is', () => set({ state: undefined }, true), { class: 'quiet' }))),
    textField('More, after the answer', 'question.more', question.more ?? '',
      (more) => set({ more: more || undefined }))];
}

/** @param {Editor} editor @param {Choice[]} choices @param {Set} set */
function choicesPart(editor, choices, set) {
  const byHand = isByHand(choices);
  const name = freshId('edit-right');
  const now = () => editor.step?.question?.choices ?? choices;
  /** @param {number} at @param {Partial<Choice>} change @param {boolean} [redraws] */
  const change = (at, change, redraws) => set({ choices: now()
    .map((one, place) => (place === at ? { ...one, ...change } : one)) }, redraws);
  /** @param {string} text @param {boolean} checked @param {() => Choice[]} of @param {string} place */
  const way = (text, checked, of, place) => {
    const id = freshId('edit');
    return [h('input', { id, type: 'radio', name: `${name}-way`, checked, dataset: { place },
      onchange: () => set({ choices: of() }, true) }), h('label', { htmlFor: id }, text)];
  };
  return [
    h('fieldset', { class: 'edit-way' }, h('legend', {}, 'Right is'),
      way('the answer I mark', byHand, () => markedByHand(now(), 0), 'question.by-hand'),
      way('a figure of the run', !byHand, () => decidedByFigure(now()), 'question.by-figure')),
    ...choices.map((_choice, at) => answerPart({ editor, choices, at, name, byHand, set, change })),
    choices.length < MOST_CHOICES && action('+ Answer', () => set({ choices: [...now(),
      byHand ? newChoice(false) : decidedByFigure([newChoice(true)])[0]] }, true),
    { class: 'quiet', 'aria-label': 'Add an answer', dataset: { place: 'question.add' } }),
  ];
}

/**
 * @param {{ editor: Editor, choices: Choice[], at: number, name: string, byHand: boolean, set: Set,
 *   change: (at: number, change: Partial<Choice>, redraws?: boolean) => void }} answer
 */
function answerPart({ editor, choices, at, name, byHand, set, change }) {
  const { text, feedback, right } = choices[at];
  const place = `question.choices[${at}]`;
  const id = freshId('edit');
  const field = h('input', { id, type: 'text', value: text, dataset: { place: `${place}.text` },
    oninput: () => change(at, { text: field.value }) });
  const now = () => editor.step?.question?.choices ?? choices;
  return h('fieldset', { class: `edit-choice${right === true ? ' is-right' : ''}` },
    h('legend', { class: 'hidden' }, `Answer ${at + 1}`),
    h('div', { class: 'edit-answer' },
      byHand && h('input', { type: 'radio', name, checked: right === true, 'aria-label': 'This answer is right',
        title: 'This answer is right', dataset: { place: `${place}.right` },
        onchange: () => set({ choices: markedByHand(now(), at) }, true) }),
      h('label', { htmlFor: id, class: 'hidden' }, 'Answer'), field,
      choices.length > 2 && action('×', () => {
        const rest = now().filter((_one, other) => other !== at);
        set({ choices: right === true ? markedByHand(rest, 0) : rest }, true);
      }, { class: 'square', 'aria-label': `Delete answer ${at + 1}` })),
    typeof right !== 'boolean' && conditionPart(editor, right, `${place}.right`,
      (one, redraws) => change(at, { right: one }, redraws)),
    textField('What to say to it', `${place}.feedback`, feedback, (words) => change(at, { feedback: words }),
      { lines: 2 }));
}

/** @param {Editor} editor @param {NonNullable<Question['number']>} number @param {Set} set */
function numberPart(editor, number, set) {
  /** @param {Partial<typeof number>} change */
  const change = (change) => set({ number: { ...editor.step?.question?.number ?? number, ...change } });
  const { is } = number;
  const isPlain = typeof is === 'object' && 'value' in is;
  return [
    isPlain ? choiceField('The number is', 'question.number.is', editor.figures(true).menu,
      is.value, (value) => change({ is: { ...is, value } }))
      : jsonField('The number is, as JSON', 'question.number.is', is,
        (one) => change({ is: /** @type {typeof is} */ (one) })),
    numberInput('Right within', 'question.number.within', number.within, (within) => change({ within })),
    textField('What to say to a right answer', 'question.number.right', number.right, (right) => change({ right })),
    textField('What to say to a wrong answer', 'question.number.wrong', number.wrong, (wrong) => change({ wrong })),
  ];
}

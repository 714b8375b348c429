// The question of a step: what is asked, its answers, and by which figures the run decides.

import { h, say } from '../../../ui/dom.js';
import { freshId, markInvalid } from '../../../ui/fields.js';
import { newChoice, newNumber, newQuestion } from './draft.js';
import { figureMenu } from './figure-menu.js';
import { stateText } from './page-state.js';
import { action, choiceField, numberInput, textField } from './small-fields.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('../lessons/schema.js').Question} Question */
/** @typedef {import('../lessons/expressions.js').Condition} Condition */
/** @typedef {'more' | 'less' | 'same'} Relation */
/** A condition that the menus can show. `than`: a number, or the name of the run with the same figure.
 * @typedef {{ value: string, relation: Relation, than: number | string, within: number }} Simple */

const RELATIONS = [{ value: 'more', text: 'is more than' }, { value: 'less', text: 'is less than' },
  { value: 'same', text: 'is the same as' }];
const MOST_CHOICES = 6;

/** @param {Editor} editor @param {(take: () => Promise<void>) => void} attempt */
export function questionPart(editor, attempt) {
  const { step } = editor;
  const question = step?.question;
  const id = freshId('edit');
  const asks = h('input', { id, type: 'checkbox', checked: Boolean(question),
    onchange: () => editor.setStep({ question: asks.checked ? newQuestion() : undefined }, true) });
  const head = h('div', { class: 'edit-check' }, asks, h('label', { htmlFor: id }, 'Ask a question'));
  if (!question) return [head];
  /** @param {Partial<Question>} change @param {boolean} [redraws] */
  const set = (change, redraws) => {
    const now = editor.step?.question;
    if (now) editor.setStep({ question: { ...now, ...change } }, redraws);
  };
  const kinds = [{ value: 'choices', text: 'one of several answers' }, { value: 'number', text: 'a number' }];
  const { state } = question;
  return [head,
    textField('Question', 'question.ask', question.ask, (ask) => set({ ask }), { lines: 2 }),
    choiceField('The answer is', 'question', kinds, question.number ? 'number' : 'choices', (kind) => set(
      kind === 'number' ? { choices: undefined, number: newNumber() }
        : { number: undefined, choices: [newChoice('more'), newChoice('less')] }, true)),
    ...(question.number ? numberPart(editor, question.number, set) : choicesPart(editor, question.choices ?? [], set)),
    h('div', { class: 'edit-state' }, h('p', {}, h('b', {}, 'After the answer: '),
      state ? stateText(state) : 'the page stays as it is'),
    action('Take the page after the answer', () => attempt(async () => set({ state: await editor.pageState() }, true))),
    state && action('Leave the page as it is', () => set({ state: undefined }, true), { class: 'quiet' })),
    textField('Reveal', 'question.reveal', question.reveal, (reveal) => set({ reveal }), { lines: 3,
      note: 'Shown below the feedback, whatever the answer.' })];
}

/**
 * @param {Editor} editor @param {NonNullable<Question['choices']>} choices
 * @param {(change: Partial<Question>, redraws?: boolean) => void} set
 */
function choicesPart(editor, choices, set) {
  /** @param {number} at @param {Partial<typeof choices[number]>} change @param {boolean} [redraws] */
  const change = (at, change, redraws) => set({ choices: (editor.step?.question?.choices ?? choices)
    .map((one, place) => (place === at ? { ...one, ...change } : one)) }, redraws);
  return [...choices.map((choice, at) => {
    const place = `question.choices[${at}]`;
    return h('fieldset', { class: 'edit-choice' }, h('legend', {}, `Answer ${at + 1}`),
      textField('Answer', `${place}.text`, choice.text, (text) => change(at, { text })),
      conditionPart(editor, choice.right, `${place}.right`, (right, redraws) => change(at, { right }, redraws)),
      textField('Feedback', `${place}.feedback`, choice.feedback, (feedback) => change(at, { feedback })),
      choices.length > 2 && action('Delete this answer',
        () => set({ choices: choices.filter((_one, other) => other !== at) }, true),
        { class: 'quiet', 'aria-label': `Delete answer ${at + 1}` }));
  }), choices.length < MOST_CHOICES
    && action('Add an answer', () => set({ choices: [...choices, newChoice('more')] }, true), { class: 'quiet' })];
}

/**
 * @param {Editor} editor @param {NonNullable<Question['number']>} number
 * @param {(change: Partial<Question>) => void} set
 */
function numberPart(editor, number, set) {
  /** @param {Partial<typeof number>} change */
  const change = (change) => set({ number: { ...editor.step?.question?.number ?? number, ...change } });
  const { is } = number;
  const isPlain = typeof is === 'object' && 'value' in is;
  return [
    isPlain ? choiceField('The number is', 'question.number.is', figureMenu(editor.store.get()), is.value,
      (value) => change({ is: { ...is, value } }))
      : jsonField('The number is, as JSON', 'question.number.is', is,
        (one) => change({ is: /** @type {typeof is} */ (one) })),
    numberInput('Right within', 'question.number.within', number.within, (within) => change({ within })),
    textField('Feedback to a right answer', 'question.number.right', number.right, (right) => change({ right })),
    textField('Feedback to a wrong answer', 'question.number.wrong', number.wrong, (wrong) => change({ wrong })),
  ];
}

/**
 * @param {Editor} editor @param {Condition} right @param {string} place
 * @param {(right: Condition, redraws?: boolean) => void} change
 */
function conditionPart(editor, right, place, change) {
  const simple = simpleOf(right);
  if (!simple) return jsonField('Right if, as JSON', place, right, (one) => change(/** @type {Condition} */ (one)));
  const { value, relation, than, within } = simple;
  const { draft, selected } = editor;
  const runs = draft.steps.slice(0, selected + 1).flatMap(({ remember }) => (remember ? [remember] : []));
  const others = [{ value: 'before', text: 'before the answer' }, ...runs.map((name) => (
    { value: name, text: `in the run “${name}”` })), { value: '#', text: 'this number' }];
  /** @param {Partial<Simple>} part @param {boolean} [redraws] */
  const set = (part, redraws) => {
    Object.assign(simple, part);
    change(conditionOf(simple), redraws);
  };
  return [
    choiceField('Right if', place, figureMenu(editor.store.get()), value, (one) => set({ value: one })),
    h('div', { class: 'edit-pair' },
      choiceField('Relation', place, RELATIONS, relation,
        (one) => set({ relation: /** @type {Relation} */ (one) }, true)),
      choiceField('What', place, others, typeof than === 'number' ? '#' : than,
        (one) => set({ than: one === '#' ? 0 : one }, true))),
    typeof than === 'number' && numberInput('Number', place, than, (one) => set({ than: one })),
    relation === 'same' && numberInput('Within', `${place}.within`, within, (one) => set({ within: one })),
  ];
}

/** A condition of the menus, null for any other. @param {Condition} condition @returns {Simple | null} */
function simpleOf(condition) {
  const { within = 0, ...rest } = /** @type {{ within?: number, same?: unknown[] }} */ (condition);
  const [[relation, parts] = ['', null]] = Object.entries(rest);
  if (!RELATIONS.some(({ value }) => value === relation) || !Array.isArray(parts)) return null;
  const [left, right] = /** @type {any[]} */ (parts);
  if (typeof left?.value !== 'string' || Object.keys(left).length !== 1) return null;
  const simple = { value: left.value, relation: /** @type {Relation} */ (relation), within };
  if (typeof right === 'number') return { ...simple, than: right };
  const isOther = right?.value === left.value && typeof right.run === 'string' && Object.keys(right).length === 2;
  return isOther ? { ...simple, than: right.run } : null;
}

/** @param {Simple} simple @returns {Condition} */
function conditionOf({ value, relation, than, within }) {
  const parts = [{ value }, typeof than === 'number' ? than : { value, run: than }];
  return /** @type {Condition} */ ({ [relation]: parts, ...(relation === 'same' && within ? { within } : {}) });
}

/** A part that the menus cannot show. @param {string} label @param {string} place @param {unknown} value
 * @param {(value: unknown) => void} change */
function jsonField(label, place, value, change) {
  const id = freshId('edit');
  const note = h('p', { class: 'muted' });
  const field = h('textarea', { id, rows: 3, value: JSON.stringify(value), dataset: { place }, oninput: () => {
    try {
      change(JSON.parse(field.value));
      markInvalid(field, false);
      say(note, '');
    } catch {
      markInvalid(field, true);
      say(note, 'This is not valid JSON yet, so the last valid text counts.');
    }
  } });
  return h('div', { class: 'edit-field' }, h('label', { htmlFor: id }, label), field, note);
}

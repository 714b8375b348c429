// The lesson editor: the list of steps, the chosen step, and Play, Save, Copy link and Open file. It stands where an
// open lesson stands; the settings stay below it.

import '../../../styles/dialogs.css';
import './editor.css';
import { messageOf } from '../../../core/errors.js';
import { copyOrSelect } from '../../../ui/copy-text.js';
import { h, fill, say } from '../../../ui/dom.js';
import { download } from '../../../ui/download.js';
import { freshId } from '../../../ui/fields.js';
import { isOpen } from '../../../store/panels.js';
import { LONGEST_FILE } from '../../share/links/url.js';
import { packLesson } from '../lessons/lesson-source.js';
import { moved, newDraft, newStep } from './draft.js';
import { Editor } from './editor.js';
import { action, numberInput, textField } from './small-fields.js';
import { drawStep } from './step-part.js';

/** @typedef {import('../lessons/lesson-state.js').LessonsStore} Store */
/** @typedef {(text: string, isProblem?: boolean) => void} Tell */

const PANEL = 'lesson-editor';

/** @param {HTMLElement} root @param {Store} store @param {import('../../share/links/url.js').World} world */
export function mount(root, store, world) {
  const editor = new Editor(store, world);
  const note = h('p', { class: 'edit-note', role: 'status' });
  /** @type {Tell} */
  const tell = (text, isProblem = false) => {
    say(note, text);
    note.classList.toggle('problem', isProblem);
  };
  /** @param {() => Promise<void>} act */
  const attempt = (act) => void act().catch((error) => tell(messageOf(error), true));
  const about = h('div', { class: 'edit-about' });
  const list = h('ol', { class: 'edit-steps', 'aria-label': 'Steps' });
  const step = h('div', { class: 'edit-step' });
  const problems = problemList(editor);
  const add = action('Add a step from the page', () => attempt(async () => {
    const steps = [...editor.draft.steps, newStep(await editor.pageState())];
    editor.replace({ ...editor.draft, steps }, steps.length - 1);
    focusOn(step, 'title');
  }), { class: 'edit-add' });
  const hint = h('p', { class: 'muted' },
    'Set up the page as a step shall show it, then add the step and write its words.');
  const heading = h('h2', { tabIndex: -1 }, 'Lesson editor');
  const close = () => store.dispatch({ type: 'panel', panel: PANEL, open: false });
  const element = h('section', { id: PANEL, class: 'lesson-editor', 'aria-label': 'Lesson editor' },
    h('div', { class: 'dialog-head' }, heading,
      action('×', close, { class: 'square', 'aria-label': 'Close the lesson editor' })),
    h('div', { class: 'edit-body' },
      hint, about, list, add, step, problems.element),
    h('div', { class: 'edit-foot' }, footPart(editor, attempt, tell, problems.show), note));
  root.append(element);

  editor.redraw = () => {
    const held = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.place : undefined;
    hint.hidden = editor.draft.steps.length > 0;
    drawAbout(editor, about);
    drawList(editor, list);
    drawStep(editor, step, attempt);
    problems.update();
    if (held) focusOn(element, held);
    else if (!element.contains(document.activeElement)) heading.focus({ preventScroll: true });
  };
  editor.renamed = () => drawList(editor, list);
  editor.checked = () => {
    problems.update();
    if (!editor.isKept) tell('This browser does not keep the draft: save it before you close the page.');
  };
  let wasPlaying = false;
  store.watch((state) => [isOpen(state, PANEL), state.lessons.open !== null], ([open, playing]) => {
    // After Play the editor is back.
    if (wasPlaying && !playing && !open) store.dispatch({ type: 'panel', panel: PANEL, open: true });
    wasPlaying = playing && (wasPlaying || isPlayed(store, editor));
    const isShown = open && !playing;
    if (isShown === !element.hidden && element.dataset.shown) return;
    element.dataset.shown = 'true';
    element.hidden = !isShown;
    document.body.classList.toggle('editing-lesson', isShown);
    if (isShown) editor.redraw();
  });
}

/** Whether the open lesson is that of the editor. @param {Store} store @param {Editor} editor */
function isPlayed(store, { draft }) {
  const lesson = store.get().lessons.open?.lesson;
  return lesson?.title === draft.title && lesson.steps.length === draft.steps.length;
}

/** @param {HTMLElement} root @param {string} place */
function focusOn(root, place) {
  /** @type {HTMLElement | null} */
  const field = root.querySelector(`[data-place="${CSS.escape(place)}"]`);
  field?.focus();
}

/** @param {Editor} editor @param {HTMLElement} root */
function drawAbout(editor, root) {
  const { title, summary, minutes } = editor.draft;
  fill(root, h('div', { class: 'edit-title' },
    textField('Title', 'lesson.title', title, (one) => editor.set({ title: one })),
    numberInput('Minutes', 'lesson.minutes', minutes, (one) => editor.set({ minutes: one }))),
  textField('Summary', 'lesson.summary', summary, (one) => editor.set({ summary: one })));
}

/** @param {Editor} editor @param {HTMLElement} list */
function drawList(editor, list) {
  const { draft, selected } = editor;
  const last = draft.steps.length - 1;
  /** @param {number} from @param {number} to */
  const move = (from, to) => editor.replace(moved(draft, from, to), to);
  /** @param {number} at */
  const drop = (at) => editor.replace({ ...draft, steps: draft.steps.filter((_step, other) => other !== at) },
    Math.min(selected > at ? selected - 1 : selected, last - 1));
  fill(list, draft.steps.map(({ title, question }, at) => {
    const name = title?.trim() || `Step ${at + 1}`;
    return h('li', {},
      action(name, () => editor.replace(draft, at), { class: 'edit-name',
        'aria-current': at === selected ? 'step' : false }),
      question && h('span', { class: 'muted', title: 'This step asks a question' }, '?'),
      action('↑', () => move(at, at - 1), { class: 'square', disabled: at === 0, 'aria-label': `Move ${name} up` }),
      action('↓', () => move(at, at + 1), { class: 'square', disabled: at === last,
        'aria-label': `Move ${name} down` }),
      action('×', () => drop(at), { class: 'square', 'aria-label': `Delete ${name}` }));
  }));
}

/** The faults, as the schema names them. A press leads to the field. @param {Editor} editor */
function problemList(editor) {
  const list = h('ul', {});
  const head = h('summary', {});
  const element = h('details', { class: 'edit-problems' }, head, list);
  /** @param {string} problem */
  const lead = (problem) => {
    const [, number, rest] = /^steps\[(\d+)\](?:\.([\w.[\]]+))?/.exec(problem) ?? [];
    if (number !== undefined && Number(number) !== editor.selected) editor.replace(editor.draft, Number(number));
    focusOn(document.body, number === undefined ? `lesson.${problem.split(':')[0]}` : rest ?? 'title');
  };
  return {
    element,
    update() {
      const { problems, draft } = editor;
      element.hidden = !problems.length || !draft.steps.length;
      say(head, `${problems.length} ${problems.length === 1 ? 'place' : 'places'} to correct`);
      fill(list, problems.map((one) => h('li', {}, action(one, () => lead(one), { class: 'quiet' }))));
    },
    show() {
      element.hidden = false;
      element.open = true;
      element.scrollIntoView({ block: 'nearest' });
    },
  };
}

/**
 * Play, Save, Copy link, Open file and New.
 * @param {Editor} editor @param {(act: () => Promise<void>) => void} attempt @param {Tell} tell
 * @param {() => void} showProblems
 */
function footPart(editor, attempt, tell, showProblems) {
  const isSound = () => {
    editor.check();
    if (!editor.problems.length) return true;
    tell('Correct the places above first.', true);
    showProblems();
    return false;
  };
  const play = () => {
    if (!isSound()) return;
    tell('');
    const file = new File([editor.text()], `${editor.draft.title}.json`);
    editor.store.dispatch({ type: 'lessons/file', file });
  };
  const save = () => {
    if (!isSound()) return;
    const name = editor.draft.title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'lesson';
    download(editor.text(), 'application/json', `${name}.json`);
    tell(`Saved as ${name}.json.`);
  };
  const field = h('input', { type: 'text', readOnly: true, 'aria-label': 'Link to the lesson', hidden: true,
    onblur: () => { field.hidden = true; } });
  const link = () => attempt(async () => {
    if (!isSound()) return;
    const packed = await packLesson(JSON.stringify(JSON.parse(editor.text())));
    if (!packed) return tell('This lesson is too long for a link: save it, and pass on the file.', true);
    const address = `${location.href.replace(/#.*$/s, '')}#v=1&lesson=${packed}`;
    tell(await copyOrSelect(address, field) ? 'Link copied.' : 'Copy the selected link.');
  });
  const id = freshId('edit');
  const input = h('input', { id, type: 'file', accept: '.json,application/json', onchange: () => attempt(async () => {
    const file = input.files?.[0];
    input.value = '';
    if (!file) return;
    if (file.size > 4 * LONGEST_FILE) throw new Error(`${file.name} is too large for a lesson.`);
    const faults = editor.read(await file.text());
    tell(faults.length ? `${file.name} cannot be opened. ${faults.slice(0, 3).join('; ')}` : `${file.name} is open.`,
      faults.length > 0);
  }) });
  return [h('div', { class: 'edit-buttons' }, action('Play', play), action('Save', save),
    action('Copy link', link), action('New', () => {
      editor.replace(newDraft(), -1);
      tell('The draft is empty.');
    })), field, h('div', { class: 'edit-field edit-file' }, h('label', { htmlFor: id }, 'Open file'), input)];
}

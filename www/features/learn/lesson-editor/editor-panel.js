// The lesson editor: the outline of the steps, the chosen step on the real stage, and its form. It has the whole
// window; the page behind it keeps its data and its run.

import '../../../styles/dialogs.css';
import './editor.css';
import { pageAddress } from '../../../lib/page-address.js';
import { messageOf } from '../../../core/errors.js';
import { copyOrSelect } from '../../../ui/copy-text.js';
import { h, fill, say } from '../../../ui/dom.js';
import { download } from '../../../ui/download.js';
import { plural } from '../../../lib/format.js';
import { freshId } from '../../../ui/fields.js';
import { isOpen } from '../../../store/panels.js';
import { LONGEST_FILE } from '../../share/links/url.js';
import { packLesson } from '../lessons/lesson-source.js';
import { awayStrip, partsOfPage } from './away.js';
import { newDraft, newStep } from './draft.js';
import { Editor } from './editor.js';
import { nameOf, outline } from './outline.js';
import { fetchDescriptions } from './picture-descriptions.js';
import { preview } from './preview.js';
import { action } from './small-fields.js';
import { focusOn, stepForm } from './step-form.js';

/** @typedef {import('../lessons/lesson-state.js').LessonsStore} Store */
/** What is said about the last deed; `isLoss`: it can be undone.
 * @typedef {(text: string, how?: { isProblem?: boolean, isLoss?: boolean }) => void} Tell */

const PANEL = 'lesson-editor';

/**
 * Fetches what the pictures say of themselves, and returns what mounts the editor.
 * @param {import('../../share/links/url.js').World} world
 */
export async function editorPanel(world) {
  const pictures = await fetchDescriptions();
  return { mount: (/** @type {HTMLElement} */ root, /** @type {Store} */ store) =>
    mount(root, new Editor(store, world, pictures)) };
}

/** @param {HTMLElement} root @param {Editor} editor */
function mount(root, editor) {
  const { store } = editor;
  const note = h('p', { class: 'edit-note', role: 'status' });
  const undo = action('Undo', () => {
    editor.undo();
    tell('It is back.');
  }, { class: 'quiet', hidden: true });
  /** @type {Tell} */
  const tell = (text, { isProblem = false, isLoss = false } = {}) => {
    say(note, text);
    note.classList.toggle('problem', isProblem);
    undo.hidden = !isLoss;
  };
  /** @param {() => Promise<void>} act */
  const attempt = (act) => void act().catch((error) => tell(messageOf(error), { isProblem: true }));
  const add = () => attempt(async () => {
    const steps = [...editor.draft.steps, newStep(await editor.pageState())];
    form.begin();
    editor.set({ steps });
    editor.select(steps.length - 1);
    focusOn(element, 'title');
  });

  const way = wayToPage(editor, () => show());
  const steps = outline(editor, { add, removed: (name) => tell(`“${name}” is removed.`, { isLoss: true }) });
  const form = stepForm(editor, { attempt, ...way });
  const stage = preview(editor, { add, lead: form.lead });
  const problems = problemList(editor, (place) => (place === 'lesson.title' ? title.focus() : form.lead(place)));
  const title = h('input', { type: 'text', 'aria-label': 'Title', placeholder: 'Title of the lesson',
    oninput: () => editor.set({ title: title.value }) });
  const facts = h('p', { class: 'muted edit-facts' });
  const close = () => {
    store.dispatch({ type: 'panel', panel: PANEL, open: false });
    store.dispatch({ type: 'panel', panel: 'lessons', open: true });
  };
  const { link, play, files } = acts(editor, attempt, tell, problems.show);
  steps.element.append(files);
  const heading = h('h1', { tabIndex: -1 }, 'Lesson editor');
  const element = h('section', { id: PANEL, class: 'lesson-editor', 'aria-label': 'Lesson editor', hidden: true },
    barPart(heading, title, [facts, note, undo], [link, play,
      action('Close', close, { class: 'quiet', 'aria-label': 'Close the lesson editor' })]),
    steps.element, h('div', { class: 'edit-middle' }, stage.element, problems.element), form.element);
  root.append(element);

  const drawFacts = () => say(facts, `${editor.draft.minutes || '?'} min · ${editor.isKept ? 'kept on this device'
    : 'not kept: save it'}`);
  editor.redraw = () => {
    const held = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.place : undefined;
    if (document.activeElement !== title) title.value = editor.draft.title;
    steps.update();
    form.update();
    if (held) focusOn(element, held);
    else if (!element.contains(document.activeElement)) heading.focus({ preventScroll: true });
  };
  editor.renamed = steps.update;
  editor.checked = () => {
    if (element.hidden) return;
    drawFacts();
    play.classList.toggle('primary', editor.draft.steps.length > 0);
    problems.update();
    steps.update();
    stage.update();
  };

  function show() {
    const state = store.get();
    const isEditing = isOpen(state, PANEL) && state.lessons.open === null;
    const isShown = isEditing && !way.isAway();
    if (isShown === !element.hidden) return;
    if (isShown) way.see();
    element.hidden = !isShown;
    document.body.classList.toggle('editing-lesson', isShown);
    if (!isShown) return isOpen(state, PANEL) || wasPlaying ? undefined : stage.end();
    editor.redraw();
    editor.checked();
  }
  let wasPlaying = false;
  store.watch((state) => [isOpen(state, PANEL), state.lessons.open !== null], ([open, playing]) => {
    // After Play the editor is back.
    if (wasPlaying && !playing && !open) store.dispatch({ type: 'panel', panel: PANEL, open: true });
    wasPlaying = playing && (wasPlaying || isPlayed(store, editor));
    show();
  });
}

/** @param {HTMLElement} heading @param {HTMLElement} title @param {HTMLElement[]} notes @param {HTMLElement[]} acts */
const barPart = (heading, title, notes, acts) => h('div', { class: 'edit-bar' },
  h('span', { class: 'edit-mark-of-page', 'aria-hidden': 'true' }, 'rank', h('b', {}, 'scope')), heading, title, notes,
  h('div', { class: 'edit-acts' }, acts));

/**
 * The strip that leads to the page and back, and what it is asked for.
 * @param {Editor} editor @param {() => void} moved shows the editor, or the page
 */
function wayToPage(editor, moved) {
  /** The parts that the page showed when it was seen last. */
  let parts = partsOfPage();
  const strip = awayStrip({
    leave() {
      editor.store.dispatch({ type: 'panel', panel: 'inspector', open: true });
      moved();
    },
    back() {
      parts = partsOfPage();
      moved();
    },
  });
  document.getElementById('lesson')?.append(strip.element);
  return {
    isAway: strip.isAway,
    parts: () => parts,
    /** The page is seen, and its parts with it. */
    see: () => { parts = partsOfPage(); },
    /** @param {boolean} isAfter whether for the state after the answer */
    setUp: (isAfter) => strip.setUp(nameOf(editor.draft.steps[editor.selected], editor.selected), async () => {
      const state = await editor.pageState();
      const question = editor.step?.question;
      if (!isAfter) editor.setStep({ state });
      else if (question) editor.setStep({ question: { ...question, state } });
    }),
    pick: () => strip.pick((highlight) => editor.setStep({ highlight })),
  };
}

/** Whether the open lesson is that of the editor. @param {Store} store @param {Editor} editor */
function isPlayed(store, { draft }) {
  const lesson = store.get().lessons.open?.lesson;
  return lesson?.title === draft.title && lesson.steps.length === draft.steps.length;
}

/** The faults, as the schema names them. A press leads to the field. @param {Editor} editor
 * @param {(place: string) => void} lead */
function problemList(editor, lead) {
  const list = h('ul', {});
  const head = h('summary', {});
  const element = h('details', { class: 'edit-problems' }, head, list);
  /** @param {string} problem */
  const follow = (problem) => {
    const [, number, rest] = /^steps\[(\d+)\](?:\.([\w.[\]]+))?/.exec(problem) ?? [];
    if (number !== undefined && Number(number) !== editor.selected) editor.select(Number(number));
    lead(number === undefined ? `lesson.${problem.split(':')[0]}` : rest ?? 'title');
  };
  return {
    element,
    update() {
      const { problems, draft } = editor;
      element.hidden = !problems.length || !draft.steps.length;
      say(head, `${plural(problems.length, 'place')} to correct before others can play it`);
      fill(list, problems.map((one) => h('li', {}, action(readable(one), () => follow(one), { class: 'quiet' }))));
    },
    show() {
      element.hidden = false;
      element.open = true;
      element.scrollIntoView({ block: 'nearest' });
    },
  };
}

/** A fault with the number of its step from 1. @param {string} problem */
const readable = (problem) => problem.replace(/^steps\[(\d+)\]\.?/, (_whole, at) => `Step ${Number(at) + 1}, `)
  .replace(/\[(\d+)\]/g, (_whole, at) => ` ${Number(at) + 1}`);

/**
 * Play and Copy link, and the acts on files.
 * @param {Editor} editor @param {(act: () => Promise<void>) => void} attempt @param {Tell} tell
 * @param {() => void} showProblems
 */
function acts(editor, attempt, tell, showProblems) {
  const isSound = () => {
    editor.check();
    if (!editor.problems.length) return true;
    tell('Correct the places first.', { isProblem: true });
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
    if (!packed) return tell('This lesson is too long for a link: save it, and pass on the file.', { isProblem: true });
    const address = `${pageAddress()}#v=1&lesson=${packed}`;
    tell(await copyOrSelect(address, field) ? 'Link copied.' : 'Copy the selected link.');
  });
  const id = freshId('edit');
  const input = h('input', { id, type: 'file', class: 'hidden', accept: '.json,application/json',
    onchange: () => attempt(async () => {
      const file = input.files?.[0];
      input.value = '';
      if (!file) return;
      if (file.size > 4 * LONGEST_FILE) throw new Error(`${file.name} is too large for a lesson.`);
      const faults = editor.read(await file.text());
      if (faults.length) {
        tell(`${file.name} cannot be opened. ${faults.slice(0, 3).join('; ')}`, { isProblem: true });
      } else tell(`${file.name} is open.`, { isLoss: true });
    }) });
  return {
    link: h('span', {}, action('Copy link', link), field),
    play: action('Play', play, { class: 'primary' }),
    files: h('div', { class: 'edit-files' }, action('Save as file', save, { class: 'quiet' }),
      h('span', { class: 'edit-file' }, input, h('label', { htmlFor: id }, 'Open file')),
      action('New lesson', () => {
        editor.replace(newDraft(), -1);
        tell('The draft is empty.', { isLoss: true });
      }, { class: 'quiet' })),
  };
}

// The chosen step on the real stage, at the size of a laptop or a phone, and below it what holds and what does not. A
// second, hidden stage plays the step to measure it, because measuring changes the size and answers the question, which
// the author would see after every pause in typing.

import { messageOf } from '../../../core/errors.js';
import { fill, h, say } from '../../../ui/dom.js';
import { measureStep } from './measure-stage.js';
import { PHONE, StageFrame, WIDE } from '../lessons/stage-frame.js';
import { action } from './small-fields.js';

/** @typedef {import('./editor.js').Editor} Editor */

const SIZES = [{ name: 'Stage', size: WIDE }, { name: 'Phone', size: PHONE }];
const LOWEST = 200; // px of the stage
const BELOW = 190; // px that the checks have at least

/**
 * @param {Editor} editor
 * @param {{ add: () => void, lead: (place: string) => void }} acts `lead`: to the field of a check
 */
export function preview(editor, { add, lead }) {
  let [shape] = SIZES;
  /** @type {{ shown: StageFrame, measuring: StageFrame } | null} */
  let frames = null;
  let key = '';
  const about = h('span', { class: 'muted' });
  const buttons = SIZES.map((one) => action(one.name, () => {
    shape = one;
    draw();
  }));
  const note = h('p', { class: 'muted edit-preview-note' });
  const box = h('div', { class: 'edit-frames' });
  const list = h('ul', { class: 'edit-checks', 'aria-label': 'Checks of this step' });
  const head = h('div', { class: 'edit-preview-head' },
    h('div', { role: 'group', 'aria-label': 'Size of the preview' }, buttons), about);
  const begins = beginPart(add);
  const element = h('section', { class: 'edit-preview', 'aria-label': 'Preview' }, head, begins, box, note, list);
  new ResizeObserver(() => draw()).observe(element);

  function draw() {
    SIZES.forEach((one, at) => buttons[at].setAttribute('aria-pressed', String(one === shape)));
    const { width, height } = shape.size;
    const room = Math.max(LOWEST, element.clientHeight - BELOW);
    const scale = Math.min(box.clientWidth / width, room / height, 1);
    say(about, `${width} × ${height}, at ${Math.round(100 * scale)} %`);
    box.style.height = `${Math.round(height * scale)}px`;
    if (!frames) return;
    frames.shown.resize(shape.size);
    frames.shown.element.style.scale = String(scale);
  }

  function begin() {
    frames = { shown: frame('The step on the stage'), measuring: frame('The step, measured') };
    const { element: hidden } = frames.measuring;
    hidden.classList.add('measuring');
    hidden.inert = true;
    hidden.setAttribute('aria-hidden', 'true');
    fill(box, frames.shown.element, frames.measuring.element);
    draw();
    return frames;
  }

  /** @param {import('../lessons/schema.js').Lesson} lesson @param {number} at @param {string} wanted */
  async function show(lesson, at, wanted) {
    const { shown, measuring } = frames ?? begin();
    box.setAttribute('aria-busy', 'true');
    say(note, 'Setting up the stage …');
    try {
      if (!await shown.open(lesson, at)) return;
      if (!editor.isMeasured(at)) {
        say(note, 'Measuring …');
        const measured = await measureStep(measuring, lesson, at);
        if (!measured || key !== wanted || !box.checkVisibility()) return;
        editor.keepMeasured(at, measured);
      }
      say(note, '');
    } catch (error) {
      if (key === wanted) say(note, `The step could not be measured: ${messageOf(error)}.`);
    } finally {
      if (key === wanted) box.removeAttribute('aria-busy');
    }
  }

  return {
    element,
    /** Shows the chosen step as it is now. */
    update() {
      fill(list, checkList(editor, lead));
      const { selected } = editor;
      head.hidden = !editor.step;
      begins.hidden = Boolean(editor.step);
      box.hidden = !editor.step;
      if (!editor.step) say(note, '');
      if (!editor.step || !element.checkVisibility()) return;
      const lesson = editor.shown();
      if (!lesson) return say(note, 'The stage shows the step once the places below are correct.');
      const wanted = JSON.stringify([lesson, selected]);
      if (wanted === key) return;
      key = wanted;
      void show(lesson, selected, wanted);
    },
    /** Frees the frames: another opening begins with new ones. */
    end() {
      for (const frame of Object.values(frames ?? {})) frame.end();
      frames = null;
      key = '';
      box.removeAttribute('aria-busy');
      fill(box);
    },
  };
}

/** @param {string} title */
const frame = (title) => new StageFrame(h('iframe', { title }));

/** What stands there before the first step. @param {() => void} add */
const beginPart = (add) => h('div', { class: 'edit-begin' },
  h('p', {}, 'A step begins with the page as it is now: its data, its settings and its run.'),
  action('Write the first step', add, { class: 'primary' }));

/** @param {Editor} editor @param {(place: string) => void} lead */
const checkList = (editor, lead) => (editor.step ? editor.checks(editor.selected) : []).map(({ text, place, holds }) =>
  h('li', { class: holds ? 'holds' : 'warns' }, h('span', { 'aria-hidden': 'true' }, holds ? '✓' : '!'),
    holds ? h('span', {}, text) : action(text, () => lead(place), { class: 'quiet' })));

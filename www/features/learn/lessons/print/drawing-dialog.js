// Draws the pictures of lessons for paper, and shows how far it is. Lessons are played in a frame, so that what the
// reader has on the page stays.

import './drawing-dialog.css';
import '../../../../styles/dialogs.css';
import { messageOf } from '../../../../core/errors.js';
import { h, say } from '../../../../ui/dom.js';
import { freshId } from '../../../../ui/fields.js';
import { StageFrame, PHONE } from '../stage-frame.js';
import { play } from './stills.js';

/** @typedef {import('./stills.js').Played} Played */
/** @typedef {{ lesson: import('../schema.js').Lesson, wanted: import('./stills.js').Wanted[] }} ToDraw */

const PREVIEW = { width: 200, height: 220 }; // px of the upper part of the stage in the dialog
const ON_PAPER = 378; // px of CSS, 10 cm: letters of a phone have 11 pt

/**
 * Resolves to the steps of each lesson that were played: none where the reader goes without pictures; null after
 * Cancel.
 * @param {ToDraw[]} lessons @returns {Promise<Played[][] | null>}
 */
export async function drawPictures(lessons) {
  const without = lessons.map(() => /** @type {Played[]} */ ([]));
  if (!lessons.some(({ lesson, wanted }) => lesson.steps.some(({ picture, question }, at) =>
    (picture || question) && wanted[at]))) return without;
  const frame = new StageFrame(h('iframe', { title: 'The stage, for paper' }), true);
  const dialog = drawingDialog(frame);
  /** Resolves when the reader goes on without pictures, or cancels. @type {Promise<Played[][] | null>} */
  const ended = new Promise((resolve) => {
    dialog.element.onclose = () => resolve(dialog.element.returnValue === 'without' ? without : null);
  });
  try {
    return await Promise.race([ended, draw(frame, lessons, dialog).catch((error) => {
      dialog.fail(messageOf(error));
      return ended;
    })]);
  } finally {
    frame.end();
    // This gives the focus back.
    dialog.element.close();
    dialog.element.remove();
  }
}

/**
 * @param {StageFrame} frame @param {ToDraw[]} lessons @param {ReturnType<typeof drawingDialog>} dialog
 */
async function draw(frame, lessons, dialog) {
  /** @type {Played[][]} */
  const all = [];
  for (const [at, { lesson, wanted }] of lessons.entries()) {
    dialog.progress(lessons.length > 1 ? `Drawing the pictures: lesson ${at + 1} of ${lessons.length}, `
      + `${lesson.title}` : 'Drawing the pictures …');
    const played = await play(frame, lesson, wanted, ON_PAPER);
    if (!played) return null;
    all.push(played);
  }
  return all;
}

/** @param {StageFrame} frame */
function drawingDialog(frame) {
  const id = freshId('drawing');
  const scale = PREVIEW.width / PHONE.width;
  frame.resize(PHONE);
  frame.element.inert = true;
  frame.element.tabIndex = -1;
  frame.element.style.scale = String(scale);
  const note = h('p', { role: 'status' });
  const stage = h('div', { class: 'drawing-stage', 'aria-hidden': 'true' }, frame.element);
  Object.assign(stage.style, { width: `${PREVIEW.width}px`, height: `${PREVIEW.height}px` });
  const without = h('button', { type: 'button', hidden: true, onclick: () => element.close('without') },
    'Print without pictures');
  const element = h('dialog', { class: 'drawing-dialog', 'aria-labelledby': id }, h('h2', { id }, 'Print'), note, stage,
    h('div', { class: 'drawing-foot' }, without, h('button', { type: 'button', onclick: () => element.close() },
      'Cancel')));
  document.body.append(element);
  element.showModal();
  return {
    element,
    /** @param {string} words */
    progress: (words) => say(note, words),
    /** @param {string} why */
    fail(why) {
      say(note, `The pictures could not be drawn: ${why}.`);
      stage.hidden = true;
      without.hidden = false;
      without.focus();
    },
  };
}

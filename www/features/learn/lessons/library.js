// Fetches the page's lessons. Stores on this device which lessons are done, if the browser allows it.

import { fileAddress } from '../../../lib/file-address.js';
import { LESSONS } from './lesson-list.js';

const DONE = 'rankscope-lessons';

/** The text of a lesson. @param {string} id */
export async function fetchLesson(id) {
  if (!LESSONS.includes(id)) throw new Error('this page has no such lesson; choose one of the list');
  const response = await fetch(fileAddress(`lessons/${id}.json`)).catch(() => {
    throw new Error('the host does not answer; try again when there is a connection');
  });
  if (!response.ok) throw new Error(`the host answered ${response.status}`);
  return response.text();
}

/** @returns {string[]} */
export function savedDone() {
  try {
    /** @type {unknown} */
    const saved = JSON.parse(localStorage.getItem(DONE) ?? '[]');
    return Array.isArray(saved) ? LESSONS.filter((id) => saved.includes(id)) : [];
  } catch {
    // Without storage, or with unreadable content, no lesson is marked as done.
    return [];
  }
}

/** @param {string[]} done */
export function saveDone(done) {
  try {
    localStorage.setItem(DONE, JSON.stringify(done));
  } catch {
    // Without storage the marks last until the page is closed.
  }
}

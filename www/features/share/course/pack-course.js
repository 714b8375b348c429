// Saves a lesson as a package for a learning platform when a button is pressed, and tells how it goes. No DOM.

import { messageOf } from '../../../core/errors.js';

/** What the button says of itself. */
export const ABOUT = 'A zip file for SCORM 1.2, as in Moodle';

/**
 * @param {import('./course-package.js').Course | null} course
 * @param {{ disabled: boolean }} button that waits meanwhile @param {(words: string) => void} tell
 */
export async function packCourse(course, button, tell) {
  if (!course) return;
  button.disabled = true;
  tell('Packing …');
  try {
    const { saveCourse } = await import('./save-course.js');
    tell(`${await saveCourse(course)} saved.`);
  } catch (error) {
    tell(`The package could not be made: ${messageOf(error)}.`);
  }
  button.disabled = false;
}

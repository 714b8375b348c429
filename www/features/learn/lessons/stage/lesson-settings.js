// The settings of a lesson in one line, with the button that shows all settings below the lesson.

import { h, say } from '../../../../ui/dom.js';
import { settingsLine } from '../../../settings/labels.js';

/** The button that shows and hides the settings. */
export const settingsButton = h('button', {
  type: 'button', class: 'quiet lesson-settings', 'aria-expanded': 'false', 'aria-controls': 'choices',
  onclick: () => showSettings(!document.body.classList.contains('with-settings')),
}, 'Show settings');

/**
 * Shows or hides the settings.
 * @param {boolean} on
 * @param {boolean} [isOne] whether the step points at one setting: it then has the place of the picture
 */
export function showSettings(on, isOne = false) {
  document.body.classList.toggle('with-settings', on);
  document.body.classList.toggle('with-run', on && !isOne);
  document.body.classList.toggle('with-one-setting', on && isOne);
  settingsButton.setAttribute('aria-expanded', String(on));
  say(settingsButton, on ? 'Hide settings' : 'Show settings');
}

/** Returns the settings in one line. @param {import('../lesson-state.js').LessonsStore} store */
export function settingsGist(store) {
  const gist = h('p', { class: 'lesson-set' });
  store.watch(({ settings, catalog }) => [settings, catalog], ([settings, catalog]) => {
    say(gist, `Settings: ${settingsLine(catalog, settings)}`);
  });
  return gist;
}

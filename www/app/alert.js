// The alert: the fault, its place, and what stays. Announced at once.

import { h, fill } from '../ui/dom.js';
import { handOn } from '../ui/focus.js';
import { count } from '../lib/format.js';

/** @param {HTMLElement} root @param {import('./reducer.js').AppStore} store */
export function mount(root, store) {
  const box = h('div', { role: 'alert', class: 'alert' });
  root.append(box);

  store.watch(({ alert }) => [alert], ([alert]) => handOn(box, () => show(alert), () => box.querySelector('button')));

  /** @param {import('./reducer.js').State['alert']} alert */
  function show(alert) {
    box.hidden = !alert;
    if (!alert) return fill(box);
    const { title, detail, problems, total } = alert;
    const rest = total - problems.length;
    fill(box,
      h('div', { class: 'alert-text' },
        h('p', {}, h('b', {}, title), detail && ` ${detail}`),
        problems.length > 0
          && h('ul', {},
          problems.map(({ line, column, problem }) =>
              h('li', {}, h('b', {}, `line ${count(line)}, column ${count(column)}`), `: ${problem}`))),
        rest > 0 && h('p', {}, `and ${count(rest)} more.`)),
      h('button',
        { type: 'button', class: 'quiet', 'aria-label': 'Dismiss', onclick: () => store.dispatch({ type: 'dismiss' }) },
        '✕'));
    // A user far below the top is informed too.
    box.scrollIntoView({ block: 'nearest' });
  }
}

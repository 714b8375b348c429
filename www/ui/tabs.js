// Tabs by the pattern of the ARIA practices. Knows no state.

import { h, say } from './dom.js';
import { freshId } from './fields.js';

/**
 * @param {string} label
 * @param {{ name: string, title: import('./dom.js').Child[], about: string }[]} list
 * @param {(name: string) => void} choose
 */
export function tabs(label, list, choose) {
  const id = freshId('tabs');
  const parts = list.map(({ name, title, about }) => {
    const caption = h('span', { class: 'hidden' }, about);
    const tab = h('button',
      { type: 'button', role: 'tab', class: 'tab', id: `${id}-${name}`, 'aria-controls': `${id}-${name}-panel`,
        title: about, onclick: () => choose(name) },
      h('span', { class: 'tab-title' }, title), ' ', caption);
    const panel = h('div',
      { role: 'tabpanel', class: 'tab-panel', id: `${id}-${name}-panel`, 'aria-labelledby': tab.id, tabIndex: 0 });
    return { name, tab, caption, panel };
  });
  const bar = h('div',
    { role: 'tablist', class: 'tabs', 'aria-label': label, onkeydown: (/** @type {KeyboardEvent} */ event) => {
    const at = parts.findIndex(({ tab }) => tab === event.target);
    const steps = /** @type {Record<string, number>} */ (
      { ArrowRight: at + 1, ArrowLeft: at - 1 + parts.length, Home: 0, End: parts.length - 1 });
    if (at < 0 || !(event.key in steps)) return;
    event.preventDefault();
    const next = parts[steps[event.key] % parts.length];
    choose(next.name);
    next.tab.focus();
  } }, parts.map(({ tab }) => tab));
  return {
    bar,
    panels: Object.fromEntries(parts.map(({ name, panel }) => [name, panel])),
    /** @param {string} name */
    open(name) {
      for (const one of parts) {
        const open = one.name === name;
        one.tab.setAttribute('aria-selected', String(open));
        one.tab.tabIndex = open ? 0 : -1;
        one.panel.hidden = !open;
      }
    },
    /** What stands below the title of a tab. @param {string} name @param {string} text */
    describe(name, text) {
      for (const one of parts) {
        if (one.name !== name) continue;
        say(one.caption, text);
        one.tab.title = text;
      }
    },
  };
}

// Word mark, which leads back to first sight, the facts of the data set, and the theme.

import { h, s, fill, say } from '../ui/dom.js';
import { isNarrow, onWidthChange } from '../ui/media.js';
import { count, plural } from '../lib/format.js';
import { TABS, currentMode } from './workspace-state.js';

/** @typedef {import('./reducer.js').AppStore} Store */

const ICONS = {
  system: 'M1.5 2.5h13v8.5h-13zM5.5 14h5M8 11v3',
  light: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 .8v1.9M8 13.3v1.9M.8 8h1.9M13.3 8h1.9M2.9 2.9l1.3 1.3M11.8 11.8l1.3 '
    + '1.3M13.1 2.9l-1.3 1.3M4.2 11.8l-1.3 1.3',
  dark: 'M13.5 9.7A6 6 0 0 1 6.3 2.5a6 6 0 1 0 7.2 7.2z',
};

/**
 * Returns where other panels put their links and buttons.
 * @param {HTMLElement} root has the name and the place of the facts, which the first paint shows
 * @param {Store} store
 */
export function mount(root, store) {
  const facts = /** @type {HTMLElement} */ (root.querySelector('.facts'));
  // Over the word mark.
  const home = h('button', { type: 'button', class: 'home', title: 'Back to the first page', 'aria-label': 'rankscope',
    onclick: () => {
      // A lesson that is being read is not wanted any more either.
      store.dispatch({ type: 'lessons/leave' });
      if (currentMode(store.get()) !== 'Explore') store.dispatch({ type: 'panel', panel: TABS[0].id, open: true });
      store.dispatch({ type: 'start/open' });
    } });
  const themes = /** @type {const} */ (['system', 'light', 'dark']).map((theme) => {
    const input = h('input',
      { type: 'radio', name: 'theme', value: theme, onchange: () => store.dispatch({ type: 'theme', theme }) });
    const icon = s('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true', class: `icon icon-${theme}` },
      s('path', { d: ICONS[theme] }));
    const element = h('label', { title: `Theme: ${theme}` }, input, icon,
      h('span', { class: 'hidden' }, theme[0].toUpperCase() + theme.slice(1)));
    return { theme, input, element };
  });

  const actions = h('div', { class: 'actions' });
  // On a narrow screen what is rarely used stands behind this button.
  const menu = h('button', { type: 'button', class: 'menu-button', 'aria-label': 'More', 'aria-expanded': 'false',
    onclick: () => {
      const open = root.classList.toggle('menu-open');
      menu.setAttribute('aria-expanded', String(open));
    } }, '•••');
  const nav = h('nav', { class: 'page-links', 'aria-label': 'Page' }, actions, menu,
    h('fieldset', { class: 'themes' },
      h('legend', { class: 'hidden' }, 'Theme'), themes.map(({ element }) => element)));
  // On a wide screen the Tab key comes to the settings and Train first.
  const place = () => {
    if (isNarrow()) root.prepend(home);
    (isNarrow() ? root : document.body).append(nav);
    if (!isNarrow()) document.body.append(home);
  };
  onWidthChange(place);
  place();

  store.watch(({ theme }) => [theme], ([theme]) => {
    for (const one of themes) one.input.checked = one.theme === theme;
  });
  store.watch(({ data, loading }) => [data, Boolean(loading)], ([data, isLoading]) => {
    if (!data) return say(facts, isLoading ? 'reading data …' : 'no data yet');
    const { train, valid, test } = data.summaries;
    const more = [valid && `${count(valid.queries)} validation`, test && `${count(test.queries)} test`].filter(Boolean);
    // A file may be named in any script, which must not turn the words around it.
    fill(facts, h('bdi', {}, data.request.name), [
      '',
      `${count(train.queries)} training `
        + `${train.queries === 1 ? 'query' : 'queries'}${more.length ? ` + ${more.join(' + ')}` : ''}`,
      plural(train.documents, 'document'), plural(train.features, 'feature'), `grades 0–${train.max_grade}`,
    ].join(' · '));
  });
  return actions;
}

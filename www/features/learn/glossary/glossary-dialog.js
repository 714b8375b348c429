// The dialog with every term: a search field, and the entries in groups.

import '../../../styles/dialogs.css';
import './glossary.css';
import { h, say } from '../../../ui/dom.js';
import { freshId } from '../../../ui/fields.js';
import { plural } from '../../../lib/format.js';
import { GROUPS, TERMS } from './terms.js';

/** @typedef {import('./terms.js').Term} Term */

/** The dialog, in the document but closed. */
export function glossaryDialog() {
  const id = freshId('glossary');
  const entries = new Map(TERMS.map((term) => [term, entryOf(term)]));
  const groups = GROUPS.map(({ id: group, title }) => {
    const own = TERMS.filter((term) => term.group === group);
    const list = h('dl', {}, own.map((term) => entries.get(term)));
    return { own, element: h('section', { 'aria-label': title }, h('h3', {}, title), list) };
  });
  const search = h('input', { id, type: 'search', autocomplete: 'off', oninput: () => filter(search.value) });
  const numberText = h('p', { class: 'muted', role: 'status' });
  const close = h('button',
    { type: 'button', class: 'square', 'aria-label': 'Close glossary', onclick: () => dialog.close() }, '✕');
  const dialog = h('dialog', { class: 'glossary', 'aria-labelledby': `${id}-title` },
    h('div', { class: 'glossary-head' },
      h('div', { class: 'dialog-head' }, h('h2', { id: `${id}-title` }, 'Glossary'), close),
      h('label', { class: 'hidden', htmlFor: id }, 'Search the glossary'), search, numberText),
    h('div', { class: 'glossary-list' }, groups.map(({ element }) => element), aboutThePage()));
  search.placeholder = 'Symbol, term or word';
  // A press beside the dialog closes it, as Escape does.
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);

  /** Hides the entries that do not match. @param {string} text */
  function filter(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    let number = 0;
    for (const [term, entry] of entries) {
      entry.hidden = !words.every((word) => matches(term, word));
      number += Number(!entry.hidden);
    }
    for (const { own, element } of groups) element.hidden = own.every((term) => entries.get(term)?.hidden);
    say(numberText, words.length ? `${plural(number, 'term')} found` : plural(TERMS.length, 'term'));
  }

  return {
    /** @param {string} [wanted] */
    open(wanted) {
      search.value = '';
      filter('');
      if (!dialog.open) dialog.showModal();
      const entry = [...entries].find(([term]) => term.id === wanted)?.[1];
      if (!entry) return search.focus();
      entry.scrollIntoView({ block: 'start' });
      entry.focus({ preventScroll: true });
    },
  };
}

/** Documents beside the page. In a tab of their own, because the run here would be lost. */
function aboutThePage() {
  const link = (/** @type {string} */ address, /** @type {string} */ words) =>
    h('a', { class: 'quiet-link', href: address, target: '_blank', rel: 'noopener' }, words);
  return h('section', { 'aria-label': 'About this page' }, h('h3', {}, 'About this page'),
    h('p', { class: 'about-links' }, link('about/privacy.html', 'Privacy'),
      link('about/accessibility.html', 'Accessibility'), link('LICENSES.md', 'Licences'),
      // Course packages, which show the page in a frame, do not have them.
      h('span', { class: 'about-site' }, link('docs/index.html', 'Documents'))));
}

/** @param {Term} term */
function entryOf({ id, symbol, name, short, long, where, source }) {
  const title = h('dt', {}, symbol && h('span', { class: 'term-symbol' }, symbol), h('b', {}, name));
  return h('div', { class: 'glossary-entry', id: `glossary-${id}`, tabIndex: -1 }, title,
    h('dd', {}, h('p', {}, short), h('p', { class: 'muted' }, long),
      h('p', { class: 'glossary-where' }, `On this page: ${where}`, h('br', {}), `Source: ${source}`)));
}

/** @param {Term} term @param {string} word in small letters */
function matches({ symbol = '', name, short, long }, word) {
  return `${symbol} ${name} ${short} ${long}`.toLowerCase().includes(word);
}

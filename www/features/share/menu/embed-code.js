// What is embedded, and the code for it in a page, as an element, or in a Quarto document. Pure.

import { attribute, frameCode } from '../../../lib/frame-code.js';

/**
 * What another page shows: `fragment` of the link, without `#`, which holds a lesson or the state of the page; the
 * `picture` that is shown alone, null for all of it; `title` in words.
 * @typedef {{ fragment: string, picture: string | null, title: string }} Shown
 */

/** @typedef {{ name: string, text: string, code: (page: string, shown: Shown, height: number) => string }} Form */

/** Returns the address of what is shown. @param {string} page @param {Shown} shown */
export function addressOfShown(page, { fragment, picture }) {
  return `${page}#${fragment}&${picture === null ? 'embed=true' : `picture=${picture}`}`;
}

/** The forms of the code. @type {Form[]} */
export const FORMS = [
  { name: 'frame', text: 'HTML frame',
    code: (page, shown, height) => frameCode(addressOfShown(page, shown), height, `Rankscope: ${shown.title}`) },
  { name: 'element', text: 'HTML element <rankscope-view>',
    code: (page, shown, height) => [
      `<script type="module" src=${attribute(new URL('embed/rankscope-view.js', page).href)}></script>`,
      `<rankscope-view ${[...wordsOf(shown), ['title', shown.title], ['height', String(height)]]
        .map(([name, value]) => `${name}=${attribute(value)}`).join(' ')}></rankscope-view>`,
    ].join('\n') },
  { name: 'quarto', text: 'Quarto shortcode',
    code: (page, shown, height) => `{{< rankscope ${[['page', page], ...wordsOf(shown), ['height', String(height)]]
      .map(([name, value]) => `${name}="${value}"`).join(' ')} >}}` },
];

/**
 * The attributes that say what is shown. A lesson of the page is named; everything else is a link.
 * @param {Shown} shown
 * @returns {[string, string][]}
 */
function wordsOf({ fragment, picture }) {
  const words = new URLSearchParams(fragment);
  const isNamed = [...words.keys()].every((key) => ['v', 'lesson', 'step'].includes(key))
    && /^[a-z][a-z0-9-]*$/.test(words.get('lesson') ?? '');
  /** @type {[string, string | null][]} */
  const all = isNamed ? [['lesson', words.get('lesson')], ['step', words.get('step')]]
    : [['link', fragment]];
  return [...all, /** @type {[string, string | null]} */ (['picture', picture])]
    .flatMap(([name, value]) => (value === null ? [] : [/** @type {[string, string]} */ ([name, value])]));
}

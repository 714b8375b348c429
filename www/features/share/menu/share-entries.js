// The ways to share what is shown: a link, its QR code, and the code of a frame. The header and the stage of a lesson
// have them in their menus.

import './share.css';
import { showNotFetched } from '../../../store/alert-state.js';
import { lazy } from '../../../lib/lazy.js';
import { pageAddress } from '../../../lib/page-address.js';
import { copyOrSelect } from '../../../ui/copy-text.js';
import { h, say } from '../../../ui/dom.js';
import { TOO_LONG, missingOf, tooLong } from './link-words.js';

/** @typedef {import('./sharing.js').ShareStore} ShareStore */
/** @typedef {import('./sharing.js').Sharing} Sharing */

/** @param {ShareStore} store @param {Sharing} sharing @returns {HTMLElement[]} */
export function shareEntries(store, sharing) {
  const { link } = sharing;
  const notice = h('span', { class: 'share-notice muted', 'aria-live': 'polite' });
  const field = h('input',
    { type: 'text', readOnly: true, 'aria-label': 'Link to this view', class: 'link-field', hidden: true });
  const copy = async () => {
    // A live region does not announce the same text twice, so it is emptied first.
    say(notice, '');
    field.hidden = true;
    if (tooLong(store.get())) return say(notice, TOO_LONG);
    const text = link();
    const isCopied = await copyOrSelect(text, field);
    say(notice, (isCopied ? 'Link copied.' : 'Copy the selected link.') + missingOf(store.get(), text));
  };
  /** @param {string} name @param {() => Promise<{ open: () => unknown }>} fetch @param {string} failed */
  const opener = (name, fetch, failed) => {
    const dialog = lazy(fetch);
    const open = () => void dialog().then((one) => one.open(), (error) =>
      store.dispatch(showNotFetched(failed, 'Open it again', error)));
    // A copy without an address, as in a notebook, has nothing that another device or page could open.
    return h('button', { type: 'button', class: 'quiet', 'aria-haspopup': 'dialog', hidden: !pageAddress(),
      onclick: (/** @type {Event} */ event) => {
        const menu = /** @type {HTMLElement} */ (event.currentTarget).closest('[popover]');
        if (menu instanceof HTMLElement) menu.hidePopover();
        open();
      } }, name);
  };
  return [
    h('button', { type: 'button', class: 'quiet', onclick: () => void copy() }, 'Copy link'),
    opener('QR code', async () => {
      const { openCode } = await import('../../../ui/qr-dialog.js');
      return { open: () => {
        if (tooLong(store.get())) return openCode(null, TOO_LONG);
        const text = link();
        return openCode(text, missingOf(store.get(), text));
      } };
    }, 'The QR code could not be shown.'),
    opener('Embed', async () => (await import('./embed-dialog.js')).embedDialog(store, sharing),
      'Embedding could not be shown.'),
    notice, field,
  ];
}

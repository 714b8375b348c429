// Watches the address: writes the state into it, and opens the links that come in it. What opens links is fetched with
// the first link.

import { showNotFetched } from '../../../store/alert-state.js';
import { FIRST_SAMPLE, UNNAMED_SAMPLE, sampleRequest } from '../../data/samples.js';
import { AddressWriter } from './address-writer.js';
import { openingOf } from './url.js';

/**
 * @param {import('./link-state.js').LinksStore} store
 * @param {import('./url.js').World} world
 */
export function startLinks(store, world) {
  /** @type {import('./link-opener.js').LinkOpener | null} */
  let opener = null;
  let opened = 0; // number of links opened
  let reading = 0; // number of links whose opener is being fetched or whose lines are being unpacked
  const address = new AddressWriter(store, world, () => reading > 0 || Boolean(opener?.isBusy()));

  /** @param {string} fragment */
  async function open(fragment) {
    reading += 1;
    await read(fragment).finally(() => { reading -= 1; });
    address.schedule();
  }

  /** @param {string} fragment */
  async function read(fragment) {
    opened += 1;
    const turn = opened;
    const isNewest = () => turn === opened;
    const parts = await Promise.all([import('./link-opener.js'), import('./url-reader.js')])
      .catch((/** @type {unknown} */ error) => (isNewest() ? notFetched(error) : undefined));
    if (!parts || !isNewest()) return;
    const [{ LinkOpener }, { viewOf }] = parts;
    opener ??= new LinkOpener(store);
    await opener.open(viewOf(fragment, world), isNewest);
  }

  /** A page without data is no page. @param {unknown} error */
  function notFetched(error) {
    const first = store.get().data ? null : sampleRequest(UNNAMED_SAMPLE);
    if (first) store.dispatch({ type: 'load', request: first });
    store.dispatch(showNotFetched('This link could not be opened.', 'Open it again', error));
  }

  store.subscribe((state, action, previous) => {
    const { request } = state.data ?? {};
    if (state.data !== previous.data && request?.pasted && request.train.kind === 'blob') {
      void address.pack(request.train.blob);
    }
    opener?.follow(action);
    address.schedule();
  });
  addEventListener('hashchange', ({ newURL }) => {
    address.accept();
    // The page may have written its own address since then.
    const fragment = linkIn(newURL);
    if (fragment) void open(fragment);
    else address.schedule();
  });

  return {
    /** Has the first sample read, unless the address is a link. */
    begin() {
      const request = sampleRequest(FIRST_SAMPLE);
      if (request && !linkIn(location.href)) store.dispatch({ type: 'load', request });
    },
    /** Opens the link in the address, if there is one. */
    start() {
      const fragment = linkIn(location.href);
      if (fragment) void open(fragment);
    },
    /** @param {string} fragment */
    open: (fragment) => void open(fragment),
    /** Returns the whole address of the current state. */
    link: () => address.link(),
    /** Returns its fragment, in words also where the page is as it opens. */
    words: () => address.words(),
    /** The fragment of the page as it opens. */
    opening: openingOf(world),
  };
}

/** Returns the fragment of an address if it is a link and not an anchor of the page. @param {string} address */
function linkIn(address) {
  const fragment = new URL(address).hash.slice(1);
  return fragment && !document.getElementById(fragment) ? fragment : '';
}

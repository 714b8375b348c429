// Registers the service worker that keeps the page on this device, once the page is idle. Without service workers, as
// on plain http, the page needs the network.
//
// A new build waits until "Reload" is pressed or all tabs are closed. The caches of the build before it stay for tabs
// that are still open. The service worker is registered once the page answers, because it fetches and hashes all
// files.

import { messageOf } from '../../../core/errors.js';
import { SAMPLES } from '../../data/samples.js';
import { mayKeepRest } from './offline-state.js';

/** @typedef {import('./offline-state.js').OfflineStore} Store */

const IDLE = 4_000; // ms without work after which the page counts as idle

/**
 * @param {Store} store
 * @param {Promise<void>} [answers] when the page answers: until then its own start has the network and the cores
 */
export function registerServiceWorker(store, answers = Promise.resolve()) {
  const noteConnection = () => store.dispatch({ type: 'offline/connection', disconnected: !navigator.onLine });
  const connected = () => {
    noteConnection();
    void findHeld(store);
  };
  addEventListener('online', connected);
  addEventListener('offline', connected);
  noteConnection();
  void answers.then(() => findHeld(store));
  // The files that were used are now kept, so the notice is updated while offline.
  store.subscribe((state, { type }) => { if (type === 'loaded' && state.offline.disconnected) void findHeld(store); });

  if (!('serviceWorker' in navigator)) return;
  void answers.then(() => rested(() =>
      register(store).catch((error) => console.info(`Rankscope is not kept for use offline: ${messageOf(error)}`))));
}

/** @param {Store} store */
async function register(store) {
  const { serviceWorker } = navigator;
  const controlled = serviceWorker.controller !== null;
  let renewing = false;
  serviceWorker.addEventListener('controllerchange', () => {
    // On the first visit this is the first build, which needs no notice; later it is a new build.
    if (renewing) location.reload();
    else if (controlled) store.dispatch({ type: 'offline/update ready' });
  });
  await serviceWorker.register(new URL('service-worker.js', document.baseURI), { updateViaCache: 'none' });
  const registration = await serviceWorker.getRegistration();
  if (!registration) return;

  const consider = () => {
    if (registration.waiting && registration.active) store.dispatch({ type: 'offline/update ready' });
  };
  registration.addEventListener('updatefound',
    () => registration.installing?.addEventListener('statechange', consider));
  consider();
  if (mayKeepRest(Reflect.get(navigator, 'connection'))) {
    void serviceWorker.ready.then(({ active }) => rested(() => askForRest(active)));
  }
  store.subscribe((_state, { type }) => {
    if (type !== 'offline/update') return;
    renewing = true;
    // If none is waiting, another tab has already activated it.
    if (!registration.waiting) return location.reload();
    // It waits until the present build has nothing left to do, so the keeping of samples ends.
    registration.active?.postMessage('make way');
    registration.waiting.postMessage('take over');
  });
}

/** Has the larger samples kept. @param {ServiceWorker | null} worker */
function askForRest(worker) {
  worker?.postMessage('keep the rest');
}

/**
 * Dispatches which files of the samples are on this device. Does nothing if the browser keeps none.
 * @param {Store} store
 */
async function findHeld(store) {
  const addresses = SAMPLES.flatMap(({ train, valid, test }) => [train, valid, test])
    .flatMap((source) => (source?.kind === 'url' ? [source.url] : []));
  try {
    // If storage is blocked, reading `caches` throws or each call is rejected. The state then stays as it is.
    if (!('caches' in globalThis)) return;
    const { caches } = globalThis;
    const stored = await Promise.all(
      addresses.map(async (address) => ((await caches.match(address, { ignoreSearch: true })) ? [address] : [])));
    store.dispatch({ type: 'offline/stored', stored: stored.flat() });
  } catch (error) {
    console.info(`Rankscope cannot look for files kept for use offline: ${messageOf(error)}`);
  }
}

/** @param {() => void} then */
function rested(then) {
  const idle = () =>
    ('requestIdleCallback' in globalThis ? requestIdleCallback(then, { timeout: IDLE }) : setTimeout(then, 1_000));
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}

// Registers the service worker that keeps the page on this device, after everything else has been done.
// Optional: where there is none, as on plain http, the page is the same but needs the network.

import { SAMPLES } from './samples.js';

/** @typedef {import('./store.js').Store} Store */

const IDLE = 4_000; // ms after which the page has rested enough

/** @param {Store} store */
export function startService(store) {
  const connected = () => {
    store.dispatch({ type: 'connection', offline: !navigator.onLine });
    void findHeld(store);
  };
  addEventListener('online', connected);
  addEventListener('offline', connected);
  connected();
  // What was used is kept; while offline people want to know.
  store.subscribe((state, { type }) => { if (type === 'loaded' && state.connection.offline) void findHeld(store); });

  if (!('serviceWorker' in navigator)) return;
  rested(() => register(store).catch((error) => console.info(`Rankscope is not kept for use offline: ${error instanceof Error ? error.message : error}`)));
}

/** @param {Store} store */
async function register(store) {
  const { serviceWorker } = navigator;
  const controlled = serviceWorker.controller !== null;
  let renewing = false;
  serviceWorker.addEventListener('controllerchange', () => {
    // On the first visit it only begins to keep; later it is another build.
    if (renewing) location.reload();
    else if (controlled) store.dispatch({ type: 'newer page' });
  });
  await serviceWorker.register(new URL('service-worker.js', document.baseURI), { updateViaCache: 'none' });
  const registration = await serviceWorker.getRegistration();
  if (!registration) return;

  const consider = () => { if (registration.waiting && registration.active) store.dispatch({ type: 'newer page' }); };
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', consider));
  consider();
  store.subscribe((_state, { type }) => {
    if (type !== 'renew') return;
    renewing = true;
    // Without one in waiting another tab has let it in already.
    if (registration.waiting) registration.waiting.postMessage('take over');
    else location.reload();
  });
}

/** Which files of the samples are on this device. @param {Store} store */
async function findHeld(store) {
  if (!('caches' in globalThis)) return;
  const addresses = SAMPLES.flatMap(({ train, valid, test }) => [train, valid, test]).flatMap((source) => (source?.kind === 'url' ? [source.url] : []));
  const found = await Promise.all(addresses.map(async (address) => ((await caches.match(address, { ignoreSearch: true })) ? [address] : [])));
  store.dispatch({ type: 'held', held: found.flat() });
}

/** @param {() => void} then */
function rested(then) {
  const idle = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(then, { timeout: IDLE }) : setTimeout(then, 1_000));
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}

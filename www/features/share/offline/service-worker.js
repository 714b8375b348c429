// Keeps the page on this device, so that it opens and trains without a network.
// It replies to requests for files of this build only. Each file is stored under the checksum of its content and
// checked against it, so that parts of two builds never mix.

/**
 * The files in dist/: relative paths with the checksums of their contents.
 * `ahead`: kept at once · `later`: kept when first used, or when the page rests. The page itself has the path ''.
 * @type {{ version: string, ahead: Record<string, string>, later: Record<string, string> }}
 */
const FILES = { version: '', ahead: {}, later: {} };

const service = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const scope = new URL(service.registration.scope);
// Other copies of the page may be on the same host, so the name holds the path.
const prefix = `rankscope ${scope.pathname} `;
const own = prefix + FILES.version;
/** Ends the fetching of files that nobody waits for. */
const way = new AbortController();

service.addEventListener('install', (event) => event.waitUntil(keepAhead()));
service.addEventListener('activate', (event) => event.waitUntil(takeOver()));
service.addEventListener('message', (event) => {
  if (event.data === 'take over') void service.skipWaiting();
  if (event.data === 'keep the rest') event.waitUntil(keepRest());
  // The next build takes over when this one has nothing left to do.
  if (event.data === 'make way') way.abort();
});
service.addEventListener('fetch', (event) => {
  const path = pathOf(event.request);
  if (path !== null) event.respondWith(answer(event, path));
});

/** Whether the name of a file changes with its content. @param {string} path */
const isHashed = (path) => /^(assets|later)\//.test(path);

/** Stores all files, or none: if one file is not of this build, the previous version stays. */
async function keepAhead() {
  await Promise.all(Object.entries(FILES.ahead).map(async ([path, hash]) => {
    if (await caches.match(keyOf(path, hash))) return copy(path, hash);
    // Files without a hash in their name are fetched again.
    const response = await fetch(new URL(path, scope), { cache: isHashed(path) ? 'default' : 'no-cache' });
    if (!response.ok || !(await keep(path, hash, response))) {
      throw new Error(`${path || 'index.html'} is not that of this build`);
    }
  }));
}

/** Stores the larger files one after the other. What cannot be fetched now is fetched at the next visit. */
async function keepRest() {
  for (const [path, hash] of Object.entries(FILES.later)) {
    if (await caches.match(keyOf(path, hash))) continue;
    try {
      const response = await fetch(new URL(path, scope), { cache: 'no-cache', priority: 'low', signal: way.signal });
      if (response.ok) await keep(path, hash, response);
    } catch {
      return;
    }
  }
}

/** Takes a file over from an earlier build. @param {string} path @param {string} hash */
async function copy(path, hash) {
  const held = await caches.match(keyOf(path, hash));
  if (held) await (await caches.open(own)).put(keyOf(path, hash), held);
}

/** Keeps the files of the previous build, because its pages may still be open. Deletes older ones. */
async function takeOver() {
  for (const [path, hash] of Object.entries(FILES.later)) await copy(path, hash);
  const earlier = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== own);
  await Promise.all(earlier.slice(0, -1).map((name) => caches.delete(name)));
  await service.clients.claim();
}

/**
 * Returns the path of a file of this page, or null.
 * @param {Request} request
 */
function pathOf(request) {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || request.headers.has('range') || origin !== scope.origin
      || !pathname.startsWith(scope.pathname)) {
    return null;
  }
  const path = pathname.slice(scope.pathname.length);
  if (path === '' || path === 'index.html') return '';
  return Object.hasOwn(FILES.ahead, path) || Object.hasOwn(FILES.later, path) || isHashed(path) ? path : null;
}

/** @param {FetchEvent} event @param {string} path */
async function answer(event, path) {
  /** @type {string | undefined} */
  const hash = FILES.ahead[path] ?? FILES.later[path];
  // A page of the previous build requests hashed names that this build does not have.
  const held = hash ? await caches.match(keyOf(path, hash))
    : await caches.match(new URL(path, scope), { ignoreSearch: true });
  if (held) return held;
  const response = await fetch(event.request);
  if (hash && response.ok) {
    const twin = response.clone();
    event.waitUntil(keep(path, hash, twin)
        .catch((error) => console.warn(`${path} could not be kept on this device: ${error}`)));
  }
  return response;
}

/**
 * Stores a file if its content is that of the build. Returns whether it is.
 * @param {string} path @param {string} hash @param {Response} response
 */
async function keep(path, hash, response) {
  const content = await response.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  if ([...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('') !== hash) return false;
  // A new response, because a redirected one must not answer a navigation.
  await (await caches.open(own)).put(keyOf(path, hash), new Response(content, { headers: response.headers }));
  return true;
}

/** @param {string} path @param {string} hash */
function keyOf(path, hash) {
  const key = new URL(path, scope);
  key.search = hash;
  return key.href;
}

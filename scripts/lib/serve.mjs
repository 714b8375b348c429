// A small server of static files on this machine, for viewing the page and for its tests.
// It sends files unchanged. A .gz file is data that the page unpacks, so it has no Content-Encoding.

import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, sep } from 'node:path';

const types = /** @type {Record<string, string>} */ ({
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.gz': 'application/gzip',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
});

/**
 * Serves folders until it is closed.
 *
 * @param {object} what
 * @param {string[]} what.folders the first that has a file gives it
 * @param {string} [what.base] path at which the folders appear; begins and ends with a slash
 * @param {string} [what.host] only this machine unless told otherwise
 * @param {Record<string, string>} [what.headers] sent with every file
 * @param {(file: string) => void} [what.sent] called with every file that a browser asks for
 * @param {number} [what.port] when it is taken, the system chooses a free one; 0 always lets it choose
 * @returns {Promise<{ address: string, port: number, close: () => Promise<void> }>}
 */
export async function serve({ folders, base = '/', host = '127.0.0.1', port = 0, headers = {}, sent = () => {} }) {
  const roots = await Promise.all(folders.map((folder) => realpath(folder)));
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    answer(roots, base, request, response, sent).catch(() => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'The file cannot be read.');
    });
  });
  await listen(server, port, host).catch((problem) => {
    if (problem.code !== 'EADDRINUSE') throw problem;
    return listen(server, 0, host);
  });
  const bound = /** @type {import('node:net').AddressInfo} */ (server.address()).port;
  const name = ['127.0.0.1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return {
    address: `http://${name}:${bound}${base}`,
    port: bound,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * @param {string[]} roots @param {string} base
 * @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response
 * @param {(file: string) => void} sent
 */
async function answer(roots, base, request, response, sent) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return refuse(response, 405, 'Only GET and HEAD are allowed.');
  }
  const path = decoded((request.url ?? '/').split(/[?#]/, 1)[0]);
  if (path === undefined) return refuse(response, 400, 'The address is malformed.');
  if (`${path}/` === base) return move(response, base);
  const parts = path.startsWith(base) ? path.slice(base.length).split('/') : undefined;
  // Hidden files are never served, and ".." never leads out of the folder.
  if (parts === undefined || parts.some((part) => part.startsWith('.'))) return refuse(response, 404, 'Not found.');

  for (const root of roots) {
    let file = join(root, ...parts);
    let found = await stat(file).catch(() => undefined);
    if (found?.isDirectory()) {
      if (!path.endsWith('/')) {
        return move(response, `/${path.split('/').filter(Boolean).map(encodeURIComponent).join('/')}/`);
      }
      file = join(file, 'index.html');
      found = await stat(file).catch(() => undefined);
    } else if (path.endsWith('/')) {
      found = undefined;
    }
    if (!found?.isFile()) continue;
    // A symbolic link can lead out of the folder, so the real path is checked.
    if (!(await realpath(file)).startsWith(root.endsWith(sep) ? root : root + sep)) continue;
    sent(file);
    return send(file, found, request, response);
  }
  return refuse(response, 404, 'Not found.');
}

/**
 * @param {string} file @param {import('node:fs').Stats} found
 * @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response
 */
async function send(file, found, request, response) {
  const tag = `"${found.size.toString(36)}-${found.mtimeMs.toString(36)}"`;
  const headers = {
    'Content-Type': types[extname(file).toLowerCase()] ?? 'application/octet-stream',
    // The browser must revalidate each time, so that files of two builds are never mixed.
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    ETag: tag,
  };
  if (request.headers['if-none-match'] === tag) return void response.writeHead(304, headers).end();
  response.writeHead(200, { ...headers, 'Content-Length': found.size });
  if (request.method === 'HEAD') return void response.end();
  createReadStream(file).on('error', () => response.destroy()).pipe(response);
}

/** @param {string} path @returns {string | undefined} */
function decoded(path) {
  try {
    const text = decodeURIComponent(path);
    return text.startsWith('/') && !/[\\\0]/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** @param {import('node:http').ServerResponse} response @param {string} to */
const move = (response, to) => void response.writeHead(301, { Location: to, 'Content-Length': 0 }).end();

/** @param {import('node:http').ServerResponse} response @param {number} code @param {string} text */
function refuse(response, code, text) {
  const body = `${text}\n`;
  response.writeHead(code, { 'Content-Type': types['.txt'], 'Content-Length': Buffer.byteLength(body) }).end(body);
}

/** @param {import('node:http').Server} server @param {number} port @param {string} host */
function listen(server, port, host) {
  return new Promise((/** @type {(value: void) => void} */ resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

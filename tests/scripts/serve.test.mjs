import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { serve } from '../../scripts/lib/serve.mjs';

const packed = gzipSync('0 qid:1 1:0.5\n');
let outside = '';
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;

before(async () => {
  outside = await mkdtemp(join(tmpdir(), 'rankscope-serve-'));
  const folder = join(outside, 'site');
  await mkdir(join(folder, 'samples', 'a b'), { recursive: true });
  await mkdir(join(outside, 'more'));
  await Promise.all([
    writeFile(join(outside, 'secret.txt'), 'secret'),
    writeFile(join(folder, '.hidden'), 'secret'),
    writeFile(join(folder, 'index.html'), '<!doctype html>'),
    writeFile(join(folder, 'module.wasm'), 'wasm'),
    writeFile(join(folder, 'samples', 'one.txt.gz'), packed),
    writeFile(join(folder, 'samples', 'a b', 'index.html'), 'inner'),
    writeFile(join(outside, 'more', 'extra.js'), 'export {};'),
    symlink(join(outside, 'secret.txt'), join(folder, 'link.txt')),
  ]);
  server = await serve({ folders: [folder, join(outside, 'more')], base: '/some/path/' });
});

after(async () => {
  await server.close();
  await rm(outside, { recursive: true });
});

/**
 * Sends a request with an unchanged path, because fetch() would normalise it.
 *
 * @param {string} path @param {import('node:http').RequestOptions} [options]
 * @returns {Promise<{ status: number, headers: import('node:http').IncomingHttpHeaders, body: Buffer }>}
 */
const ask = (path, options) =>
  new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: server.port, path, ...options }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
    });
    asked.on('error', reject).end();
  });

test('files are sent with their types', async () => {
  const cases = /** @type {const} */ ([
    ['/some/path/', 'text/html; charset=utf-8'],
    ['/some/path/index.html?query', 'text/html; charset=utf-8'],
    ['/some/path/module.wasm', 'application/wasm'],
    ['/some/path/extra.js', 'text/javascript; charset=utf-8'],
    ['/some/path/samples/a%20b/', 'text/html; charset=utf-8'],
  ]);
  for (const [path, type] of cases) {
    const { status, headers } = await ask(path);
    assert.deepEqual([status, headers['content-type']], [200, type], path);
  }
});

test('a compressed sample is sent unchanged', async () => {
  const { headers, body } = await ask('/some/path/samples/one.txt.gz', { headers: { 'accept-encoding': 'gzip' } });
  assert.equal(headers['content-encoding'], undefined);
  assert.equal(headers['content-type'], 'application/gzip');
  assert.equal(headers['content-length'], String(packed.length));
  assert.deepEqual(body, packed);
});

test('a folder without a final slash is redirected', async () => {
  const cases = /** @type {const} */ ([
    ['/some/path', '/some/path/'],
    ['/some/path/samples/a%20b', '/some/path/samples/a%20b/'],
  ]);
  for (const [path, to] of cases) {
    const { status, headers } = await ask(path);
    assert.deepEqual([status, headers.location], [301, to], path);
  }
});

test('only files of the folder are served', async () => {
  const cases = /** @type {const} */ ([
    ['/', 404],
    ['/some/', 404],
    ['/some/pathology', 404],
    ['/some/path/none.js', 404],
    ['/some/path/samples/', 404],
    ['/some/path/index.html/', 404],
    ['/some/path/.hidden', 404],
    ['/some/path/link.txt', 404],
    ['/some/path/../secret.txt', 404],
    ['/some/path/../../secret.txt', 404],
    ['/some/path/%2e%2e/secret.txt', 404],
    ['/some/path/samples/..%2f..%2fsecret.txt', 404],
    ['/some/path/..%5csecret.txt', 400],
    ['/some/path/%00', 400],
    ['/some/path/%zz', 400],
  ]);
  for (const [path, expected] of cases) {
    const { status, body } = await ask(path);
    assert.equal(status, expected, path);
    assert.doesNotMatch(body.toString(), /^secret/, path);
  }
});

test('only GET and HEAD are allowed, and an unchanged file is not sent again', async () => {
  assert.equal((await ask('/some/path/', { method: 'POST' })).status, 405);
  const head = await ask('/some/path/', { method: 'HEAD' });
  assert.deepEqual([head.status, head.body.length, head.headers['content-length']], [200, 0, '15']);
  assert.equal((await ask('/some/path/', { headers: { 'if-none-match': head.headers.etag } })).status, 304);
});

test('if the port is taken, a free one is used', async () => {
  const second = await serve({ folders: [outside], port: server.port });
  assert.notEqual(second.port, server.port);
  await second.close();
});

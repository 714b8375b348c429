// `fetch` for files of this project, which a browser would get from a host.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** @param {string | URL} address of a file @returns {Promise<Response>} */
export async function fetchFile(address) {
  const { href } = new URL(address);
  const type = href.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
  try {
    return new Response(await readFile(fileURLToPath(href)), { headers: { 'Content-Type': type } });
  } catch (error) {
    return new Response(String(error), { status: 404 });
  }
}

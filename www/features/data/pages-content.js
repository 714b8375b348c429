// The pages that data were made of, which their columns and formulas come from. No DOM.

const MOST = 2 ** 25; // bytes of pages, LONGEST_PAGES of the core

/** @typedef {import('./data-state.js').DataSlice} State */

/** The pages that the data were made of: a file, or a sample beside the page. @param {Pick<State, 'data'>} state */
export function pagesOf({ data }) {
  const { train, readAs } = data?.request ?? {};
  return readAs?.train?.pages ?? (train?.kind === 'url' && train.name.endsWith('.json') ? train : null);
}

/**
 * The bytes of pages, unpacked, as far as the core needs them to refuse a file that is too long.
 * @param {NonNullable<ReturnType<typeof pagesOf>>} pages a file is plain or gzip
 */
export async function contentOf(pages) {
  const file = pages instanceof File ? pages : await fetched(pages.url);
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  const stream = isPacked ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
  const chunks = stream.getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  for (let size = 0; size <= MOST;) {
    const { value, done } = await chunks.read();
    if (done) break;
    parts.push(value);
    size += value.length;
  }
  void chunks.cancel().catch(() => {});
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** @param {string} address */
async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The server answers ${response.status}.`);
  return response.blob();
}

// The file of the small module. The build packs it (scripts/lib/wasm.mjs), so that it is small whatever the host does.
// No DOM.

/**
 * Fetches the small module. The browser compiles it while it arrives.
 * @returns {Promise<Response>} Throws if the host does not have the file.
 */
export async function fetchSmallModule() {
  const file = await fetch(new URL('../wasm/page.packed', import.meta.url));
  if (!file.ok || !file.body) throw new Error(`the host does not send the compiled core (${file.status})`);
  const module = file.body.pipeThrough(new DecompressionStream('gzip'));
  return new Response(module, { headers: { 'Content-Type': 'application/wasm' } });
}

// The lines of data that a step names without holding them, as a sample does.

/** @param {import('../../../../../core/protocol.js').Source | undefined} source of LETOR text */
export async function linesOf(source) {
  if (!source || source.kind === 'generated') throw new Error('the searches of this step cannot be read');
  if (source.kind === 'blob') return (await source.blob.text()).split('\n');
  const response = await fetch(source.url);
  if (!response.ok) throw new Error(`the server answers ${response.status}`);
  return (await response.text()).split('\n');
}

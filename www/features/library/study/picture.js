// An SVG document as a PNG of twice its size.

const SCALE = 2;

/** @param {string} svg @returns {Promise<Blob | null>} null if the browser cannot draw it */
export async function pngOf(svg) {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = SCALE * image.naturalWidth;
    canvas.height = SCALE * image.naturalHeight;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}

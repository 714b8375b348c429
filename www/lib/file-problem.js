// Why a file cannot be read, in words. No DOM.

/** @type {Record<string, string>} */
const REASONS = {
  NotFoundError: 'The file was moved, renamed or deleted, or it is a folder. Choose it again.',
  NotReadableError: 'The browser cannot read the file: the file has changed, or its permissions forbid it. '
    + 'Choose it again.',
  SecurityError: 'The browser does not let this page read the file. Copy it to another folder and choose the copy.',
  NotAllowedError: 'The browser no longer allows this page to read the file. Choose it again.',
};

/**
 * Returns why a file cannot be read, or null if its bytes can be read. Streams of files end with a "network error" for
 * every reason, so this function reads the first byte by itself.
 * @param {Blob} file
 * @returns {Promise<string | null>}
 */
export async function whyUnreadable(file) {
  try {
    await file.slice(0, 1).arrayBuffer();
    return null;
  } catch (error) {
    return error instanceof Error ? REASONS[error.name] ?? (error.message || error.name) : String(error);
  }
}

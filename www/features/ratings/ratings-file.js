// Whether a file holds ratings and not LETOR data, by its first line. Pure.

const HEAD = 2_000; // bytes that are looked at

/**
 * Returns the file of ratings among the dropped ones, and the file of titles if there is exactly one other file.
 * @param {File[]} files
 * @returns {Promise<{ ratings: File, titles: File | null } | null>} null if none holds ratings
 */
export async function ratingsAmong(files) {
  for (const ratings of files) {
    if (!isRatings(await ratings.slice(0, HEAD).text().catch(() => ''))) continue;
    const others = files.filter((file) => file !== ratings);
    return { ratings, titles: others.length === 1 ? others[0] : null };
  }
  return null;
}

/**
 * Whether the text begins as ratings do: with a header that names users and ratings, or, in the older files of
 * MovieLens, with numbers between :: or tabs. A line of LETOR data has qid: behind its grade.
 * @param {string} text
 */
export function isRatings(text) {
  const line = text.replace(/^\uFEFF/, '').split(/\r?\n/).find((one) => one.trim()) ?? '';
  const names = line.toLowerCase().split(/[,;\t]|::/).map((name) => name.replace(/["\s_-]/g, ''));
  const has = (/** @type {RegExp} */ pattern) => names.some((name) => pattern.test(name));
  if (has(/^users?(id)?$/) && has(/^ratings?$/)) return true;
  return /^\d+(::|\t)\d+\1\d+(\.\d+)?(\1\d+)?\s*$/.test(line);
}

// A QR code as a path: every row of dark modules is one piece of the path. No DOM.

import { encode } from 'uqr';

/** Light modules around a code, which readers need to find it. */
const QUIET = 4;

/**
 * Returns the path of the dark modules, and how many modules the picture is wide and high. Throws if the text is longer
 * than any QR code.
 * @param {string} text
 */
export function qrPath(text) {
  // The highest error correction that needs no larger code.
  const { data, size } = encode(text, { ecc: 'L', boostEcc: true, border: QUIET });
  const path = data.flatMap((row, y) => runsOf(row).map(([from, length]) => `M${from} ${y}h${length}v1h-${length}z`));
  return { path: path.join(''), size };
}

/** The runs of dark modules in a row, each with its first column and its length. @param {boolean[]} row */
function runsOf(row) {
  /** @type {[number, number][]} */
  const runs = [];
  row.forEach((isDark, x) => {
    if (!isDark) return;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
}

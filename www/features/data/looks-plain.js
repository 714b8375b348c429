// Whether the start of a file needs a second look before it is loaded. Pure.

/** Words of a line that is read by a rule only: a missing value, or index 0. */
const NEEDS_RULE = /\s(?:\d+:(?:nan|na|n\/a|null|none)?(?=\s|$)|0+:)/i;

/** A grade that is read by a rule only: −1, a fraction, or none. */
const ODD_GRADE = /^(?:-1(?:\.0*)?|[+-]?\d*\.\d*[1-9]\d*|nan|na)\s/i;

/** How a ZIP archive, a Parquet file and a bzip2 file begin. */
const FOREIGN = ['PK\u0003', 'PAR1', 'BZh'];

/** Whether these are bytes of a picture, an archive or the like; the core refuses them. @param {string} head */
function isForeign(head) {
  return head.includes('\0') || FOREIGN.some((start) => head.startsWith(start));
}

/**
 * Whether the text can go to the LETOR reader at once: it has LETOR lines that need no rule, or nothing that another
 * reader could use, so that the LETOR reader names its faults. The core decides about all other texts.
 * @param {string} head
 */
export function looksPlain(head) {
  const lines = head.split('\n').map((line) => line.replace(/^\uFEFF/, '').replace(/#.*/, '').trim()).filter(Boolean);
  if (!lines.length) return true;
  if (lines.some((line) => /(?:^|\s)qid:/.test(line))) {
    return lines.every((line) => !ODD_GRADE.test(line) && !NEEDS_RULE.test(line));
  }
  if (isForeign(head)) return false;
  const [first] = lines;
  if (/^[{[]/.test(first)) return true;
  return !/[,;\t]/.test(first) && !/^[+-]?[\d.]+\s+\d+:/.test(first);
}

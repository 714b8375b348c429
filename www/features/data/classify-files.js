// What files that are dropped together are for. Fetched when files are dropped. Pure.

/** @typedef {import('../../core/protocol.js').Part} Part */

/**
 * Something that was dropped: `file` is null for a folder, which a browser hands over without its files.
 * @typedef {{ name: string, file: File | null }} Dropped
 */

/** What is not used, with the reason. @typedef {{ name: string, why: string }} Unused */

/**
 * Files dropped together, told apart by whole words of their names: test data, validation data, the rest is for
 * training; what is called training data is nothing else. A .json file without pages is a lesson, a study or a file of
 * runs. It is opened alone, because a lesson brings data of its own.
 * @param {Dropped[]} dropped
 * @param {ReadonlySet<File>} [pages] the files of pages, which are data
 * `groups`: sizes of the groups of another file, named after it.
 * @returns {{ json: File | null, train: File | null, valid: File | null, test: File | null, groups: File[],
 *   unused: Unused[] }}
 */
export function classifyFiles(dropped, pages = new Set()) {
  /** @param {File} file */
  const isJson = (file) => /\.json$/i.test(file.name) && !pages.has(file);
  const all = dropped.flatMap(({ file }) => (file ? [file] : []));
  const documents = all.filter(isJson);
  const groups = all.filter((file) => isGroups(file, all));
  const files = all.filter((file) => !isJson(file) && !groups.includes(file));
  const parts = sortData(files);
  const json = files.length ? null : documents[0] ?? null;
  const used = [json, parts.train, parts.valid, parts.test, ...groups];
  /** @param {Dropped} one @returns {string} */
  const why = ({ file }) => {
    if (!file) return 'it is a folder; drop the files in it';
    if (isJson(file)) {
      return json ? `${json.name} is opened, and one .json file can be opened at a time`
        : 'a .json file holds no LETOR data; drop it alone to open it';
    }
    const part = partOf(file.name) ?? 'train';
    const taken = parts[part];
    return taken ? `${taken.name} is the ${PARTS[part]} file already` : 'data are loaded with a training file only';
  };
  const unused = dropped.filter(({ file }) => !file || !used.includes(file))
    .map((one) => ({ name: one.name, why: why(one) }));
  return { json, ...parts, groups, unused };
}

/** Whether a file has the sizes of the groups of another one. @param {File} file @param {File[]} all */
function isGroups({ name }, all) {
  const of = name.replace(/\.(?:query|group)$/i, '');
  return of !== name && all.some((other) => other.name === of || other.name.toLowerCase() === `${of.toLowerCase()}.gz`);
}

/** @param {File[]} files @returns {Record<Part, File | null>} */
function sortData(files) {
  // A single file is for training, whatever it is called.
  if (files.length === 1) return { train: files[0], valid: null, test: null };
  const named = files.map((file) => ({ file, part: partOf(file.name) }));
  /** @param {Part | null} wanted */
  const first = (wanted) => named.find(({ part }) => part === wanted)?.file ?? null;
  const train = first('train') ?? first(null);
  return train ? { train, valid: first('valid'), test: first('test') } : { train: null, valid: null, test: null };
}

/** @type {Record<Part, string>} */
const PARTS = { train: 'training', valid: 'validation', test: 'test' };

/** @type {[Part, string[]][]} */
const WORDS = [['train', ['train', 'training']], ['valid', ['vali', 'valid', 'validation', 'val']],
  ['test', ['test', 'testing', 'te']]];

/**
 * What a file is for, by the words of its name; null where they do not say.
 * @param {string} name
 * @returns {Part | null}
 */
function partOf(name) {
  // A word ends where a small letter is followed by a capital, as in myTest.txt.
  const words = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase().split(/[^\p{L}\p{M}]+/u);
  return WORDS.find(([, known]) => known.some((word) => words.includes(word)))?.[0] ?? null;
}

// The facts that several manifests repeat: version, repository and homepage. Cargo.toml has them, the others follow.
// Works on texts only.

/** `repository`, `homepage`: addresses, null where Cargo.toml has none. */
/** @typedef {{ version: string, repository: string | null, homepage: string | null }} Facts */
/** @typedef {keyof Facts} Fact */

/** The manifest that has the facts. */
export const SOURCE = 'Cargo.toml';

/** A manifest. `read` returns the facts that it has; `write` returns the text with other facts. */
/** @typedef {{ read: (text: string) => Partial<Facts>, write: (text: string, facts: Facts) => string }} Manifest */

const CARGO = lines(
  { version: ['version = "', '"'], repository: ['repository = "', '"'], homepage: ['homepage = "', '"'] },
  /^license = .*$/m);

/** @type {Record<string, Manifest>} */
const MANIFESTS = {
  [SOURCE]: CARGO,
  'package.json': {
    read: (text) => {
      const { version, repository, homepage } = JSON.parse(text);
      return { version, repository: repository ? repository.url.replace(/^git\+|\.git$/g, '') : null,
        homepage: homepage ?? null };
    },
    write: (text, { version, repository, homepage }) => {
      const { repository: _repository, homepage: _homepage, bugs: _bugs, ...own } = JSON.parse(text);
      const all = Object.entries({ ...own, version }).flatMap(([key, value]) =>
        (key === 'license' ? [[key, value], ...Object.entries(npmFacts({ repository, homepage }))] : [[key, value]]));
      return `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`;
    },
  },
  'package-lock.json': {
    read: (text) => ({ version: JSON.parse(text).packages[''].version }),
    write: (text, { version }) => {
      const lock = JSON.parse(text);
      lock.version = version;
      lock.packages[''].version = version;
      return `${JSON.stringify(lock, null, 2)}\n`;
    },
  },
  'CITATION.cff': lines({ version: ['version: ', ''], repository: ['repository-code: ', ''], homepage: ['url: ', ''] },
    /^version: .*$/m),
  'python/Cargo.toml': lines({ version: ['version = "', '"'] }, /^name = .*$/m),
  'python/pyproject.toml': {
    read: (text) => lines({ repository: ['Repository = "', '"'], homepage: ['Homepage = "', '"'] }, /^$/m).read(text),
    write: (text, { repository, homepage }) => {
      const urls = [homepage && `Homepage = "${homepage}"`, repository && `Repository = "${repository}"`]
        .filter(Boolean);
      const without = text.replace(/^\[project\.urls\]\n(?:.+\n)*\n?/m, '');
      return urls.length === 0 ? without
        : without.replace(/^\[tool\./m, () => `[project.urls]\n${urls.join('\n')}\n\n[tool.`);
    },
  },
  'Cargo.lock': locked('rankscope'),
  'python/Cargo.lock': locked('rankscope', 'rankscope-python'),
  'fuzz/Cargo.lock': locked('rankscope'),
};

/** The files with the facts, by their paths. */
export const FILES = Object.keys(MANIFESTS);

/** Returns the facts. @param {string} manifest text of Cargo.toml @returns {Facts} */
export function factsOf(manifest) {
  const { version = '', repository = null, homepage = null } = CARGO.read(manifest);
  return { version, repository, homepage };
}

/**
 * Returns how manifests differ from Cargo.toml, a sentence each.
 * @param {Record<string, string>} texts by path @param {Fact[]} [which] the facts to compare
 */
export function differences(texts, which = ['version', 'repository', 'homepage']) {
  const facts = factsOf(texts[SOURCE]);
  return Object.entries(MANIFESTS).flatMap(([file, { read }]) => {
    const found = read(texts[file]);
    return which.filter((fact) => fact in found && found[fact] !== facts[fact]).map((fact) =>
      `${file}: ${fact} is ${found[fact] ?? 'missing'}, and ${facts[fact] ?? 'missing'} in ${SOURCE}`);
  });
}

/** Returns the manifests with these facts. @param {Record<string, string>} texts @param {Facts} facts */
export function filled(texts, facts) {
  return Object.fromEntries(Object.entries(MANIFESTS).map(([file, { write }]) => [file, write(texts[file], facts)]));
}

/** Returns the fields of a package.json. @param {Pick<Facts, 'repository' | 'homepage'>} facts */
export function npmFacts({ repository, homepage }) {
  return {
    ...(homepage && { homepage }),
    ...(repository && { repository: { type: 'git', url: `git+${repository}.git` }, bugs: `${repository}/issues` }),
  };
}

/**
 * A manifest that has each fact in a line of its own. The first line that begins so counts.
 * @param {Partial<Record<Fact, [start: string, end: string]>>} places @param {RegExp} anchor the line before new lines
 * @returns {Manifest}
 */
function lines(places, anchor) {
  const facts = /** @type {[Fact, [string, string]][]} */ (Object.entries(places));
  const patternOf = (/** @type {[string, string]} */ [start, end]) => new RegExp(`^${start}(.*)${end}$`, 'm');
  return {
    read: (text) => Object.fromEntries(facts.map(([fact, place]) => [fact, patternOf(place).exec(text)?.[1] ?? null])),
    write: (text, values) => facts.reduce((result, [fact, place]) => {
      const value = values[fact];
      const line = value === null ? '' : `${place[0]}${value}${place[1]}`;
      if (patternOf(place).test(result)) {
        return result.replace(new RegExp(`${patternOf(place).source}\\n?`, 'm'), () => (line ? `${line}\n` : ''));
      }
      return line ? result.replace(anchor, (before) => `${before}\n${line}`) : result;
    }, text),
  };
}

/** The version of these packages in a lock file of cargo. @param {...string} names @returns {Manifest} */
function locked(...names) {
  const patterns = names.map((name) => new RegExp(`(^name = "${name}"\\nversion = ")([^"]+)`, 'm'));
  return {
    read: (text) => {
      const versions = new Set(patterns.map((pattern) => pattern.exec(text)?.[2] ?? 'missing'));
      return { version: [...versions].join(' and ') };
    },
    write: (text, { version }) => patterns.reduce((result, pattern) =>
      result.replace(pattern, (_, start) => `${start}${version}`), text),
  };
}

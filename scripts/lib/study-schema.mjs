// The JSON Schema of studies: the form that src/study/format.rs and the files beside it read, with the limits of
// src/study/check.rs. tests/module/study-schema.test.mjs compares it with the program. Settings, measures, and what
// depends on other parts of a study only the program checks.

/** @typedef {boolean | Record<string, unknown>} Schema */

const MOST = 100; // plots, claims, folds, queries of a comparison
const MOST_NUMBER = Number.MAX_SAFE_INTEGER;

/** @param {string} name @returns {Schema} */
const ref = (name) => ({ $ref: `#/$defs/${name}` });
/** @param {string} description @param {Record<string, unknown>} schema */
const about = (description, schema) => ({ description, ...schema });
const TEXT = { type: 'string' };
const COUNT = { type: 'integer', minimum: 0, maximum: MOST_NUMBER };
const FROM_ONE = { ...COUNT, minimum: 1 };
const FROM_TWO = { ...COUNT, minimum: 2 };
const NAME = { type: 'string', pattern: '\\S', maxLength: 200, not: { pattern: '\\p{Cc}' } };
/** @param {Schema} items */
const several = (items) => ({ type: 'array', items, minItems: 1, uniqueItems: true });
/** @param {Schema} schema */
const orNull = (schema) => ({ if: { not: { type: 'null' } }, then: schema });

/**
 * An object with these fields alone. A `!` behind a name marks a field that is needed.
 * @param {Record<string, Schema>} fields
 */
function record(fields) {
  const entries = Object.entries(fields);
  const required = entries.filter(([name]) => name.endsWith('!')).map(([name]) => name.slice(0, -1));
  return {
    type: 'object', ...(required.length && { required }), additionalProperties: false,
    properties: Object.fromEntries(entries.map(([name, schema]) => [name.replace(/!$/, ''), schema])),
  };
}


const GRADES = { type: 'array', items: { type: 'integer', minimum: 0, maximum: 255 }, minItems: 2, maxItems: 100 };

const DATA = {
  description: 'Files, files by folds, one file with a split, a generated sample, the made shop, or ratings.',
  if: { type: 'string' },
  then: { const: 'sample' },
  else: {
    ...record({
      name: about('Name in tables and plots.', TEXT),
      train: orNull(TEXT), valid: orNull(TEXT), test: orNull(TEXT),
      folds: orNull({ type: 'array', minItems: 1, maxItems: MOST,
        items: record({ 'train!': TEXT, valid: orNull(TEXT), 'test!': TEXT }) }),
      sample: orNull(record({ queries: FROM_ONE, documents: FROM_ONE,
        seed: COUNT, list: orNull(record({ 'first!': GRADES, 'second!': GRADES,
          'share!': { type: 'number', minimum: 0, maximum: 1 } })) })),
      shop: orNull(record({ seed: COUNT })),
      ratings: orNull(record({ file: orNull(TEXT), grades: { enum: ['ceil', 'double'] },
        generate: orNull(record({ users: FROM_TWO, items: FROM_TWO,
          noise: { type: 'boolean' }, whim: about('The earlier name of noise.', { type: 'boolean' }),
          scale: { type: 'boolean' }, seed: COUNT })) })),
      grades: about('comment:WORD, if the comments of the files have the grades.', orNull(TEXT)),
      split: orNull(record({ folds: orNull({ type: 'integer', minimum: 2, maximum: MOST }),
        shares: orNull({ type: 'array', items: { type: 'number', minimum: 0, maximum: 1 }, minItems: 3, maxItems: 3 }),
        seed: COUNT })),
    }),
  },
};

/** A value of the setting with the name of the factor, or several settings with a name. */
const LEVEL = {
  if: { type: 'object' },
  then: { required: ['name'], properties: { name: NAME, ranker: { type: 'string', pattern: '\\S' } } },
};

const FACTORS = {
  type: 'object',
  propertyNames: { ...NAME, not: { enum: ['data', 'size', 'seed', 'fold', 'rank', 'query'] } },
  properties: {
    method: { if: { type: 'string' }, then: { const: 'all' }, else: ref('levels') },
    without: { if: { type: 'string' }, then: { const: 'each' }, else: ref('levels') },
  },
  additionalProperties: ref('levels'),
};

const SIZE = {
  if: { type: 'string' },
  then: { pattern: '^(all|\\s*(100(\\.0*)?|\\d{1,2}(\\.\\d+)?)\\s*%)$', not: { pattern: '^\\s*0+(\\.0*)?\\s*%$' } },
  else: FROM_ONE,
};

const SELECT = record({
  setting: about('The setting whose values a plain list has.', orNull(TEXT)),
  'grid!': about('Values of one setting, or a list for each of several settings.', {
    if: { type: 'array' },
    then: several(true),
    else: { type: 'object', minProperties: 1, additionalProperties: several(true) },
  }),
  by: about('The measure that chooses, or each: every recorded measure chooses its own values.', TEXT),
  on: about('valid, or cv:K.', { type: 'string', pattern: '^(valid|cv:0*([2-9]|[1-9]\\d|100))$' }),
});

const COMPARE = record({
  'baseline!': about('A level, or best.', TEXT), axis: TEXT, unit: { enum: ['', 'query', 'user'] },
  tests: several({ enum: ['signflip', 't', 'wilcoxon', 'unpaired-t'] }), adjust: { enum: ['none', 'holm', 'holm-all'] },
  queries: { type: 'integer', minimum: 0, maximum: MOST },
});

const CLAIM = record({
  'claim!': about('A > B or A < B.', { type: 'string', pattern: ' [<>] ' }), measure: TEXT, of: TEXT,
  at: { type: 'object', additionalProperties: TEXT }, paper: TEXT,
});

const SCALE = { enum: ['auto', 'linear', 'log'] };
const PLOT = record({
  title: { type: 'string', maxLength: 200, not: { pattern: '\\p{Cc}' } },
  'mark!': { enum: ['line', 'bars', 'scatter', 'table', 'box'] }, 'x!': TEXT, x_of: { enum: ['value', '1/sqrt'] },
  x_scale: SCALE, 'y!': TEXT, y_of: { type: 'string', pattern: '^(value|spread over .+)$' }, y_scale: SCALE,
  ratio: TEXT, line: TEXT, each: TEXT, band: { enum: ['none', 'bootstrap', 'seeds'] },
});

/** Returns the schema. */
export function studySchema() {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rankscope:schema:study',
    title: 'A study of Rankscope',
    description: 'docs/studies.md has the meaning of each field. The program also checks settings, measures, and how '
      + 'the parts fit together.',
    ...record({
      'rankscope!': { const: 'study' },
      'title!': NAME,
      found: about('What the paper found.', TEXT), here: about('What this study shows here.', TEXT),
      'data!': { type: 'array', items: ref('data'), minItems: 1 },
      factors: FACTORS,
      sizes: several(SIZE),
      seeds: several(COUNT),
      fixed: about('Settings of all cells, by the names of rankscope methods with _.', { type: 'object' }),
      select: orNull(SELECT),
      record: { type: 'array', items: TEXT, minItems: 1 },
      compare: orNull(COMPARE),
      claims: { type: 'array', items: CLAIM, maxItems: MOST },
      repeats: { type: 'array', items: NAME },
      plots: { type: 'array', items: PLOT, maxItems: MOST },
    }),
    $defs: { data: DATA, level: LEVEL, levels: { type: 'array', items: ref('level'), minItems: 1 } },
  };
}

// The JSON Schema of lessons, from the lists and limits of the program's own check of lessons (schema.js and the files
// beside it). What depends on other parts of a lesson or on settings only the program checks.

import { HIDEABLE } from '../../www/app/parts.js';
import { FIGURES, PLACES, SUMS } from '../../www/features/learn/lessons/expressions.js';
import { LESSONS } from '../../www/features/learn/lessons/lesson-list.js';
import { PATHS } from '../../www/features/learn/lessons/paths.js';
import { LONGEST_TEXT, MOST_CHOICES, MOST_MARKS, MOST_STEPS, ROLES } from '../../www/features/learn/lessons/schema.js';
import { FOREIGN } from '../../www/features/learn/lessons/schema-state.js';
import { PICTURES } from '../../www/features/learn/lessons/stage/picture-list.js';
import { PRESETS } from '../../www/features/sketch/presets.js';

/** @typedef {boolean | Record<string, unknown>} Schema */

/** A text of visible characters. @param {number} most @param {string} [description] */
const words = (most, description) =>
  ({ ...(description && { description }), type: 'string', pattern: '\\S', maxLength: most });
/** @param {number} least @param {number} most */
const amount = (least, most) => ({ type: 'number', minimum: least, maximum: most });
/** @param {Schema} items @param {number} most */
const list = (items, most) => ({ type: 'array', items, maxItems: most });
/** @param {string} name @returns {Schema} */
const ref = (name) => ({ $ref: `#/$defs/${name}` });
const NAME = '^[a-zA-Z]\\w{0,30}$';
const DIGITS = { type: 'integer', minimum: 0, maximum: 6 };
const FROM_ONE = { type: 'integer', minimum: 1 };

/**
 * An object with these fields alone. A `!` behind a name marks a field that is needed.
 * @param {Record<string, Schema>} fields
 */
function record(fields) {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    required: entries.filter(([name]) => name.endsWith('!')).map(([name]) => name.slice(0, -1)),
    additionalProperties: false,
    properties: Object.fromEntries(entries.map(([name, schema]) => [name.replace(/!$/, ''), schema])),
  };
}

/** An object with one of these keys, and perhaps some beside it. @param {string[]} keys @param {string[]} [beside] */
const hasOneOf = (keys, beside = []) =>
  ({ anyOf: keys.map((key) => ({ required: [key], propertyNames: { enum: [key, ...beside] } })) });

/** At most one of these fields. @param {string[]} fields */
const atMostOne = (fields) => ({
  if: { anyOf: fields.flatMap((one, at) => fields.slice(at + 1).map((other) => ({ required: [one, other] }))) },
  then: false,
});

const TWO = { type: 'array', items: ref('sum'), minItems: 2, maxItems: 2 };
const SEVERAL = { ...list(ref('sum'), 10), minItems: 2 };

/** A number, a figure of the run, or a calculation. A value that is none of these fails at its own place. */
const SUM = {
  type: ['number', 'object'],
  if: { type: 'object' },
  then: {
    if: { required: ['value'] },
    then: record({
      'value!': { enum: FIGURES },
      run: { description: 'A name that an earlier step remembers; before, within a reveal.', type: 'string' },
      at: { if: { type: 'number' }, then: { type: 'integer', minimum: 0 }, else: { enum: PLACES } },
      measure: words(200), of: words(200), rank: FROM_ONE, feature: FROM_ONE,
    }),
    else: {
      if: hasOneOf(['size', ...SUMS]),
      then: { properties: { size: ref('sum'), plus: SEVERAL, times: SEVERAL, minus: TWO, over: TWO } },
      else: false,
    },
  },
};

const CONDITION = {
  type: 'object',
  if: { type: 'object' },
  then: {
    if: hasOneOf(['less', 'more', 'same', 'all', 'any', 'not'], ['within']),
    then: {
      properties: {
        less: TWO, more: TWO, same: TWO, all: ref('conditions'), any: ref('conditions'), not: ref('condition'),
        within: { type: 'number', minimum: 0 },
      },
      if: { required: ['same'] },
      else: { properties: { within: false } },
    },
    else: false,
  },
};

/** A value of a link. */
const PLAIN = {
  type: ['string', 'number', 'boolean', 'null', 'array'],
  if: { type: 'array' },
  then: { maxItems: 100, not: { contains: { not: { type: 'string' } } } },
};

const STATE = {
  description: 'Fields of a link of the page: data, settings and what the tabs show. The page checks the settings.',
  type: 'object',
  properties: {
    ...Object.fromEntries(FOREIGN.map((field) => [field, false])),
    sketch: { description: 'A start of the sketch pad, as the data.', enum: PRESETS.map(({ name }) => name) },
    data: {
      description: 'LETOR lines, as one text or as a list of lines.',
      type: ['string', 'array'],
      if: { type: 'array' },
      then: { maxItems: 100, minItems: 1, not: { contains: { not: { type: 'string' } } } },
      else: { pattern: '\\S', maxLength: 20_000 },
    },
  },
  patternProperties: { '^next\\.': false },
  additionalProperties: PLAIN,
  ...atMostOne(['sample', 'data', 'sketch']),
};

const MARKED = { type: 'object', required: ['right'], properties: { right: { type: 'boolean' } } };
/** @param {boolean} right */
const marked = (right) =>
  ({ contains: { type: 'object', required: ['right'], properties: { right: { const: right } } } });

const CHOICES = {
  ...list(record({
    'text!': words(300),
    'right!': { description: 'A condition of the run, or true or false.', if: { type: 'boolean' },
      else: ref('condition') },
    'feedback!': words(LONGEST_TEXT),
  }), MOST_CHOICES),
  not: { minItems: 1, maxItems: 1 },
  if: { contains: MARKED },
  then: { not: { contains: { not: MARKED } }, allOf: [marked(true), marked(false)] },
};

const QUESTION = {
  ...record({
    'ask!': words(LONGEST_TEXT),
    choices: CHOICES,
    number: record({ 'is!': ref('sum'), 'within!': amount(0, 1e9), digits: DIGITS, unit: words(20), hint: words(80),
      least: amount(-1e9, 1e9), most: amount(-1e9, 1e9), 'right!': words(LONGEST_TEXT),
      'wrong!': words(LONGEST_TEXT) }),
    state: ref('state'), remember: ref('remember'), figures: ref('figures'), 'reveal!': words(LONGEST_TEXT),
    more: words(LONGEST_TEXT), expect: ref('conditions'),
  }),
  // Either choices or a number.
  if: { required: ['choices'] },
  then: { not: { required: ['number'] } },
  else: { if: { required: ['number'] }, else: false },
};

const CURVES = record({ own: words(20), before: words(20), first: words(20),
  mark: record({ 'name!': words(20), 'value!': { type: 'number' } }) });

const STEP = record({
  'title!': words(120), 'text!': words(LONGEST_TEXT, 'Markdown with figures as {{name}} and marks as [1].'),
  state: ref('state'), remember: ref('remember'), highlight: ref('part'),
  marks: list(ref('part'), MOST_MARKS), figures: ref('figures'), question: ref('question'),
  claim: words(300, 'What the printed summary says of the step.'), charts: true,
  picture: { description: 'What stands beside the text.', enum: Object.keys(PICTURES) },
  show: list(words(40), 20),
  arrow: { description: 'The w of the picture at the beginning.', type: 'array', items: amount(-1e3, 1e3), minItems: 2,
    maxItems: 2, not: { const: [0, 0] } },
  curves: CURVES, more: words(LONGEST_TEXT), gist: words(160),
  literals: {
    description: 'Where each decimal number of the texts comes from: an expression that the page compares, or words.',
    type: 'object', propertyNames: { pattern: '^\\d+(\\.\\d+)?$' },
    additionalProperties: { if: { type: 'string' }, then: words(300), else: ref('sum') },
  },
  expect: ref('conditions'),
});

/** Returns the schema. */
export function lessonSchema() {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rankscope:schema:lesson',
    title: 'A lesson of Rankscope',
    description: 'docs/lessons.md has the meaning of each field. The page also checks settings, names of figures and '
      + 'runs, and the length of the file.',
    ...record({
      'rankscope!': { const: 'lesson' },
      'title!': words(120), 'summary!': words(300),
      after: words(90, 'What a student can do after the lesson.'),
      'minutes!': amount(1, 120),
      topic: words(40, 'What a textbook calls the subject.'),
      // Passed over: older files have it.
      order: true,
      path: { enum: PATHS.map(({ name }) => name) },
      needs: list({ enum: LESSONS }, LESSONS.length),
      hide: list({ enum: HIDEABLE }, HIDEABLE.length),
      measures: { ...list(words(40), 8), minItems: 1 },
      'steps!': { ...list(ref('step'), MOST_STEPS), minItems: 1 },
      try: words(LONGEST_TEXT, 'What the reader may try freely at the end.'),
      sources: list(record({ 'authors!': words(300), 'title!': words(300), 'year!': amount(1700, 2200),
        where: words(300) }), 20),
    }),
    $defs: {
      step: STEP, question: QUESTION, state: STATE, sum: SUM, condition: CONDITION,
      conditions: list(ref('condition'), 20),
      remember: { type: 'string', pattern: NAME, not: { enum: ['now', 'before'] } },
      part: record({ 'role!': { enum: ROLES }, 'name!': words(120) }),
      figures: { type: 'object', propertyNames: { pattern: NAME },
        additionalProperties: record({ 'is!': ref('sum'), digits: DIGITS, percent: { type: 'boolean' } }) },
    },
  };
}

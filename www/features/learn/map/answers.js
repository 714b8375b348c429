// The answers of a class: reads the texts that readers copied in their lessons, and counts who was right. A file is
// untrusted: only its known fields with valid values are used. Pure.

/** Whether an answer is right; null where the run could not decide. @typedef {boolean | null} Mark */
/**
 * An answer as the file tells it. `right`: the responses that it calls right, none where the run could not decide.
 * `measured`, `within`: of a question for a number, else null. `time`: ms, NaN where the file has none.
 * @typedef {{ step: number, response: string, success: Mark, ask: string, choices: string[], right: string[],
 *   measured: number | null, within: number | null, time: number }} Answer
 */
/**
 * What the file tells, in its order. `step`: 0 for the whole lesson.
 * @typedef {{ verb: string, step: number, time: number }} Event
 */
/** @typedef {{ id: string, title: string, answers: Answer[], events: Event[] }} Answers */
/** `right`: of the answers that the run decided. @typedef {{ right: number, of: number }} Share */
/** `who`: the name of the file. @typedef {{ who: string, answers: Answers, marks: Map<number, Mark>,
 *   share: Share }} Reader */
/** `shares`: of each step that asks. @typedef {{ id: string, title: string, steps: number[], readers: Reader[],
 *   shares: Share[] }} LessonAnswers */

/** Most characters of a file with answers. */
export const LONGEST_ANSWERS = 1_000_000;
const LONGEST_TITLE = 120;
const LONGEST_TEXT = 600;
const MOST_STEPS = 40;
const MOST_CHOICES = 12;

/**
 * Returns the answers in a text: one copy, a list of copies, or one in each line. Throws if there are none.
 * @param {string} text
 * @returns {Answers[]}
 */
export function answersIn(text) {
  const values = [parsed(text) ?? text.split('\n').flatMap((line) => parsed(line) ?? [])].flat();
  const found = values.flatMap((value) => answersOf(value) ?? []);
  if (!found.length) throw new Error('holds no copied answers');
  return found;
}

/** @param {string} text @returns {unknown} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {unknown} value @returns {Answers | null} */
function answersOf(value) {
  const { rankscope, version, lesson, statements } = fieldsOf(value);
  const { id, title } = fieldsOf(lesson);
  if (rankscope !== 'answers' || version !== 1 || typeof id !== 'string' || !Array.isArray(statements)) return null;
  if (!/^urn:rankscope:lesson:[\w:-]{1,80}$/.test(id)) return null;
  const { answers, events } = toldBy(statements, id);
  const name = typeof title === 'string' ? title.slice(0, LONGEST_TITLE) : id;
  return answers.length ? { id, title: name, answers, events } : null;
}

/**
 * What statements tell of a lesson, in their order.
 * @param {unknown[]} statements @param {string} id of the lesson
 * @returns {Pick<Answers, 'answers' | 'events'>}
 */
export function toldBy(statements, id) {
  /** @type {Event[]} */
  const events = [];
  /** @type {Answer[]} */
  const answers = [];
  for (const one of statements) {
    const { verb, object, timestamp } = fieldsOf(one);
    const place = textOf(fieldsOf(object).id);
    if (place !== id && !place.startsWith(`${id}:step:`)) continue;
    const step = Number(/^:step:(\d{1,2})(?::question)?$/.exec(place.slice(id.length))?.[1] ?? 0);
    const time = typeof timestamp === 'string' ? Date.parse(timestamp) : NaN;
    const name = textOf(fieldsOf(fieldsOf(verb).display).en);
    if (step > MOST_STEPS) continue;
    events.push({ verb: name, step, time });
    if (name === 'answered' && step > 0) answers.push(answerOf(fieldsOf(one), step, time));
  }
  return { answers, events };
}

/** @param {Record<string, unknown>} statement @param {number} step @param {number} time @returns {Answer} */
function answerOf({ object, result }, step, time) {
  const { description, choices, correctResponsesPattern: right } = fieldsOf(fieldsOf(object).definition);
  const { success, response, extensions } = fieldsOf(result);
  const more = fieldsOf(extensions);
  return { step, time, response: textOf(response), success: typeof success === 'boolean' ? success : null,
    ask: textOf(fieldsOf(description).en),
    choices: listOf(choices).map((one) => textOf(fieldsOf(fieldsOf(one).description).en)),
    right: listOf(right).map(textOf), measured: numberOf(more['urn:rankscope:measured']),
    within: numberOf(more['urn:rankscope:within']) };
}

/** @param {unknown} value @returns {Record<string, unknown>} */
const fieldsOf = (value) => (typeof value === 'object' && value !== null ? /** @type {any} */ (value) : {});

/** @param {unknown} value @returns {unknown[]} */
const listOf = (value) => (Array.isArray(value) ? value.slice(0, MOST_CHOICES) : []);

/** @param {unknown} value */
const textOf = (value) => (typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : '');

/** @param {unknown} value */
const numberOf = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : null);

/**
 * The first answer to each question, by the number of its step.
 * @param {Answers} answers
 */
export function firstAnswers({ answers }) {
  /** @type {Map<number, Answer>} */
  const first = new Map();
  for (const one of answers) if (!first.has(one.step)) first.set(one.step, one);
  return first;
}

/**
 * Returns the names with numbers behind those that others have too, so that no reader stands for another one.
 * @param {string[]} names
 */
export function distinctNames(names) {
  const taken = new Set(names);
  const seen = new Set();
  return names.map((name) => {
    let own = name;
    for (let number = 2; seen.has(own) || (own !== name && taken.has(own)); number += 1) own = `${name} (${number})`;
    seen.add(own);
    return own;
  });
}

/**
 * Returns the answers by lesson. Of several copies of a lesson in a file the last one counts, and in a copy the first
 * answer to each question.
 * @param {{ who: string, answers: Answers[] }[]} readers
 * @returns {LessonAnswers[]}
 */
export function byLesson(readers) {
  /** @type {Map<string, { title: string, readers: Map<string, Answers> }>} */
  const lessons = new Map();
  for (const { who, answers } of readers) {
    for (const one of answers) {
      const lesson = lessons.get(one.id) ?? { title: one.title, readers: new Map() };
      lesson.readers.set(who, one);
      lessons.set(one.id, lesson);
    }
  }
  return [...lessons].map(([id, lesson]) => {
    const all = [...lesson.readers].map(([who, answers]) => readerOf(who, answers));
    const steps = [...new Set(all.flatMap(({ marks }) => [...marks.keys()]))].sort((a, b) => a - b);
    return { id, title: lesson.title, steps, readers: all, shares: sharesOf(all, steps) };
  });
}

/** @param {string} who @param {Answers} answers @returns {Reader} */
function readerOf(who, answers) {
  const marks = new Map([...firstAnswers(answers)].map(([step, { success }]) => [step, success]));
  return { who, answers, marks, share: shareOf([...marks.values()]) };
}

/** The share of each step among readers. @param {Reader[]} readers @param {number[]} steps */
export const sharesOf = (readers, steps) =>
  steps.map((step) => shareOf(readers.map(({ marks }) => marks.get(step) ?? null)));

/** @param {Mark[]} marks @returns {Share} */
function shareOf(marks) {
  const decided = marks.filter((mark) => mark !== null);
  return { right: decided.filter(Boolean).length, of: decided.length };
}

// The answers of a class: reads the texts that readers copied in their lessons, and counts who was right. A file is
// untrusted: only its known fields with valid values are used. Pure.

/** Whether an answer is right; null where the run could not decide. @typedef {boolean | null} Mark */
/** `marks`: by the number of the step, from 1. */
/** @typedef {{ id: string, title: string, marks: Map<number, Mark> }} Answers */
/** `right`: of the answers that the run decided. @typedef {{ right: number, of: number }} Share */
/**
 * @typedef {{ id: string, title: string, steps: number[],
 *   readers: { who: string, marks: Map<number, Mark>, share: Share }[], shares: Share[] }} LessonAnswers
 */

/** Most characters of a file with answers. */
export const LONGEST_ANSWERS = 1_000_000;
const LONGEST_TITLE = 120;
const MOST_STEPS = 40;

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
  /** @type {Answers['marks']} */
  const marks = new Map();
  for (const one of statements) {
    const { object, result } = fieldsOf(one);
    const name = fieldsOf(object).id;
    if (typeof name !== 'string' || !name.startsWith(`${id}:step:`)) continue;
    const step = Number(/^(\d{1,2}):question$/.exec(name.slice(`${id}:step:`.length))?.[1] ?? 0);
    const { success } = fieldsOf(result);
    if (step >= 1 && step <= MOST_STEPS) marks.set(step, typeof success === 'boolean' ? success : null);
  }
  return marks.size ? { id, title: typeof title === 'string' ? title.slice(0, LONGEST_TITLE) : id, marks } : null;
}

/** @param {unknown} value @returns {Record<string, unknown>} */
const fieldsOf = (value) => (typeof value === 'object' && value !== null ? /** @type {any} */ (value) : {});

/**
 * Returns the answers by lesson. The last answers of a reader count.
 * @param {{ who: string, answers: Answers[] }[]} readers
 * @returns {LessonAnswers[]}
 */
export function byLesson(readers) {
  /** @type {Map<string, { title: string, readers: Map<string, Answers['marks']> }>} */
  const lessons = new Map();
  for (const { who, answers } of readers) {
    for (const { id, title, marks } of answers) {
      const lesson = lessons.get(id) ?? { title, readers: new Map() };
      lesson.readers.set(who, marks);
      lessons.set(id, lesson);
    }
  }
  return [...lessons].map(([id, lesson]) => {
    const all = [...lesson.readers].map(([who, marks]) => ({ who, marks, share: shareOf([...marks.values()]) }));
    const steps = [...new Set(all.flatMap(({ marks }) => [...marks.keys()]))].sort((a, b) => a - b);
    const shares = steps.map((step) => shareOf(all.map(({ marks }) => marks.get(step) ?? null)));
    return { id, title: lesson.title, steps, readers: all, shares };
  });
}

/** @param {Mark[]} marks @returns {Share} */
function shareOf(marks) {
  const decided = marks.filter((mark) => mark !== null);
  return { right: decided.filter(Boolean).length, of: decided.length };
}

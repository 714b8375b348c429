// A lesson in a frame of a course package: opens the lesson, hears its statements by the messages of embedding, and
// counts first answers. The build copies this folder as it is. Knows no learning platform.

const ENVELOPE = { protocol: 'rankscope-embed', version: 1 };
const GREETING = 250; // ms between two greetings

/**
 * What the page of a package says of its lesson. `questions`: the steps that ask, from 1.
 * @typedef {{ id: string, own: string | null, questions: number[] }} Lesson
 */
/** @typedef {{ timestamp: string, verb: { display: { en: string } }, object: { id: string,
 *   definition: { interactionType?: string, correctResponsesPattern?: string[] } },
 *   result: { response?: string, success?: boolean, extensions?: Record<string, unknown> } }} Statement */

/**
 * What is called when a step is reached, a question is answered, and the last step has told all.
 * @typedef {{ reached: (step: number) => void, answered: (step: number, statement: Statement) => void,
 *   ended: () => void }} Hearer
 */

/** Returns the lesson of this page. @returns {Lesson} */
export function ownLesson() {
  const { lesson = '', own = '', questions = '' } = document.body.dataset;
  return { id: lesson, own: own || null, questions: questions.split(' ').filter(Boolean).map(Number) };
}

/** Shows a sentence above the lesson. @param {string} sentence */
export function say(sentence) {
  const note = document.getElementById('note');
  if (!note) throw new Error('the page has no #note');
  note.textContent = sentence;
  note.hidden = false;
}

/**
 * Plays a lesson in the frame of this page.
 * @param {Lesson} lesson @param {number} step from 1
 * @param {Hearer} hearer
 */
export async function play({ id, own }, step, { reached, answered, ended }) {
  const frame = document.querySelector('iframe');
  if (!frame) throw new Error('the page has no frame');
  const wanted = own ? { lesson: await (await fetch(own)).json() } : { name: id };
  const send = (/** @type {object} */ message) =>
    frame.contentWindow?.postMessage({ ...ENVELOPE, ...message }, location.origin);
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let greeting;
  const greet = () => {
    clearInterval(greeting);
    greeting = setInterval(() => send({ type: 'hello' }), GREETING);
  };
  let latest = step;
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== location.origin || data?.protocol !== ENVELOPE.protocol) return;
    if (data.type === 'welcome' || data.to === 'hello') clearInterval(greeting);
    if (data.type === 'welcome') send({ type: 'open-lesson', id: 'lesson', ...wanted, step: latest });
    if (data.type === 'error') say(`The lesson could not be opened: ${data.problem}.`);
    if (data.type === 'statement') hear(data.statement);
  });
  greet();
  // A page that is loaded again has to be greeted again; one that has answered says so again.
  frame.addEventListener('load', greet);
  frame.src = 'index.html#v=1&sample=kitchen&embed=true';

  /** @param {Statement} statement */
  function hear(statement) {
    const at = Number(/:step:(\d+)/.exec(statement.object.id)?.[1] ?? 0);
    if (statement.verb.display.en === 'progressed') {
      latest = at;
      reached(at);
    }
    if (statement.verb.display.en === 'answered') answered(at, statement);
    if (statement.verb.display.en === 'completed') ended();
  }
}

/** The first answers to the questions of a lesson: right, wrong, or not decided by the run. */
export class FirstAnswers {
  #questions;
  /** @type {Map<number, '1' | '0' | '?'>} */
  #marks = new Map();

  /** @param {number[]} questions @param {string} text of an earlier visit, as `text` returns it */
  constructor(questions, text) {
    this.#questions = questions;
    for (const [, step, mark] of text.matchAll(/(\d+):([01?])/g)) {
      if (questions.includes(Number(step))) this.#marks.set(Number(step), /** @type {'1' | '0' | '?'} */ (mark));
    }
  }

  /**
   * Keeps the first answer to a question. Returns whether it is the first.
   * @param {number} step @param {boolean | undefined} success undefined where the run could not decide
   */
  take(step, success) {
    if (this.#marks.has(step) || !this.#questions.includes(step)) return false;
    this.#marks.set(step, success === undefined ? '?' : success ? '1' : '0');
    return true;
  }

  /** Whether there are questions, and all are answered. A lesson without a question ends with its last step. */
  get isDone() {
    return this.#questions.length > 0 && this.#marks.size === this.#questions.length;
  }

  /**
   * The share of questions whose first answer is right, from 0 to 1. A question without an answer counts as not right,
   * and one that the run could not decide does not count. Null if no question counts.
   */
  get score() {
    const marks = [...this.#marks.values()];
    const of = this.#questions.length - marks.filter((mark) => mark === '?').length;
    return of ? marks.filter((mark) => mark === '1').length / of : null;
  }

  /** For the next visit: at most 40 questions with 5 characters each. */
  get text() {
    return [...this.#marks].map(([step, mark]) => `${step}:${mark}`).join(' ');
  }
}

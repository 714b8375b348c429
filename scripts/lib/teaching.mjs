// The pages of docs/teaching/ that follow from the lessons: their objectives, and the ready plans minute by minute.

import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { at } from './project.mjs';
import { TERMS } from '../../www/features/learn/glossary/terms.js';
import { LESSONS } from '../../www/features/learn/lessons/lesson-list.js';
import { LECTURES, planLength } from '../../www/features/learn/map/plan.js';

/** @typedef {import('../../www/features/learn/lessons/schema.js').Lesson} Lesson */
/** @typedef {import('../../www/features/learn/lessons/schema.js').Step} Step */
/** @typedef {import('../../www/features/learn/map/plan.js').ReadyPlan} ReadyPlan */
/** @typedef {{ id: string, lesson: Lesson }} OnShelf */
/**
 * What the lecturer does between lessons. `before`: the lesson that follows; null at the end.
 * @typedef {{ before: string | null, minutes: number, say: string, do: string, ask: string }} Talk
 */
/**
 * What the lessons do not say: the units of the usual course, and the talks of each ready plan.
 * @typedef {{ units: { name: string, lessons: string[] }[], talks: Record<string, Talk[]> }} Course
 */

/** @param {string[]} parts */
const read = (...parts) => JSON.parse(readFileSync(at(...parts), 'utf8'));

/** The lessons of the page in their order. @type {OnShelf[]} */
export const SHELF = LESSONS.map((id) => ({ id, lesson: read('www', 'lessons', `${id}.json`) }));

/** @type {Course} */
export const COURSE = read('docs', 'teaching', 'course.json');

const WIDTH = 120; // columns of a line that is no table
const HOW = 'UPDATE_README=1 node --test tests/scripts/teaching.test.mjs';

/** @param {string} id */
const numberOf = (id) => LESSONS.indexOf(id) + 1;

/** @param {string} id @returns {Lesson} */
const lessonOf = (id) => SHELF[numberOf(id) - 1].lesson;

/** @param {string} id */
const titleOf = (id) => `${numberOf(id)} ${lessonOf(id).title}`;

/**
 * A link to the section of a lesson.
 * @param {string} id @param {string} [page] empty on the page of objectives itself
 */
function linkTo(id, page = '') {
  const heading = titleOf(id).toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
  return `[${titleOf(id)}](${page}#${heading})`;
}

/** A text of a lesson as Markdown. Numbers that only a run knows become dots. @param {string} text */
export function markdown(text) {
  return text
    .replaceAll(/\{term:([\w-]+)(?:\|([^{}|]+))?\}/g, (_all, id, words) => words ?? termName(id))
    .replaceAll(/\{\{\w+\}\}/g, '…').replaceAll(/\[\d\]\s*/g, '')
    .replaceAll(/\$([^$]+)\$/g, (_all, formula) => formula.replaceAll('*', '\\*'))
    .replaceAll(/[|_<]/g, '\\$&').replaceAll(/\s+/g, ' ');
}

/** @param {string} id */
const termName = (id) => TERMS.find((term) => term.id === id)?.name ?? id;

/** The terms that the texts of a lesson explain, in their order. @param {Lesson} lesson */
function termsOf({ steps }) {
  const texts = steps.flatMap(({ text, more = '', question }) =>
    [text, more, question?.reveal ?? '', question?.more ?? '']);
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/\{term:([\w-]+)/g)].map(([, id]) => termName(id))))];
}

/** Breaks a line between words. @param {string} text @param {string} [indent] of the lines after the first one */
function wrapped(text, indent = '') {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines[lines.length - 1];
    if (line.trim() && [...line].length + 1 + [...word].length > WIDTH) lines.push(indent + word);
    else lines[lines.length - 1] = line.trim() ? `${line} ${word}` : line + word;
  }
  return lines.join('\n');
}

/** @param {Step} step @param {number} at */
function questionLine({ title, question }, at) {
  const answers = question?.choices?.map(({ text }, place) => `(${'abcdef'[place]}) ${markdown(text)}`).join(' ');
  const unit = question?.number?.unit;
  const ends = answers ?? (question ? `(a number${unit ? ` in ${unit}` : ''})` : '');
  const asked = question ? `${markdown(question.ask)} ${ends}` : 'No question.';
  return wrapped(`${at + 1}. *${title}*${/\W$/.test(title) ? '' : '.'} ${asked}`, '   ');
}

/** @param {OnShelf} one */
function sectionOf({ id, lesson }) {
  const { needs = [], path, topic, after, minutes, steps } = lesson;
  const terms = termsOf(lesson);
  return [`### ${titleOf(id)}`, '', wrapped(`*After it they can* ${markdown(after ?? '')}.`), '',
    wrapped(`- **Subject:** ${topic}. ${path ? `**Path:** ${path}. ` : ''}**Time:** ${minutes} minutes.`, '  '),
    wrapped(`- **Before it:** ${needs.map((need) => linkTo(need)).join(', ') || 'nothing'}.`, '  '),
    ...terms.length ? [wrapped(`- **Terms:** ${terms.join(', ')}.`, '  ')] : [],
    `- **Link:** \`#v=1&lesson=${id}\``, '', ...steps.map(questionLine)].join('\n');
}

/** The text of docs/teaching/objectives.md. */
export function objectivesText() {
  const minutes = SHELF.reduce((sum, { lesson }) => sum + lesson.minutes, 0);
  const units = COURSE.units.map(({ name, lessons }) => `| ${name} | ${lessons.map((id) => linkTo(id)).join(', ')} | ${
    lessons.reduce((sum, id) => sum + lessonOf(id).minutes, 0)} |`);
  return `# Objectives of the lessons

<!-- Written by \`${HOW}\` from www/lessons and course.json. -->

The page has ${SHELF.length} lessons of ${minutes} minutes in all. Each entry has what a student can do after the lesson, the lessons before
it, its terms, and the question of each step. The answers are in the *Key* that the page prints. A link is the end of the
page's address.

## In the usual course

| unit of the course | lessons | minutes |
|---|---|---|
${units.join('\n')}

## The lessons

${SHELF.map(sectionOf).join('\n\n')}
`;
}

/** What a sentence begins with that tells the student to do something. */
const ACTS = /^(?:\*\*)?(?:Drag|Turn|Slide|Pull|Press|Play|Build|Look for|Watch|Move|Choose|Follow|Walk|Try it)\b/;

/** What students do in a step: what its text asks of their hands, and an answer. @param {Step} step */
function actOf({ text, question }) {
  const hands = markdown(text).split(/(?<=[.!?]\**) /).filter((one) => ACTS.test(one))
    .map((one) => one.replaceAll('**', '').replace(/(?<!^Try it):.*$/, '.'));
  const answer = !question ? [] : question.choices ? ['Vote.'] : ['Write down a number.'];
  return [...hands, ...answer].join(' ') || 'Listen.';
}

/** What closes a step: its claim, which tells the answer. @param {Step} step */
function closeOf(step) {
  const claim = markdown(step.claim ?? '');
  return claim === sayOf(step) ? '' : claim;
}

/** What the lecturer says before the question. @param {Step} step */
const sayOf = ({ gist, text, question, claim }) =>
  markdown(gist ?? (question ? '' : claim) ?? '') || markdown(text.split('\n\n')[0]);

/** Minutes as on a clock, to ten seconds. @param {number} minutes */
function clock(minutes) {
  const tens = Math.round(minutes * 6);
  return `${Math.floor(tens / 6)}:${tens % 6}0`;
}

/** @param {ReadyPlan} ready */
function planRows({ key, plan }) {
  let begin = 0;
  /** @param {number} minutes @param {string[]} cells */
  const row = (minutes, cells) => {
    const line = `| ${[clock(begin), ...cells].join(' | ')} |`;
    begin += minutes;
    return line;
  };
  /** @param {string | null} before */
  const talks = (before) => COURSE.talks[key].filter((talk) => talk.before === before)
    .map(({ minutes, say, do: act, ask }) => row(minutes, ['**Talk**', say, act, ask, '']));
  const rows = plan.flatMap((id) => {
    const { steps, minutes } = lessonOf(id);
    return [...talks(id), ...steps.map((step, place) => row(minutes / steps.length, [
      `${place ? '' : `**${linkTo(id, 'objectives.md')}** `}${numberOf(id)}.${place + 1} *${step.title}*`,
      sayOf(step), actOf(step), step.question ? markdown(step.question.ask) : '', closeOf(step)]))];
  });
  return [...rows, ...talks(null), `| ${clock(begin)} | End | | | | |`];
}

/** @param {ReadyPlan} ready */
function planSection(ready) {
  const { name, minutes, plan, after } = ready;
  const lessons = plan.map((id) => ({ id, lesson: lessonOf(id) }));
  return `## ${name}

${wrapped(`${planLength(lessons, minutes)} Link: \`#v=1&plan=${plan.join(',')}\`${
    after ? `. It follows *${LECTURES.find((one) => one.plan === after)?.name}*.` : ''}`)}

| time | step | say | students | ask | after Reveal |
|---|---|---|---|---|---|
${planRows(ready).join('\n')}
`;
}

/** The text of docs/teaching/plans.md. */
export function plansText() {
  return `# Plans minute by minute

<!-- Written by \`${HOW}\` from the plans of the page, its lessons and course.json. -->

These are the ready plans of the page: mode **Lessons**, row *For a lecture*. *Change* there makes other ones. 4.2 means
step 2 of lesson 4. Open the page with the link of the plan behind its address; *Start on the stage* does the same. In each
step talk first, let the students work, ask, and press **Reveal** after all have answered. The last column is what they
should take away; it tells the answer. … stands for a number that the page computes. The minutes of a lesson are those of
one reader. If votes take longer, the talks must be shorter.

${LECTURES.map(planSection).join('\n')}`;
}

/** The files that are generated, with their texts. @type {[string, () => string][]} */
const PAGES = [
  [at('docs', 'teaching', 'objectives.md'), objectivesText], [at('docs', 'teaching', 'plans.md'), plansText],
];

/** The names of the files that are not up to date. */
export async function staleTeaching() {
  const stale = await Promise.all(PAGES.map(async ([file, text]) =>
    (await readFile(file, 'utf8').catch(() => '') === text() ? [] : [file])));
  return stale.flat();
}

/** Brings the files up to date. */
export const writeTeaching = () => Promise.all(PAGES.map(([file, text]) => writeFile(file, text())));

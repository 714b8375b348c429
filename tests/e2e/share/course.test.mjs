// A course package in a learning platform: scorm-again plays the platform, and the lesson is answered in its frame.

import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { courseNamed, packedCourse } from '../../../scripts/lib/course.mjs';
import { at } from '../../../scripts/lib/project.mjs';
import { serve } from '../../../scripts/lib/serve.mjs';
import { pageTest } from '../support/browser.mjs';
import { textOf, until } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').FrameLocator} FrameLocator */

const LESSON = 'ties';
/** @param {string} id */
const lessonText = (id) => readFile(at('www', 'lessons', `${id}.json`), 'utf8');

/** The platform is served at a port of its own. */
const allow = [/^request to another host/];

/** The page of a platform: the API of SCORM 1.2, and what it has kept, around the package. */
const PLATFORM = `<!doctype html><title>A platform</title><link rel="icon" href="data:," /><script src="scorm12.js"></script><script>
  const kept = JSON.parse(sessionStorage.getItem('kept') ?? 'null');
  window.API = new Scorm12API({ autocommit: false, logLevel: 5 });
  if (kept) API.loadFromJSON(kept.cmi ?? kept);
  window.finished = 0;
  API.on('LMSFinish', () => { finished += 1; });
</script><iframe title="The package" width="1280" height="800" src="package/scorm-${LESSON}.html"></iframe>`;

/**
 * Serves a platform with the unpacked course.
 * @param {Record<string, Uint8Array>} content
 */
async function platform(content) {
  const folder = await mkdtemp(join(tmpdir(), 'rankscope-course-'));
  for (const [name, bytes] of Object.entries(content)) {
    const path = join(folder, 'package', ...name.split('/'));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  }
  await copyFile(at('node_modules', 'scorm-again', 'dist', 'scorm12.js'), join(folder, 'scorm12.js'));
  await writeFile(join(folder, 'platform.html'), PLATFORM);
  const site = await serve({ folders: [folder] });
  return { address: `${site.address}platform.html`, close: async () => {
    await site.close();
    await rm(folder, { recursive: true });
  } };
}

/** What the platform knows. @param {Page} page @param {string[]} names */
const known = (page, names) => page.evaluate((all) => {
  const { cmi } = Reflect.get(window, 'API');
  return all.map((name) => name.split('.').reduce((part, key) => part[key], cmi));
}, names);

/** @typedef {{ id: string, type: string, result: string, student_response: string }} Interaction */

/** @param {Page} page @returns {Promise<Interaction[]>} */
const interactions = (page) => page.evaluate(() => {
  const { cmi } = Reflect.get(window, 'API');
  return cmi.interactions.childArray.map((/** @type {Interaction} */ { id, type, result, student_response }) => ({ id, type, result, student_response }));
});

/** The lesson in the frame of the package. @param {Page} page */
const lessonIn = (page) => page.frameLocator('iframe').frameLocator('iframe');

/** @param {FrameLocator} frame @param {number} step @param {number} count */
async function there(frame, step, count) {
  await until(() => textOf(frame.locator('.lesson-progress')), (text) => text.includes(`Step ${step} of ${count}`), `step ${step}`);
  await until(() => frame.locator('.lesson').getAttribute('data-phase'), (phase) => phase === 'there', `step ${step} is set up`);
}

/** @param {FrameLocator} frame @param {number} choice */
async function choose(frame, choice) {
  await frame.locator('.lesson').getByRole('radio').nth(choice).check();
  await frame.getByRole('button', { name: 'Reveal', exact: true }).click();
  return until(() => frame.locator('.lesson-reveal').innerText(), (text) => /^(Yes|No)/.test(text), 'the reveal');
}

pageTest('a platform gets status, score, answers and time of a lesson, and the lesson goes on where it was left', { allow, everyday: true }, async ({ page, afterwards }) => {
  const texts = new Map([[LESSON, await lessonText(LESSON)]]);
  const course = courseNamed([LESSON], (id) => texts.get(id) ?? '{}');
  const lms = await platform(unzipSync(await packedCourse(course, at('dist'), 'scorm')));
  afterwards(lms.close);
  await page.goto(lms.address);
  const { steps } = JSON.parse(texts.get(LESSON) ?? '');
  const asked = steps.flatMap((/** @type {{ question?: object }} */ { question }, /** @type {number} */ step) => (question ? [step + 1] : []));
  assert.ok(asked.length > 1, 'the lesson has questions');

  /** Whether each first answer was right, by the words of the lesson. @type {boolean[]} */
  const right = [];
  let step = 1;
  for (const question of asked) {
    const frame = lessonIn(page);
    for (; step < question; step += 1) {
      await there(frame, step, steps.length);
      await frame.getByRole('button', { name: 'Next', exact: true }).click();
    }
    await there(frame, step, steps.length);
    right.push((await choose(frame, 0)).startsWith('Yes'));
    const answered = right.length;
    // The platform's table is empty again after the first answer, when the reader comes back.
    const inTable = answered === 1 ? 1 : answered - 1;
    const table = await until(() => interactions(page), (all) => all.length === inTable, `answer ${answered} arrives`);
    assert.deepEqual(table.at(-1), { id: `${LESSON}-step-${question}`, type: 'choice', student_response: '0', result: right.at(-1) ? 'correct' : 'wrong' });
    const [status, raw, location] = await known(page, ['core.lesson_status', 'core.score.raw', 'core.lesson_location']);
    assert.equal(status, answered === asked.length ? 'completed' : 'incomplete');
    assert.equal(Number(raw), Math.round(10_000 * right.filter(Boolean).length / asked.length) / 100);
    assert.equal(location, String(question));
    if (answered !== 1) continue;
    // The reader leaves, and comes back: the platform gives back what it has kept.
    const kept = await page.evaluate(() => {
      document.querySelector('iframe')?.remove();
      const api = Reflect.get(window, 'API');
      const { core, suspend_data: suspended } = api.cmi;
      const seen = { time: core.getCurrentTotalTime(), exit: core.exit, finished: Reflect.get(window, 'finished') };
      sessionStorage.setItem('kept', JSON.stringify({ cmi: { suspend_data: suspended, core: { lesson_status: core.lesson_status, lesson_location: core.lesson_location } } }));
      return seen;
    });
    assert.equal(kept.finished, 1, 'the session is finished once');
    assert.match(kept.time, /^\d{2,4}:\d\d:\d\d(\.\d+)?$/);
    await page.reload();
    await there(lessonIn(page), step, steps.length);
    // A second answer to the same question does not count.
    await choose(lessonIn(page), 1);
    assert.deepEqual(await interactions(page), []);
  }
});

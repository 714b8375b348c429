// A course package in a learning platform: scorm-again plays the platform, and the lesson is answered in its frame.

import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
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
  // As JSON: a lesson can write these elements, but not read them.
  const all = JSON.parse(JSON.stringify(Reflect.get(window, 'API').cmi.interactions));
  return Object.values(all).map((/** @type {Interaction} */ { id, type, result, student_response }) => ({ id, type, result, student_response }));
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
    // The reader loads the lesson again in its frame. It goes on at the same step, and its answers still count.
    if (answered === 2) {
      const inner = page.frames().find((one) => /index\.html/.test(one.url())) ?? assert.fail('the lesson has a frame');
      await Promise.all([inner.waitForNavigation(), inner.evaluate(() => { setTimeout(() => window.location.reload()); })]);
      await there(lessonIn(page), step, steps.length);
    }
    if (answered !== 1) continue;
    // The reader leaves, and comes back: the platform gives back what it has kept.
    const kept = await page.evaluate(() => {
      document.querySelector('iframe')?.remove();
      const api = Reflect.get(window, 'API');
      const { core, suspend_data: suspended } = api.cmi;
      const seen = { time: JSON.parse(JSON.stringify(core)).session_time, finished: Reflect.get(window, 'finished') };
      sessionStorage.setItem('kept', JSON.stringify({ cmi: { suspend_data: suspended, core: { lesson_status: core.lesson_status, lesson_location: core.lesson_location } } }));
      return seen;
    });
    assert.equal(kept.finished, 1, 'the session is finished once');
    assert.match(kept.time, /^\d{2,4}:\d\d:\d\d\.\d\d$/);
    await page.reload();
    await there(lessonIn(page), step, steps.length);
    // A second answer to the same question does not count.
    await choose(lessonIn(page), 1);
    assert.deepEqual(await interactions(page), []);
  }
});

/** @typedef {{ method: string, path: string, query: URLSearchParams, token: string | undefined, value: any }} Asked */

/**
 * A store of a platform at a port of its own. `asked`: its requests, without those that only ask for permission.
 * @param {object} launchData
 */
async function learningStore(launchData) {
  /** @type {Asked[]} */
  const asked = [];
  /** @type {Map<string, string>} */
  const states = new Map([['LMS.LaunchData', JSON.stringify(launchData)]]);
  const server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*, Authorization');
    response.setHeader('Access-Control-Allow-Methods', '*');
    if (request.method === 'OPTIONS') return response.end();
    const text = (await request.toArray()).join('');
    const value = text ? JSON.parse(text) : null;
    asked.push({ method: request.method ?? '', path: pathname, query, token: request.headers.authorization, value });
    const state = query.get('stateId') ?? '';
    if (pathname === '/token') return response.end('{"auth-token":"c2VjcmV0"}');
    if (pathname === '/lrs/statements') return response.end('[]');
    if (request.method === 'PUT') states.set(state, text);
    if (pathname === '/lrs/activities/state' && states.has(state)) return response.end(states.get(state));
    // An empty document: the browser reports an answer 404 to its console.
    response.statusCode = 204;
    response.end();
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', () => resolve(null)); });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { asked, address: `http://127.0.0.1:${port}/`, close: async () => { server.closeAllConnections(); server.close(); } };
}

pageTest('a cmi5 package tells the store of the launch, and nobody else, what the reader does', { allow }, async ({ page, afterwards, requests }) => {
  const texts = new Map([[LESSON, await lessonText(LESSON)]]);
  const course = courseNamed([LESSON], (id) => texts.get(id) ?? '{}');
  const content = unzipSync(await packedCourse(course, at('dist'), 'cmi5'));
  assert.match(new TextDecoder().decode(content['cmi5.xml']), /<url>cmi5-ties\.html<\/url>/);
  const lms = await platform(content);
  const store = await learningStore({ launchMode: 'Normal', masteryScore: 0.99, contextTemplate: { extensions: { 'https://w3id.org/xapi/cmi5/context/extensions/sessionid': 'one' } } });
  afterwards(lms.close);
  afterwards(store.close);
  const actor = { objectType: 'Agent', account: { homePage: 'https://school.example', name: 'ada' } };
  const launch = new URL(`package/cmi5-${LESSON}.html`, lms.address);
  launch.search = String(new URLSearchParams({ endpoint: `${store.address}lrs/`, fetch: `${store.address}token`, actor: JSON.stringify(actor), registration: 'b0f2f3b4-0000-4000-8000-000000000000', activityId: 'https://school.example/ties' }));
  await page.goto('about:blank');
  const before = requests.length;
  await page.goto(launch.href);
  const told = () => store.asked.filter(({ path }) => path === '/lrs/statements').map(({ value }) => value);
  const frame = page.frameLocator('iframe');
  const { steps } = JSON.parse(texts.get(LESSON) ?? '');
  /** @type {boolean[]} */
  const right = [];
  for (const step of steps.keys()) {
    if (step > 0) await frame.getByRole('button', { name: 'Next', exact: true }).click();
    await there(frame, step + 1, steps.length);
    right.push((await choose(frame, 0)).startsWith('Yes'));
  }
  await until(async () => told().length, (count) => count === steps.length + 3, 'all statements arrive');
  await page.goto('about:blank');
  await until(async () => told().length, (count) => count === steps.length + 4, 'the end arrives');
  const share = right.filter(Boolean).length / right.length;
  assert.ok(share < 0.99, 'an answer is wrong');
  assert.deepEqual(told().map(({ verb }) => verb.display.en), ['initialized', ...steps.map(() => 'answered'), 'completed', 'failed', 'terminated']);
  assert.deepEqual(told().filter(({ verb }) => verb.display.en === 'answered').map(({ result }) => result.success), right);
  assert.deepEqual(told().find(({ verb }) => verb.display.en === 'failed').result.score, { scaled: share });
  for (const { actor: who, context, id } of told()) {
    assert.deepEqual([who, context.registration, context.extensions['https://w3id.org/xapi/cmi5/context/extensions/sessionid']], [actor, 'b0f2f3b4-0000-4000-8000-000000000000', 'one']);
    assert.match(id, /^[0-9a-f-]{36}$/);
  }
  assert.ok(store.asked.slice(1).every(({ token }) => token === 'Basic c2VjcmV0'));
  const hosts = new Set(requests.slice(before).filter((one) => /^http/.test(one)).map((one) => new URL(one).origin));
  assert.deepEqual([...hosts].sort(), [new URL(lms.address).origin, new URL(store.address).origin].sort());
});

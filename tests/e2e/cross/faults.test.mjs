// Faults around a run: finished iterations survive, the page explains the fault, and the next run works.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { file, letor } from '../support/letor.mjs';
import { limitMemory, corrupt, curves, kill, newest, exposeCore, trainingWorker, LARGE, withLargeFile } from '../support/faults.mjs';
import { controls, ended, fullSpeed, goTo, loadSample, panelsAt, openSettings, paused, ready, statusOf, tableOf, textOf, until, upload } from '../support/page.mjs';
import { openPanel } from '../support/states.mjs';

/** @typedef {import('playwright-core').Page} Page */

const own = file('own.txt', letor({ seed: 7 }));

/** Starts a run with some iterations, slow enough for a busy machine. @param {Page} page @param {number} [least] */
async function underWay(page, least = 3) {
  await openSettings(page);
  const pace = page.getByLabel('Pace', { exact: true });
  await pace.selectOption({ label: '4 a second' });
  await controls(page).train.click();
  await until(() => newest(page), (iteration) => iteration >= least, 'it trains');
  await pace.selectOption({ label: '1 a second' });
}

/** Returns the whole run of these data on a page without faults. @param {Page} page */
async function undisturbed(page) {
  await fullSpeed(page);
  await controls(page).train.click();
  await ended(page);
  const { table } = await curves(page);
  await controls(page).reset.click();
  await ready(page);
  return table;
}

/** Checks that after a crash the iterations can be inspected, and that Train continues to the same end. @param {Page} page @param {Record<string, string>[]} whole */
async function survives(page, whole) {
  const at = await paused(page);
  assert.ok(at >= 3, `${at} iterations are kept`);
  assert.deepEqual((await tableOf(page, 'Objective')).slice(0, at + 1), whole.slice(0, at + 1), 'the curves are those of the undisturbed run');
  await goTo(page, 1);
  await goTo(page, at);
  await fullSpeed(page);
  await controls(page).train.click();
  await ended(page);
  assert.deepEqual(await tableOf(page, 'Objective'), whole, 'the run ends as if nothing had happened');
}

pageTest('a worker that is killed during a run is replaced, and the run continues', { everyday: true }, async ({ page }) => {
  await ready(page);
  await upload(page, own);
  const whole = await undisturbed(page);
  await underWay(page);
  kill(await trainingWorker(page));
  const { alert } = controls(page);
  await alert.waitFor();
  assert.match(await textOf(alert), /worker crashed and was started again\. The browser ended it.* The finished iterations are kept\./);
  await survives(page, whole);
});

pageTest('if no worker can be fetched, the page says so and waits, and the next choice of data fetches one', { allow: [/worker|Failed to|ERR_/] }, async ({ page, requests }) => {
  await ready(page);
  const code = /\/(worker|start)-[^/]*\.js$/;
  await page.route(code, (route) => route.abort());
  const before = requests.length;
  await page.reload();
  const { alert, train } = controls(page);
  await alert.getByText('At the moment no data can be read or trained on.').waitFor();
  assert.match(await textOf(alert), /Reload the page when there is a connection\./);
  await until(() => textOf(page.locator('#header .facts')), (text) => text === 'no data yet', 'nothing is read');
  const asked = () => requests.slice(before).filter((address) => /\/worker-[^/]*\.js$/.test(address)).length;
  const tries = asked();
  assert.ok(tries <= 4, `${tries} workers were asked for`);
  assert.equal(await train.isEnabled(), false);
  await page.unroute(code);
  await loadSample(page, 'Kitchen (hand-made)');
  await fullSpeed(page);
  await train.click();
  await ended(page);
  assert.equal(await alert.isVisible(), false);
});

pageTest('if the core panics in the worker, the run continues in a new worker', { allow: [/panicked|RuntimeError|memory access|unreachable/] }, async ({ page }) => {
  await exposeCore(page);
  await ready(page);
  await upload(page, own);
  const whole = await undisturbed(page);
  await underWay(page);
  await corrupt(await trainingWorker(page));
  const { alert } = controls(page);
  await alert.waitFor();
  assert.match(await textOf(alert), /worker crashed and was started again\. \S+ .*\S+\. The finished iterations are kept\./, 'the alert says what was heard of it');
  await survives(page, whole);
});

pageTest('after a worker is killed, a finished run can still be inspected', {}, async ({ page }) => {
  await ready(page);
  await upload(page, own);
  await fullSpeed(page);
  await controls(page).train.click();
  const end = await ended(page);
  const before = await curves(page);
  kill(await trainingWorker(page));
  await controls(page).alert.waitFor();
  await goTo(page, 2);
  await goTo(page, end.iterations);
  await statusOf(page, /^converged/);
  assert.deepEqual(await curves(page), before, 'the curves are the same');
});

pageTest('a worker that is killed twice, and during the replay', {}, async ({ page }) => {
  await ready(page);
  await upload(page, own);
  await underWay(page);
  const at = await newest(page);
  kill(await trainingWorker(page));
  await controls(page).alert.waitFor();
  const first = page.workers();
  const next = await until(async () => page.workers().at(-1), (worker) => worker !== undefined && !first.slice(0, -1).includes(worker), 'the new worker');
  if (next) kill(next);
  // The status of the first loss is there until the page notices the second one.
  await until(async () => page.workers().some((worker) => worker !== next && !first.includes(worker)), Boolean, 'the worker after it');
  await statusOf(page, /^(stopped at|paused at)/);
  assert.ok(await newest(page) >= at, 'the iterations stay');
  await controls(page).reset.click();
  await ready(page);
  await fullSpeed(page);
  await controls(page).train.click();
  await ended(page);
});

/** With 8 MB the reader reports that the numbers do not fit. With 40 MB they fit, and the core panics at their scaled copy. */
for (const [megabytes, where] of /** @type {const} */ ([[8, 'while it is read'], [40, 'while it is prepared']])) {
  pageTest(`if memory runs out for a file ${where}, the page says so, and the old data and run stay`, { allow: [/panicked|RuntimeError|unreachable|memory/] }, async ({ page }) => {
    await exposeCore(page);
    await ready(page);
    await upload(page, own);
    await openSettings(page);
    await page.getByLabel('Scaling').selectOption('minmax');
    await ready(page);
    const whole = await undisturbed(page);
    await underWay(page);
    await controls(page).pause.click();
    await paused(page);
    const facts = await textOf(controls(page).facts);
    await limitMemory(await trainingWorker(page), megabytes);
    const { alert, letor: input } = controls(page);
    if (megabytes === 8) {
      await withLargeFile('large.txt', 2e9, async (path) => {
        await input.setInputFiles(path);
        await page.getByRole('button', { name: 'Load anyway' }).click();
        await alert.waitFor();
      });
    } else {
      await input.setInputFiles(file('large.txt', LARGE));
      await alert.waitFor();
    }
    assert.match(await textOf(alert), /^large\.txt could not be read\. own\.txt stays in place\./);
    assert.match(await textOf(alert), megabytes === 8 ? /more memory than is available/ : /Memory ran out\. The worker was started again\./, 'and says why');
    assert.equal(await textOf(controls(page).facts), facts, 'the old data stay');
    await survives(page, whole);
  });
}

pageTest('data that arrive after a cancellation leave data and run unchanged', {}, async ({ page }) => {
  await ready(page);
  await upload(page, own);
  const whole = await undisturbed(page);
  await underWay(page);
  const first = await trainingWorker(page);
  const facts = await textOf(controls(page).facts);
  // As if reading had been cancelled just before its end: no load of the page has this number.
  await first.evaluate(() => {
    const train = { kind: 'blob', name: 'late.txt', blob: new Blob(['1 qid:1 1:1\n0 qid:1 1:0\n']) };
    self.onmessage?.(new MessageEvent('message', { data: { type: 'load', load: 99, sources: { train, valid: null, test: null, holdOut: null }, settings: null } }));
  });
  await until(async () => page.workers().includes(first), (there) => !there, 'the worker is replaced');
  assert.equal(await textOf(controls(page).facts), facts, 'the facts are those of the data that were there');
  assert.ok(await controls(page).alert.isHidden(), 'nobody has to know');
  const at = await newest(page);
  await until(() => newest(page), (iteration) => iteration > at, 'the run goes on by itself');
  await controls(page).pause.click();
  await survives(page, whole);
});

pageTest('a reload during a run trains the same iterations again', {}, async ({ page }) => {
  await ready(page);
  await page.getByLabel('Sample data').selectOption({ label: 'Kitchen (hand-made)' });
  await ready(page, /^Kitchen/);
  await underWay(page);
  const at = await newest(page);
  const before = await tableOf(page, 'Objective');
  await until(() => page.evaluate(() => location.hash), (hash) => Number(/trained=(\d+)/.exec(hash)?.[1]) >= at, 'the address knows the iterations');
  await page.reload();
  await until(() => textOf(controls(page).facts), (facts) => facts.startsWith('Kitchen'), 'the data are there again');
  await until(() => newest(page), (iteration) => iteration >= at, 'the iterations are there again');
  const after = await tableOf(page, 'Objective');
  assert.deepEqual(after.slice(0, at + 1), before.slice(0, at + 1), 'and are the same');
  await fullSpeed(page);
  await controls(page).train.click();
  await ended(page);
});

pageTest('a second file that is dropped during training replaces the data, and the previous run is stored', { everyday: true }, async ({ page }) => {
  await ready(page);
  await upload(page, own);
  await underWay(page);
  const dataTransfer = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'second.txt'));
    return transfer;
  }, letor({ seed: 8, queries: 5 }));
  for (const type of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('main', type, { dataTransfer });
  await ready(page, /^second\.txt · 5 training queries/);
  await openPanel(page, 'runs');
  await page.getByRole('region', { name: 'Runs' }).getByText('own.txt').first().waitFor();
  await fullSpeed(page);
  await controls(page).train.click();
  await ended(page);
});

pageTest('two tabs train at the same time, and both runs are stored', {}, async ({ page, context, address }) => {
  const other = await context.newPage();
  await other.goto(address);
  for (const tab of [page, other]) {
    await tab.bringToFront();
    await ready(tab);
    await tab.getByLabel('Sample data').selectOption({ label: 'Kitchen (hand-made)' });
    await ready(tab, /^Kitchen/);
    await fullSpeed(tab);
  }
  await other.getByRole('spinbutton', { name: 'C', exact: true }).fill('1');
  await statusOf(other, /^ready/);
  await Promise.all([page, other].map((tab) => controls(tab).train.click()));
  const ends = await Promise.all([page, other].map((tab) => ended(tab)));
  assert.ok(ends.every(({ iterations }) => iterations > 1));
  // Both runs are stored once a third tab finds them.
  const third = await context.newPage();
  await until(async () => {
    await third.goto(`${address}#open=runs`);
    await third.reload();
    await ready(third);
    return third.getByRole('region', { name: 'Runs' }).getByText('Kitchen (hand-made)').count();
  }, (found) => found >= 2, 'both runs are stored');
});

pageTest('a tab that is hidden for longer than the page waits for anything continues, and is up to date when it is visible again', {}, async ({ page, context }) => {
  await ready(page);
  await upload(page, own);
  await underWay(page);
  const at = await newest(page);
  const session = await context.newCDPSession(page);
  const { windowId } = await session.send('Browser.getWindowForTarget');
  await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'minimized' } });
  // Without a window manager, only the reported visibility of the page can change.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  await new Promise((resolve) => { setTimeout(resolve, 15_000); });
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } });
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
    Object.defineProperty(document, 'hidden', { value: false, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await fullSpeed(page);
  const end = await ended(page);
  assert.ok(end.iterations >= at, 'no iteration is lost');
  assert.ok(await controls(page).alert.isHidden(), 'nothing was taken for a fault');
  assert.equal((await tableOf(page, 'Objective')).length, end.iterations + 1, 'every iteration is in the table');
  await controls(page).reset.click();
  await ready(page);
  await controls(page).train.click();
  assert.deepEqual(await ended(page), end, 'the next run works');
});

/** Every state of a run, with a function that reaches it. @type {[string, (page: Page) => Promise<unknown>][]} */
const phases = [
  ['before any training', async () => {}],
  ['while a file is read', async (page) => {
    await controls(page).letor.setInputFiles(file('next.txt', letor({ seed: 9, queries: 400, documents: 50, features: 40 })));
  }],
  ['right after Train', async (page) => { await controls(page).train.click(); }],
  ['while it trains', (page) => underWay(page)],
  ['while it trains at full speed', async (page) => {
    await openSettings(page);
    await page.getByLabel('Working set').selectOption({ label: '1-slack' });
    await openSettings(page);
    await page.getByRole('spinbutton', { name: 'Stop at gap' }).fill('0.0000001');
    await fullSpeed(page);
    await controls(page).train.click();
    await until(() => newest(page), (iteration) => iteration >= 20, 'it trains');
  }],
  ['while it is paused', async (page) => {
    await underWay(page);
    await controls(page).pause.click();
    await paused(page);
  }],
  ['after a step', async (page) => {
    await controls(page).step.click();
    await panelsAt(page, 1);
  }],
  ['after the end', async (page) => {
    await fullSpeed(page);
    await controls(page).train.click();
    await ended(page);
  }],
  ['while a lost run is made again', async (page) => {
    await underWay(page);
    kill(await trainingWorker(page));
    await controls(page).alert.waitFor();
  }],
];
for (const [when, come] of phases) {
  pageTest(`Reset ${when} returns to w = 0, and the next run works`, {}, async ({ page }) => {
    await ready(page);
    await upload(page, own);
    await page.locator('#rail details').evaluateAll((all) => all.forEach((one) => { /** @type {HTMLDetailsElement} */ (one).open = true; }));
    await come(page);
    await controls(page).reset.click();
    await ready(page);
    assert.equal((await tableOf(page, 'Objective')).length, 1, 'only w = 0 is in the table');
    await openSettings(page);
    await page.getByRole('spinbutton', { name: 'Stop at gap' }).fill('1');
    await ready(page);
    await fullSpeed(page);
    await controls(page).train.click();
    await ended(page);
  });
}

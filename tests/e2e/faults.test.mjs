// What can go wrong around a run: finished iterations survive, the page says what happened, and the next run works.

import assert from 'node:assert/strict';
import { pageTest } from './support.mjs';
import { file, letor } from './letor.mjs';
import { cap, corrupt, curves, kill, newest, reachTheCore, trainingWorker, LARGE, withLargeFile } from './faults.mjs';
import { controls, ended, fullSpeed, goTo, lookAt, ready, statusOf, tableOf, textOf, until, upload } from './page.mjs';

/** @typedef {import('playwright-core').Page} Page */

const own = file('own.txt', letor({ seed: 7 }));

/** A run that is going on and has some iterations, slowly enough for a busy machine. @param {Page} page @param {number} [least] */
async function underWay(page, least = 3) {
  const pace = page.getByLabel('Pace');
  await pace.selectOption({ label: '4 a second' });
  await controls(page).train.click();
  await until(() => newest(page), (iteration) => iteration >= least, 'it trains');
  await pace.selectOption({ label: '1 a second' });
}

/** What a whole run of these data looks like, on a page that nothing happens to. @param {Page} page */
async function undisturbed(page) {
  await fullSpeed(page);
  await controls(page).train.click();
  await ended(page);
  const { table } = await curves(page);
  await controls(page).reset.click();
  await ready(page);
  return table;
}

/** After a crash: the iterations are there, can be looked at, and Train goes on to the same end. @param {Page} page @param {Record<string, string>[]} whole */
async function survives(page, whole) {
  await statusOf(page, /^paused/);
  const at = await newest(page);
  assert.ok(at >= 3, `${at} iterations are kept`);
  assert.deepEqual((await tableOf(page, 'Objective')).slice(0, at + 1), whole.slice(0, at + 1), 'the curves are those of the undisturbed run');
  await goTo(page, 1);
  await goTo(page, at);
  await fullSpeed(page);
  await controls(page).train.click();
  await ended(page);
  assert.deepEqual(await tableOf(page, 'Objective'), whole, 'the run ends as if nothing had happened');
}

pageTest('a worker that is killed in the middle of a run is replaced, and the run goes on', { timeout: 120_000 }, async ({ page }) => {
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

pageTest('when the core breaks inside the worker, the run goes on in a new one', { timeout: 120_000, allow: [/panicked|RuntimeError|memory access|unreachable/] }, async ({ page }) => {
  await reachTheCore(page);
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

pageTest('a worker that is killed after the end of a run can still be asked about it', {}, async ({ page }) => {
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

pageTest('a worker that is killed twice, and while it makes the iterations again', { timeout: 120_000 }, async ({ page }) => {
  await ready(page);
  await upload(page, own);
  await underWay(page);
  const at = await newest(page);
  kill(await trainingWorker(page));
  await controls(page).alert.waitFor();
  const first = page.workers();
  const next = await until(async () => page.workers().at(-1), (worker) => worker !== undefined && !first.slice(0, -1).includes(worker), 'the new worker');
  if (next) kill(next);
  await statusOf(page, /^(stopped at|paused at)/);
  assert.ok(await newest(page) >= at, 'the iterations stay');
  await controls(page).reset.click();
  await ready(page);
  await fullSpeed(page);
  await controls(page).train.click();
  await ended(page);
});

/** With 8 MB the reader cannot hold the numbers and says so; with 40 MB it can, and the core breaks over their scaled copy. */
for (const [megabytes, where] of /** @type {const} */ ([[8, 'while it is read'], [40, 'while it is prepared']])) {
  pageTest(`when memory runs out over a file ${where}, the page says so, and the old data and run stay`, { timeout: 180_000, allow: [/panicked|RuntimeError|unreachable|memory/] }, async ({ page }) => {
    await reachTheCore(page);
    await ready(page);
    await upload(page, own);
    await page.getByLabel('Scaling').selectOption('minmax');
    await ready(page);
    const whole = await undisturbed(page);
    await underWay(page);
    await controls(page).pause.click();
    await statusOf(page, /^paused/);
    const facts = await textOf(controls(page).facts);
    await cap(await trainingWorker(page), megabytes);
    const { alert, letor: input } = controls(page);
    if (megabytes === 8) {
      await withLargeFile('large.txt', 2e9, async (path) => {
        await input.setInputFiles(path);
        await page.getByRole('button', { name: 'Load anyway' }).click();
        await alert.waitFor({ timeout: 60_000 });
      });
    } else {
      await input.setInputFiles(file('large.txt', LARGE));
      await alert.waitFor({ timeout: 60_000 });
    }
    assert.match(await textOf(alert), /^large\.txt could not be read\. own\.txt stays in place\./);
    assert.match(await textOf(alert), megabytes === 8 ? /more memory than can be had/ : /Memory ran out\. The worker was started again\./, 'and says why');
    assert.equal(await textOf(controls(page).facts), facts, 'the old data stay');
    await survives(page, whole);
  });
}

pageTest('data that are there when nobody wants them any more leave data and run as they were', {}, async ({ page }) => {
  await ready(page);
  await upload(page, own);
  const whole = await undisturbed(page);
  await underWay(page);
  const first = await trainingWorker(page);
  const facts = await textOf(controls(page).facts);
  // As if it had been cancelled the moment before it was read: no load of the page has this number.
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

pageTest('reload in the middle of a run makes the same iterations again', { timeout: 120_000 }, async ({ page }) => {
  await ready(page);
  await page.getByLabel('Sample data').selectOption({ label: 'Kitchen (hand-made)' });
  await ready(page, /^Kitchen/);
  await underWay(page);
  const at = await newest(page);
  const before = await tableOf(page, 'Objective');
  await until(() => page.evaluate(() => location.hash), (hash) => Number(/trained=(\d+)/.exec(hash)?.[1]) >= at, 'the address knows the iterations');
  await page.reload();
  await ready(page, /^Kitchen/).catch(() => {});
  await until(() => newest(page), (iteration) => iteration >= at, 'the iterations are there again');
  const after = await tableOf(page, 'Objective');
  assert.deepEqual(after.slice(0, at + 1), before.slice(0, at + 1), 'and are the same');
  await fullSpeed(page);
  await controls(page).train.click();
  await ended(page);
});

pageTest('a second file that is dropped while training takes over, and the run before is kept', {}, async ({ page }) => {
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
  await page.getByRole('heading', { name: 'Runs' }).click();
  await page.getByRole('region', { name: 'Runs' }).getByText('own.txt').first().waitFor();
  await fullSpeed(page);
  await controls(page).train.click();
  await ended(page);
});

pageTest('two tabs train side by side, and both runs are kept', { timeout: 120_000 }, async ({ page, context, address }) => {
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
  // Both have stored their run once a third tab finds both.
  const third = await context.newPage();
  await until(async () => {
    await third.goto(`${address}#open=runs`);
    await third.reload();
    await ready(third);
    return third.getByRole('region', { name: 'Runs' }).getByText('Kitchen (hand-made)').count();
  }, (found) => found >= 2, 'both runs are stored');
});

pageTest('a tab that is hidden for a minute goes on, and shows all when it is seen again', { timeout: 180_000 }, async ({ page, context }) => {
  await ready(page);
  await upload(page, own);
  await underWay(page);
  const at = await newest(page);
  const session = await context.newCDPSession(page);
  const { windowId } = await session.send('Browser.getWindowForTarget');
  await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'minimized' } });
  // Without a window manager only what the page is told can be hidden.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  await new Promise((resolve) => { setTimeout(resolve, 60_000); });
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

/** Every state that a run can be in, and how to get there. @type {[string, (page: Page) => Promise<unknown>][]} */
const phases = [
  ['before any training', async () => {}],
  ['while a file is read', async (page) => {
    await controls(page).letor.setInputFiles(file('next.txt', letor({ seed: 9, queries: 400, documents: 50, features: 40 })));
  }],
  ['right after Train', async (page) => { await controls(page).train.click(); }],
  ['while it trains', (page) => underWay(page)],
  ['while it trains at full speed', async (page) => {
    await page.getByLabel('Working set').selectOption({ label: '1-slack' });
    await page.getByRole('spinbutton', { name: 'Stop at gap' }).fill('0.0000001');
    await fullSpeed(page);
    await controls(page).train.click();
    await until(() => newest(page), (iteration) => iteration >= 20, 'it trains');
  }],
  ['while it is paused', async (page) => {
    await underWay(page);
    await controls(page).pause.click();
    await statusOf(page, /^paused/);
  }],
  ['after a step', async (page) => {
    await controls(page).step.click();
    await lookAt(page, 1);
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
  pageTest(`Reset ${when} leads to w = 0, and the next run works`, {}, async ({ page }) => {
    await ready(page);
    await upload(page, own);
    await page.locator('#rail details').evaluateAll((all) => all.forEach((one) => { /** @type {HTMLDetailsElement} */ (one).open = true; }));
    await come(page);
    await controls(page).reset.click();
    await ready(page);
    assert.equal((await tableOf(page, 'Objective')).length, 1, 'only w = 0 is in the table');
    await page.getByRole('spinbutton', { name: 'Stop at gap' }).fill('1');
    await ready(page);
    await fullSpeed(page);
    await controls(page).train.click();
    await ended(page);
  });
}

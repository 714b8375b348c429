// One iteration in slow motion: four phases with the same numbers as the rest of the page.

import assert from 'node:assert/strict';
import { pageTest } from '../../support/browser.mjs';
import { file, letor } from '../../support/letor.mjs';
import { controls, fullSpeed, goTo, inspect, legend, loadSample, panelsAt, near, number, openSettings, ready, rounding, statusOf, tableOf, textOf, train, until, upload, fetchWeights } from '../../support/page.mjs';
import { figures, history, phase, slowMotionAt } from '../../support/history.mjs';

/** Both numbers of "a → b". @param {string} shown */
const both = (shown) => shown.split('→').map((part) => ({ value: number(part), within: 2 * rounding(part) }));

/** @param {import('playwright-core').Page} page */
const current = (page) => history(page).strip.locator('[aria-current=step] .phase-title').innerText();

pageTest('the phases of an iteration agree with the inspector, the curves and the weights', { everyday: true }, async ({ page }) => {
  await ready(page);
  await upload(page, file('own.txt', letor({ seed: 7 })));
  await fullSpeed(page);
  const { iterations } = await train(page);
  await fetchWeights(page);
  await history(page).slow.click();
  const rows = await tableOf(page, 'Objective');
  for (const iteration of [0, 1, 2, Math.floor(iterations / 2)]) {
    await goTo(page, iteration);
    await slowMotionAt(page, iteration);
    const shown = await inspect(page);
    const oracle = await phase(page, '1 Oracle');
    near(number(oracle['Slack it asks for, H']), number(shown.hinge), rounding(shown.hinge), 'H of the oracle is that of the inspector');
    near(number(oracle['Loss Δ(ŷ)']), number(shown.loss), rounding(shown.loss), 'and so is Δ');
    assert.ok(oracle.sentence.includes(`query ${shown.query}`), 'it tells of the query shown');

    const cut = await phase(page, '2 Cut');
    if ('Violated by' in cut) {
      const over = number(shown.hinge) - number(shown.workingSlack);
      near(number(cut['Violated by']), over, rounding(shown.hinge) + rounding(shown.workingSlack ?? ''), 'violated by H less the slack of the working set');
      assert.ok(number(cut['Length ‖δψ‖']) > 0, 'the plane says something about w');
    } else assert.match(cut.sentence, /^No plane was added/);

    const qp = await phase(page, '3 QP');
    const realigned = /round ended/.test(qp.sentence);
    const [before, after] = both(qp['Dual objective D']);
    if (!realigned) {
      assert.ok(after.value >= before.value, 'the QP never lowers the dual');
      near(before.value, number(rows[iteration].dual), rounding(rows[iteration].dual) + before.within, 'the dual before is that of the curve');
      near(after.value, number(rows[iteration + 1].dual), rounding(rows[iteration + 1].dual) + after.within, 'the dual after is the next one of the curve');
    }
    const changes = await history(page).strip.getByRole('table', { name: 'Largest changes of α' }).getByRole('row').count();
    assert.equal(changes > 1, number(qp['α changed']) > 0, 'the changes are told');

    const update = await phase(page, '4 Update');
    const norms = both(update['Length ‖w‖']);
    await goTo(page, iteration + 1);
    const norm = /‖w‖ (\S+)/.exec(await textOf(controls(page).weights))?.[1] ?? '';
    near(norms[1].value, number(norm), rounding(norm) + norms[1].within, '‖w‖ after is that of the next iteration');
    const moved = number(update['Distance moved']);
    assert.ok(moved >= Math.abs(norms[1].value - norms[0].value) - norms[0].within - norms[1].within, 'w moves at least as far as its length changes');
  }
  await phase(page, '3 QP');
  await goTo(page, iterations);
  await slowMotionAt(page, iterations);
  assert.match((await figures(page)).sentence, /^Training ended at this iteration/, 'at the end it says that there is no more');
  assert.ok(await history(page).next.isDisabled(), 'and goes no further');
});

pageTest('next and previous move through phases and into other iterations', {}, async ({ page }) => {
  await ready(page);
  await upload(page, file('own.txt', letor({ seed: 7 })));
  await fullSpeed(page);
  await train(page);
  const { slow, next, previous, strip } = history(page);
  assert.equal(await slow.getAttribute('aria-expanded'), 'false');
  await slow.click();
  assert.equal(await slow.getAttribute('aria-expanded'), 'true');
  await goTo(page, 1);
  const walked = [];
  for (let pressed = 0; pressed < 5; pressed += 1) {
    walked.push(`${await controls(page).slider.inputValue()} ${await current(page)}`);
    await next.click();
  }
  assert.deepEqual(walked, ['1 1 Oracle', '1 2 Cut', '1 3 QP', '1 4 Update', '2 1 Oracle']);
  await panelsAt(page, 2);
  await previous.click();
  await previous.click();
  assert.equal(await controls(page).slider.inputValue(), '1', 'and back again');
  assert.equal(await current(page), '4 Update');
  await slow.click();
  assert.equal(await strip.count(), 0, 'closed, it is gone');
});

pageTest('Step moves through phases while slow motion is open, and trains for the QP', {}, async ({ page }) => {
  await ready(page);
  await upload(page, file('own.txt', letor({ seed: 7 })));
  const { step, slider } = controls(page);
  await history(page).slow.click();
  await slowMotionAt(page, 0);
  const rounds = [];
  for (let pressed = 0; pressed < 8; pressed += 1) {
    await step.click();
    await until(() => step.isEnabled(), Boolean, 'the step is done');
    await until(() => textOf(history(page).strip.locator('.phase-sentence')), (text) => !/…$/.test(text), 'the phase is told');
    rounds.push(`${await slider.inputValue()} ${await current(page)} of ${await slider.getAttribute('max')}`);
  }
  assert.deepEqual(rounds, ['0 2 Cut of 0', '0 3 QP of 1', '0 4 Update of 1', '1 1 Oracle of 1', '1 2 Cut of 1', '1 3 QP of 2', '1 4 Update of 2', '2 1 Oracle of 2']);
  assert.equal((await tableOf(page, 'Objective')).length, 3, 'two iterations were trained');
  await statusOf(page, /^paused at iteration 2 ·/);
});

pageTest('slow motion with one slack shows one plane for all queries', {}, async ({ page }) => {
  await loadSample(page, 'Kitchen (hand-made)');
  await openSettings(page);
  await page.getByLabel('Working set').selectOption({ label: '1-slack' });
  await statusOf(page, /^ready/);
  await fullSpeed(page);
  await train(page);
  await history(page).slow.click();
  await goTo(page, 1);
  await slowMotionAt(page, 1);
  const cut = await phase(page, '2 Cut');
  assert.match(cut.sentence, /all queries together/);
  assert.match(await textOf(history(page).strip), /1 plane added/);
  assert.ok(number((await legend(page, 'Objective'))['primal, best']) > 0);
});

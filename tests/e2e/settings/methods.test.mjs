// Every method of the catalogue: its options are controls of the page, and it trains to convergence.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { at } from '../../../scripts/lib/project.mjs';
import { catalog, initSync } from '../../../www/wasm/rankscope.js';
import { pageTest } from '../support/browser.mjs';
import { file } from '../support/letor.mjs';
import { chart, controls, fullSpeed, goTo, inspect, legend, loadSample, near, number, openSettings, records, ready, rounding, statusOf, tableOf, textOf, train, until } from '../support/page.mjs';

initSync({ module: await readFile(at('www', 'wasm', 'rankscope_bg.wasm')) });
// Those that the page trains.
const methods = catalog().methods.filter(({ family }) => family === 'max-margin');

/** @param {import('playwright-core').Page} page @param {string} name */
async function choose(page, name) {
  await page.getByRole('combobox', { name: 'Method', exact: true }).selectOption(name);
  await ready(page);
}

/** Labels of the options that the page combines or renames. @type {Record<string, string>} */
const OWN = { offset: 'Offset', decay_cut: 'Zero from rank' };

for (const { name, label, options } of methods) {
  pageTest(`${label} has its options on the page and converges`, {}, async ({ page }) => {
    await ready(page);
    await loadSample(page, 'Kitchen (hand-made)');
    await fullSpeed(page);
    await choose(page, name);
    const settings = page.getByRole('complementary', { name: 'Settings' });
    const joined = options.some((option) => option.name === 'measure');
    for (const option of options) {
      if (option.kind === 'list') {
        const group = settings.getByRole('group', { name: option.label, exact: true });
        for (const choice of option.choices) {
          const box = group.getByRole('checkbox', { name: choice.label, exact: true });
          assert.equal(await box.isChecked(), option.default.split(',').includes(choice.name), `${choice.label} is ticked if it is usual`);
        }
        continue;
      }
      const control = settings.getByRole(option.kind === 'choice' ? 'combobox' : 'spinbutton', { name: OWN[option.name] ?? option.label, exact: true });
      // Some controls are fetched when a method first asks for them.
      await until(() => control.isVisible(), (visible) => visible, `${option.label} is there`);
    }
    for (const other of methods.flatMap((method) => method.options)) {
      // The grade from which documents are good belongs to the charted measure, too.
      if (joined || other.name === 'threshold' || options.some((option) => option.label === other.label)) continue;
      assert.equal(await settings.getByLabel(other.label, { exact: true }).filter({ visible: true }).count(), 0, `${other.label} does not apply and is not there`);
    }
    const end = await train(page);
    assert.ok(end.gap <= 0.001, `converged: ${end.gapShown} %`);
    await goTo(page, Math.ceil(end.iterations / 2));
    const { loss, margin, hinge } = await inspect(page);
    near(number(loss) - number(margin), number(hinge), rounding(loss) + rounding(margin) + rounding(hinge), 'Δ − ⟨w, δψ⟩ is H');
    await page.getByRole('tab', { name: /^Contributions/ }).click();
    const table = page.getByRole('table', { name: /^Contributions / });
    assert.equal((await table.locator('tfoot tr:last-child td:last-child').innerText()).trim(), hinge, 'the contributions add up to H');
  });
}

pageTest('SVM-COMBO shows the slack of each component, and requires at least two', { everyday: true }, async ({ page }) => {
  await ready(page);
  await loadSample(page, 'Kitchen (hand-made)');
  await fullSpeed(page);
  await choose(page, 'combo');
  const end = await train(page);
  const names = ['ξ MAP', 'ξ NDCG', 'ξ NDCG-NC', 'ξ MRR'];
  assert.deepEqual(Object.keys(await legend(page, 'Slack and loss')), ['slack ξ', 'loss Δ', ...names], 'the legend has every component');
  const row = (await tableOf(page, 'Slack and loss'))[end.iterations];
  for (const name of names) assert.ok(number(row[name]) <= number(row['slack ξ']) + rounding(row['slack ξ']) + rounding(row[name]), `${name} is at most the shared slack`);
  const parts = await records(page.getByRole('table', { name: 'Components of this query' }));
  const { hinge, text } = await inspect(page);
  assert.equal(parts.length, 4, 'the inspector has every component');
  const shown = parts.find(({ component }) => component.endsWith('shown'));
  assert.equal(shown?.H, hinge, 'H is that of the component shown');
  assert.match(text, /violator of SVM-/, 'whose name is told');
  assert.ok(parts.every(({ H }) => number(H) <= number(hinge)), 'and no part is larger');
  const group = page.getByRole('group', { name: 'Components' });
  for (const name of ['MAP', 'NDCG', 'NDCG-NC']) await group.getByRole('checkbox', { name, exact: true }).uncheck();
  assert.match(await textOf(group), /at least two/, 'one component is too few');
  assert.equal(await controls(page).train.getAttribute('aria-disabled'), 'true', 'and cannot be trained');
  await group.getByRole('checkbox', { name: 'AUC', exact: true }).check();
  await train(page);
  assert.deepEqual(Object.keys(await legend(page, 'Slack and loss')).slice(2), ['ξ AUC', 'ξ MRR'], 'two are enough');
});

pageTest('a generator can be typed, and an invalid one has a message beside it', {}, async ({ page }) => {
  await ready(page);
  await loadSample(page, 'Kitchen (hand-made)');
  await choose(page, 'owpc');
  await openSettings(page);
  await page.getByRole('combobox', { name: 'Generator G' }).selectOption({ label: 'typed' });
  const typed = page.getByRole('textbox', { name: 'Generator G, typed' });
  await typed.fill('top:nothing');
  assert.equal(await controls(page).train.getAttribute('aria-disabled'), 'true', 'nonsense cannot be trained');
  await typed.fill('top:7');
  await ready(page);
  await fullSpeed(page);
  await train(page);
  await chart(page, 'AP').card.waitFor();
});

pageTest('a file that does not fit the settings leaves data and run unchanged', {}, async ({ page }) => {
  await ready(page);
  await loadSample(page, 'Kitchen (hand-made)');
  await fullSpeed(page);
  await train(page);
  const before = await textOf(controls(page).status);
  await controls(page).letor.setInputFiles(file('flat.txt', '0 qid:1 1:1\n0 qid:1 1:2\n'));
  await controls(page).alert.waitFor();
  assert.match(await textOf(controls(page).alert), /^This data set cannot be trained.* flat\.txt: [A-Z].*Kitchen \(hand-made\) stays in place\./, 'the alert says so in sentences');
  assert.equal(await textOf(controls(page).status), before, 'the run is still there');
  await page.getByRole('combobox', { name: 'Method', exact: true }).selectOption('svm-map');
  await openSettings(page);
  await page.getByRole('spinbutton', { name: 'Good from grade' }).fill('9');
  await controls(page).train.click();
  await until(() => controls(page).train.getAttribute('aria-disabled'), (off) => off === 'true', 'Train is refused with the reason');
  // The previous run stays, and every iteration of it can still be inspected.
  await goTo(page, 1);
  await goTo(page, 0);
  await page.getByRole('spinbutton', { name: 'Good from grade' }).fill('1');
  await until(() => controls(page).train.getAttribute('aria-disabled'), (off) => off === 'false', 'and offered again with other settings');
  await train(page);
});

pageTest('on a phone, Train brings the status and the curve into view', { width: 390, height: 844, touch: true }, async ({ page, screenshot }) => {
  await ready(page);
  await controls(page).train.click();
  await statusOf(page, /^converged/);
  const box = await until(() => chart(page, 'NDCG@10').canvas.boundingBox(), (now) => now && now.y >= 0 && now.y + now.height < 700, 'the curve is in view');
  assert.ok(box);
  await screenshot('phone trained');
});

pageTest('pictures of methods', { height: 960 }, async ({ page, screenshot }) => {
  await ready(page);
  await fullSpeed(page);
  for (const [name, colorScheme] of /** @type {const} */ ([['svm-mrr', 'light'], ['owpc', 'dark'], ['combo', 'light']])) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 1440, height: 960 });
    await page.getByRole('combobox', { name: 'Method', exact: true }).selectOption(name);
    const end = await train(page);
    await goTo(page, Math.round(end.iterations / 2));
    if (!(await page.getByRole('table', { name: /^Contributions / }).isVisible())) await page.getByRole('tab', { name: /^Contributions/ }).click();
    await screenshot(`method ${name} wide ${colorScheme}`);
    await page.setViewportSize({ width: 390, height: 844 });
    await screenshot(`method ${name} phone ${colorScheme}`);
  }
});

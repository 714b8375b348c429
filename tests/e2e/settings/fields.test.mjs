// Fields during typing: the text and the focus stay, and a fault has a message beside the field.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { chart, controls, fullSpeed, loadSample, openSettings, openView, progressOf, ready, records, train, until } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */

/** Whether an element has the focus. @param {Locator} field */
const isFocused = (field) => field.evaluate((element) => element === document.activeElement);

/** Returns the message below a field. @param {Locator} field */
const noteOf = (field) => field.evaluate((element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.innerText ?? '');

/** Selects all and types, key by key. @param {Page} page @param {Locator} field @param {string} text */
async function typeOver(page, field, text) {
  await field.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/** Deletes the whole text: the field stays empty and shows a message. @param {Page} page @param {Locator} field */
async function empty(page, field) {
  await field.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  assert.equal(await field.inputValue(), '', 'an emptied field is empty');
  assert.equal(await field.getAttribute('aria-invalid'), 'true', 'it is at fault');
  assert.match(await noteOf(field), /an empty field/i, 'and the fault is told beside it');
  assert.equal(await controls(page).train.getAttribute('aria-disabled'), 'true', 'it cannot be trained');
}

/** Opens a link to a measure on the current page. @param {Page} page @param {string} measure */
const open = (page, measure) => page.evaluate((text) => { location.hash = `#v=1&measure=${text}`; }, measure);

pageTest('the threshold of a good grade can be typed without losing the focus', {}, async ({ page }) => {
  await ready(page);
  await page.locator('#choices summary', { hasText: 'More' }).click();
  const field = page.getByRole('spinbutton', { name: 'Good from grade' });
  await typeOver(page, field, '12');
  assert.equal(await field.inputValue(), '12');
  assert.ok(await isFocused(field), 'the focus stays in it');
});

pageTest('the parameters of a measure show the settings from any source', {}, async ({ page }) => {
  await ready(page);
  await page.getByRole('combobox', { name: 'Measure', exact: true }).selectOption('eru');
  const fields = ['Half-life', 'Neutral grade'].map((name) => page.getByRole('spinbutton', { name }));
  const shown = () => Promise.all(fields.map((field) => field.inputValue()));
  assert.deepEqual(await shown(), ['5', '0'], 'the usual ones');
  await open(page, 'eru:9,3');
  await until(shown, (now) => now.join() === '9,3', 'those of a link');
  await open(page, 'eru');
  await until(shown, (now) => now.join() === '5,0', 'a link without any has the usual ones');
  await typeOver(page, fields[0], '7');
  assert.deepEqual(await shown(), ['7', '0']);
  await until(async () => page.url(), (url) => /measure=eru(:|%3A)7(,|%2C)0/.test(url), 'what is typed is the setting');
  await empty(page, fields[0]);
  assert.equal(await fields[1].getAttribute('aria-invalid'), null, 'the other one is not at fault');
  await page.keyboard.type('2');
  assert.deepEqual(await shown(), ['2', '0']);
  await until(() => controls(page).train.getAttribute('aria-disabled'), (off) => off === 'false', 'a good value heals it');
});

pageTest('gain and discount of a measure are menus among the options, and the link holds them', {}, async ({ page }) => {
  await ready(page);
  await openSettings(page);
  const menu = (/** @type {string} */ name) => page.getByRole('combobox', { name, exact: true });
  await menu('Gain').selectOption({ label: 'r' });
  await until(async () => page.url(), (url) => /measure=ndcg(@|%40)10%2Blinear/.test(url), 'the gain is in the link');
  await menu('Discount').selectOption({ label: 'flat top two' });
  await until(async () => page.url(), (url) => /measure=ndcg(@|%40)10%2Blinear%2Bflat/.test(url), 'and the discount');
  await menu('Measure').selectOption('dcg');
  assert.deepEqual([await menu('Gain').inputValue(), await menu('Discount').inputValue()], ['linear', 'flat'], 'DCG keeps both');
  await menu('Measure').selectOption('wta');
  assert.equal(await menu('Gain').count(), 0, 'winner takes all has neither');
  await open(page, 'ndcg@5%2Bflat');
  await until(() => menu('Discount').inputValue(), (value) => value === 'flat', 'those of a link are shown');
  assert.equal(await menu('Gain').inputValue(), '');
  await menu('Charted measure').selectOption('err');
  await menu('Charted gain').selectOption('linear');
  await until(async () => page.url(), (url) => /measures=err%2Blinear/.test(url), 'the charted measure has a gain too');
});

pageTest('AdaRank offers what it can be trained for', {}, async ({ page }) => {
  await ready(page);
  const names = () => page.getByRole('combobox', { name: 'Measure', exact: true }).locator('option')
    .evaluateAll((options) => options.map((option) => /** @type {HTMLOptionElement} */ (option).value));
  assert.ok(!(await names()).includes('err'), 'DORM cannot be trained for ERR');
  await page.getByRole('combobox', { name: 'Method', exact: true }).selectOption('adarank');
  assert.deepEqual(await names(), ['ndcg', 'p', 'recall', 'success', 'map', 'wta', 'rr', 'err', 'auc', 'eru']);
  await page.getByRole('combobox', { name: 'Measure', exact: true }).selectOption('err');
  const greatest = page.getByRole('spinbutton', { name: 'Greatest grade R' });
  assert.equal(await greatest.inputValue(), '', 'the greatest grade is that of the data');
  await typeOver(page, greatest, '4');
  await until(async () => page.url(), (url) => /measure=err(@|%40)10(:|%3A)4/.test(url), 'what is typed is the setting');
});

pageTest('an emptied exponent is empty and invalid', { everyday: true }, async ({ page }) => {
  await ready(page);
  await page.getByLabel('Decay profile c').selectOption({ label: 'own exponent' });
  await openSettings(page);
  const field = page.getByRole('spinbutton', { name: 'Exponent p' });
  await empty(page, field);
  await page.keyboard.type('2');
  assert.equal(await field.inputValue(), '2');
  assert.equal(await field.getAttribute('aria-invalid'), null, 'a good value heals it');
});

pageTest('invalid selects and typed choices are announced as invalid', {}, async ({ page }) => {
  await ready(page);
  await page.getByRole('combobox', { name: 'Method', exact: true }).selectOption('owpc');
  await openSettings(page);
  const generator = page.getByRole('combobox', { name: 'Generator G' });
  await generator.selectOption({ label: 'typed' });
  await page.getByRole('textbox', { name: 'Generator G, typed' }).fill('top:nothing');
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send('DOM.getDocument');
  /** @param {string} role */
  const invalid = async (role) => {
    const { nodes } = await session.send('Accessibility.queryAXTree', { nodeId: root.nodeId, accessibleName: role === 'textbox' ? 'Generator G, typed' : 'Generator G', role });
    return nodes[0]?.properties?.find(({ name }) => name === 'invalid')?.value.value;
  };
  assert.deepEqual([await invalid('combobox'), await invalid('textbox')], ['true', 'true']);
});

pageTest('changes of other runs do not interrupt typing the name of a run', {}, async ({ page }) => {
  await ready(page);
  await loadSample(page, 'Kitchen (hand-made)');
  await fullSpeed(page);
  await train(page);
  await page.getByRole('tab', { name: 'Runs', exact: true }).click();
  const name = page.getByRole('textbox', { name: 'Name of run 1' });
  await name.waitFor();
  await openSettings(page);
  await page.getByLabel('Pace', { exact: true }).selectOption({ label: '4 a second' });
  await page.getByRole('spinbutton', { name: 'C', exact: true }).fill('1000');
  await controls(page).train.click();
  await until(() => progressOf(page), (text) => /^iteration [1-9]/.test(String(text)), 'a second run trains');
  await typeOver(page, name, 'mine');
  // A press that does not move the focus, like a key combination.
  await controls(page).reset.evaluate((button) => /** @type {HTMLElement} */ (button).click());
  await page.getByRole('textbox', { name: 'Name of run 2' }).waitFor();
  assert.equal(await name.inputValue(), 'mine');
  assert.ok(await isFocused(name), 'the focus stays in it');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Restore mine' }).waitFor();
  await typeOver(page, name, '  ');
  await page.keyboard.press('Enter');
  await until(() => name.inputValue(), (text) => text === 'Run 1', 'a name of nothing is the old one');
});

pageTest('the charted measure stays when the method changes, and kept runs name it', {}, async ({ page }) => {
  await ready(page);
  await loadSample(page, 'Kitchen (hand-made)');
  await fullSpeed(page);
  const charted = page.getByRole('combobox', { name: 'Charted measure', exact: true });
  await charted.selectOption({ label: 'RR' });
  await ready(page);
  await train(page);
  await chart(page, 'RR').card.waitFor();
  await until(async () => page.url(), (url) => /measures=rr/.test(url), 'the link holds it');
  await page.getByRole('combobox', { name: 'Method', exact: true }).selectOption('svm-map');
  await train(page);
  await chart(page, 'RR').card.waitFor();
  await openView(page, 'Runs');
  const rows = await until(() => records(page.getByRole('table', { name: 'Kept runs' })), (all) => all.length === 2, 'two runs are kept');
  assert.deepEqual(rows.map(({ method }) => method), ['DORM · RR', 'SVM-MAP · RR']);
  await charted.selectOption({ label: 'that of the method' });
  await train(page);
  await chart(page, 'AP').card.waitFor();
});

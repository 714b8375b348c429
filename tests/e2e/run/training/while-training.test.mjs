// While a long run trains at full speed, the other controls do their work, and in the end the panels agree.

import assert from 'node:assert/strict';
import { pageTest } from '../../support/browser.mjs';
import { chart, controls, fullSpeed, loadSample, openSettings, ready, showQueries, shownIteration, textOf, until } from '../../support/page.mjs';

pageTest('charts, slider, queries and fields work while the largest sample trains', {}, async ({ page }) => {
  await ready(page);
  // The longest training: one slack, a small gap, many iterations, on the sample with the most features.
  await loadSample(page, 'LightGBM example');
  await openSettings(page);
  await page.locator('#rail details').evaluateAll((all) => all.forEach((one) => { /** @type {HTMLDetailsElement} */ (one).open = true; }));
  await page.getByLabel('Working set').selectOption({ label: '1-slack' });
  await page.getByRole('spinbutton', { name: 'Stop at gap' }).fill('0.0000001');
  await page.getByRole('spinbutton', { name: 'Max iterations' }).fill('1000000');
  await page.getByRole('spinbutton', { name: 'C', exact: true }).fill('10000');
  await fullSpeed(page);
  await ready(page, /^LightGBM/);
  const { train, pause, slider, queries, inspector, paste } = controls(page);
  const at = async () => Number(await slider.inputValue());
  const newest = async () => Number(await slider.getAttribute('max'));
  const goesOn = async (/** @type {string} */ what) => {
    const before = await newest();
    await until(newest, (max) => max > before, `it trains on: ${what}`);
  };
  await train.click();
  await until(newest, (max) => max > 20, 'it trains');

  const { card, toggle } = chart(page, 'Objective');
  await toggle.press('Enter');
  await card.getByRole('table').waitFor();
  await toggle.press('Enter');
  await card.getByRole('img').waitFor();
  await goesOn('with a table opened and closed');

  const box = await slider.boundingBox();
  assert.ok(box, 'there is a time line');
  await page.mouse.click(box.x + 0.3 * box.width, box.y + box.height / 2);
  const place = async () => [await at(), await newest()];
  await until(place, ([cursor, max]) => cursor > 0 && cursor < max, 'the cursor is where the time line was pressed');
  const pressed = await at();
  await slider.press('ArrowLeft');
  await until(at, (iteration) => iteration === pressed - 1, 'an arrow key moves it');
  await until(() => shownIteration(page), (shown) => Number(shown) === pressed - 1, 'the panels follow');
  await goesOn('while an earlier iteration is shown');
  assert.equal(await at(), pressed - 1, 'the cursor stays');
  await slider.press('End');
  await until(at, (cursor) => cursor > pressed, 'End leads to the newest iterations');

  await showQueries(page);
  // The table is sorted by slack, so the chosen query may stand on another of its pages. The inspector names it.
  const chosen = async () => /query (\S+) ·/.exec(await textOf(inspector))?.[1];
  for (const nth of [3, 1]) {
    const before = await chosen();
    // Another query may have come to this place when it is pressed.
    await queries.getByRole('row', { selected: false }).getByRole('rowheader').nth(nth).click();
    await until(chosen, (name) => name !== undefined && name !== before, 'the inspector shows another query');
  }
  await openSettings(page);
  await paste.focus();
  await page.keyboard.type('2 qid:1 1:0.5');
  assert.equal(await paste.inputValue(), '2 qid:1 1:0.5', 'what is typed is there');
  await goesOn('with queries chosen and text typed');

  await pause.click();
  // Reports in transit still move the slider; the panels follow to its final position.
  const shown = async () => [await at(), Number(await shownIteration(page))];
  await until(shown, ([cursor, panels]) => cursor > 20 && panels === cursor, 'the panels show the iteration of the cursor');
});

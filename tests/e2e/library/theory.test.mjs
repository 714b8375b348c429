// The laboratories beside the studies: the switch, the parts of calibration, their handles, and the way back.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { openView, ready, textOf, until } from '../support/page.mjs';

pageTest('the laboratory of calibration follows its handles', {}, async ({ page }) => {
  await ready(page);
  const theory = page.locator('#theory-panel');
  await openView(page, 'Theory');
  await theory.locator('.lab-picture svg').first().waitFor();
  const modes = page.getByRole('tablist', { name: 'Mode' });
  assert.equal(await modes.getByRole('tab', { name: 'Studies', exact: true }).getAttribute('aria-selected'), 'true');
  const words = () => textOf(theory.locator('.lab-words:visible'));
  assert.match(await words(), /^Best is 021\. 16 of 17 losses/);
  const tilt = theory.getByRole('slider', { name: 'Tilt t' });
  await tilt.fill('0');
  await until(words, (text) => text.startsWith('Best are 021 and 120. 17 of 17'), 'the tilt is 0');
  await tilt.press('ArrowLeft');
  await until(words, (text) => text.startsWith('Best is 120.'), 'the other side');
  await theory.getByLabel('Measure').selectOption('dcg');
  await until(words, (text) => text.startsWith('Best is 210.'), 'DCG has another best order');
  await theory.getByRole('button', { name: 'Two documents' }).click();
  await until(words, (text) => text.startsWith('Best for DCG is document 0 first. 16 of 17'), 'two documents');
  await theory.getByRole('slider', { name: 'p' }).fill('0.2');
  await until(words, (text) => text.startsWith('Best for DCG is document 1 first. 0 of 17'), 'below a quarter all are right');
  await theory.getByRole('button', { name: 'One label' }).click();
  await until(words, (text) => text.includes('at p = 0.20'), 'the p of both parts');
  await theory.getByRole('slider', { name: 'p' }).fill('0.8');
  await until(words, (text) => text.startsWith('The right sign is + at p = 0.80'), 'the core computes for another p');
  assert.match(await textOf(theory.locator('table:visible')), /logistic.*1\.386/s, 'log(p / (1 − p))');
  await page.getByRole('button', { name: 'Figures', exact: true }).click();
  await page.locator('#study-panel').waitFor();
  assert.ok(await theory.isHidden());
});

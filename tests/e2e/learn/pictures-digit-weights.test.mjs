// The picture of pixels: the ring moves by keys, the weight that is asked about is hidden until Reveal, and the two digits
// stay the same during a step.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { until } from '../support/page.mjs';

pageTest('the ring tells ink and weight, and the digits stay when the weights come', { reducedMotion: 'reduce', address: '#v=1&lesson=digits&step=2' }, async ({ page }) => {
  const region = page.getByRole('region', { name: 'Lesson', exact: true });
  await until(() => region.getAttribute('data-phase'), (phase) => phase === 'there', 'the step is set up');
  const ring = page.getByRole('slider', { name: 'Pixel' });
  const told = () => ring.getAttribute('aria-valuetext');
  await until(told, (text) => text === 'Row 3, column 4: ink 0 and 0.563', 'the four has ink there, the three has none');
  await region.getByRole('radio', { name: 'Below 0' }).check();
  await region.getByRole('button', { name: 'Reveal' }).click();
  await until(told, (text) => /^Row 3, column 4: ink 0 and 0\.563, weight −0\.02\d+$/.test(text ?? ''), 'the weight, beside the same digits');
  await ring.press('ArrowDown');
  await ring.press('ArrowDown');
  for (let press = 0; press < 3; press += 1) await ring.press('ArrowLeft');
  assert.equal(await told(), 'Row 5, column 1: ink 0 and 0, weight 0', 'no digit has ink there');
  await region.getByRole('button', { name: 'Next', exact: true }).click();
  await until(told, (text) => /^Row 3, column 4: ink 0 and 0\.938, weight \?$/.test(text ?? ''), 'the nine comes with the next step');
});

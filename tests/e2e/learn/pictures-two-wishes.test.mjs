// The picture of calibration: the border between two wishes is moved; lists, sums and regret are hidden until the answer.

import assert from 'node:assert/strict';
import { textOf, until } from '../support/page.mjs';
import { pageTest } from '../support/browser.mjs';
import { slidPicture } from '../support/slid-picture.mjs';

pageTest('the border moves by keys and pointer; what each loss picks waits for the answer', { address: '#v=1&lesson=calibration' },
  async ({ page }) => {
    const { picture, slider, next, said, words, answer, pullLeft } = slidPicture(page, 'Two wishes', 'People with the first wish');
    await until(words, (text) => text === '4 of 11 want the car, 7 the animal.', 'no list is told');
    assert.equal(await picture.locator('.dcg-bar, .sum-bar').count(), 0);
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await words(), '5 of 11 want the car, 6 the animal.');
    await until(() => textOf(said), (text) => text.startsWith('5 of 11 want the car'), 'the result is said');

    await answer('Shop');
    await until(words, (text) => text === '4 of 11 want the car, 7 the animal. Best list: Shop, Zoo, Wiki, mean DCG 4.250.', 'back at the question');
    await until(() => picture.locator('.sum-bar').count(), (count) => count === 3, 'the sums of gains');
    assert.equal(await picture.locator('.dcg-bar.best').count(), 1);

    await next.click();
    await until(() => picture.locator('.sum-bar').count(), (count) => count === 0, 'the sums of grades are hidden');
    assert.doesNotMatch(`${await words()} ${await textOf(picture)}`, /grades picks|grades\b.*0\.235/);
    await answer('Zoo');
    await until(words, (text) => text.endsWith('regression on grades picks Zoo, Shop, Wiki: 0.235 less.'), 'the list of the grades');

    await next.click();
    assert.doesNotMatch(await words(), /RankSVM/);
    await answer('Last');
    await until(words, (text) => text.endsWith('RankSVM picks Zoo, Wiki, Shop: 0.437 less.'), 'the list of RankSVM');
    await until(() => textOf(picture), (text) => /gains.*grades.*RankSVM/.test(text), 'the three lists are marked');

    await next.click();
    await picture.getByText('three losses: ?').waitFor();
    assert.equal(await picture.locator('.regret-line').count(), 0);
    await slider.focus();
    await page.keyboard.press('End');
    assert.equal(await words(), '11 of 11 want the car, 0 the animal.');
    await answer('Where nearly all agree');
    await until(words, (text) => text.startsWith('5 of 11 want the car') && text.endsWith('RankSVM picks Zoo, Wiki, Shop: 0.856 less.'), 'the greatest regret');
    assert.equal(await picture.locator('.regret-line').count(), 3);

    await pullLeft();
    assert.match(await words(), /^0 of 11 want the car.*RankSVM picks Zoo, Wiki, Shop: the best\.$/, 'the pointer moves the border');
  });

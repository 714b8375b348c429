// A picture of the stage that has one handle, as a reader sees and uses it.

import { textOf, until } from './page.mjs';

/** @param {import('playwright-core').Page} page @param {string} region @param {string} handle their names */
export function slidPicture(page, region, handle) {
  const picture = page.getByRole('region', { name: region });
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  const slider = picture.getByRole('slider', { name: handle });
  return {
    picture, slider, next: lesson.getByRole('button', { name: 'Next' }), said: page.locator('.stage-picture [aria-live]'),
    /** What the handle says of its value. */
    words: async () => await slider.getAttribute('aria-valuetext') ?? '',
    /** Gives the right answer, and returns the explanation with its figures. @param {string} choice */
    async answer(choice) {
      await lesson.getByRole('radio', { name: choice }).check();
      await lesson.getByRole('button', { name: 'Reveal' }).click();
      return until(() => textOf(lesson.locator('.lesson-reveal')), (told) => /^Yes[^…]*$/.test(told), `${choice} is right`);
    },
    /** Pulls the handle to the left end of the drawing. */
    async pullLeft() {
      const [box, at] = [await picture.locator('.drawn-canvas > svg').boundingBox(), await slider.boundingBox()];
      if (!box || !at) throw new Error('the picture has no drawing or no handle');
      await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x, at.y + at.height / 2, { steps: 4 });
      await page.mouse.up();
    },
  };
}

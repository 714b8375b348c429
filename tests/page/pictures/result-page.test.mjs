// The drawing of a result page: light, percents, titles, and the path of an eye.

import '../support/dom.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fittedText } from '../../../www/pictures/clicks/fitted-text.js';

const { drawResultPage, playSession, seenText } = await import('../../../www/pictures/clicks/result-page.js');

/** @typedef {import('../../../www/pictures/clicks/result-page.js').ShownSession} ShownSession */

const LAYOUT = { x: 80, y: 100, width: 250, height: 38, pitch: 44, seenX: 386, isPhone: false };
const ROWS = [{ title: 'Kettle', seen: 1 }, { title: 'Kettle drum sticks', seen: 0.5 }, { title: 'Poster', seen: null }];

/** @param {object} [change] @param {object} [layout] */
function drawn(change = {}, layout = {}) {
  const [page, ...more] = drawResultPage({ ...LAYOUT, ...layout }, { query: 'kettle', order: 'most popular first', rows: ROWS, session: null, ...change });
  assert.equal(more.length, 0);
  const texts = (/** @type {string} */ kind) => [...page.querySelectorAll(`text.${kind}`)].map(({ textContent }) => textContent);
  return { page, texts };
}

test('each row has its light, its rank, its title and its percent; a hidden one has no light', () => {
  const { page, texts } = drawn();
  const lights = /** @type {SVGRectElement[]} */ ([...page.querySelectorAll('.result-light')]);
  assert.deepEqual(lights.map(({ style }) => style.getPropertyValue('--light')), ['100%', '50%', '0%']);
  assert.deepEqual(texts('result-rank'), ['1', '2', '3'], 'the numbers of ranks');
  assert.deepEqual(texts('result-title'), ['Kettle', 'Kettle drum sticks', 'Poster']);
  assert.deepEqual(texts('result-seen'), ['100 %', '50 %', '?']);
  assert.deepEqual([texts('result-query'), texts('result-note')], [['kettle'], ['most popular first', 'seen']]);
  assert.equal(page.querySelectorAll('.result-eye, .result-click, .result-frame').length, 0);
  assert.deepEqual(drawn({}, { seenX: null }).texts('result-seen'), []);
  assert.equal(seenText(0.166), '17 %');
});

test('a session has an eye, lit rows and rings; the framed row has its frame', () => {
  const { page } = drawn({ session: { examined: [0, 2], clicks: [2], eye: 2 }, framed: 1 });
  assert.deepEqual([...page.querySelectorAll('.result-light')].map(({ classList }) => classList.contains('seen')), [true, false, true]);
  assert.match(page.querySelector('.result-eye')?.getAttribute('transform') ?? '', /^translate\(50 207\)/);
  assert.equal(page.querySelectorAll('.result-look').length, 1);
  assert.match(page.querySelector('.result-click')?.getAttribute('transform') ?? '', /^translate\(\d+ 207\)$/);
  assert.equal(page.querySelector('.result-frame')?.parentElement?.querySelector('.result-title')?.textContent, 'Kettle drum sticks');
});

test('titles that are too long end with an ellipsis', () => {
  assert.equal(fittedText('Toy kettle', 200, 16), 'Toy kettle');
  const short = fittedText('Toy kettle with tea set', 100, 16);
  assert.match(short, /^Toy ket.*…$/);
  assert.ok(short.length < 14);
  assert.equal(fittedText('Glass kettle, 1 litre', 112, 16), 'Glass kettl…');
  assert.equal(fittedText('Kettle', 0, 16), '…');
});

/** Plays with a motion of these shares. @param {{ examined: number[], clicks: number[] }} session @param {number[]} shares */
async function shownOf(session, shares) {
  /** @type {ShownSession[]} */
  const shown = [];
  let length = 0;
  await playSession(session, async (duration, draw) => {
    length = duration;
    for (const share of shares) draw(share);
  }, (one) => shown.push(one));
  return { shown, length };
}

test('an eye goes from seen row to seen row, and a click follows its row', async () => {
  const { shown, length } = await shownOf({ examined: [0, 1, 3], clicks: [1] }, [0, 0.1, 0.3, 0.5, 0.8, 1]);
  assert.ok(length > 0);
  assert.deepEqual(shown, [{ examined: [0], clicks: [], eye: 0 }, { examined: [0, 1], clicks: [], eye: 1 },
    { examined: [0, 1], clicks: [1], eye: 1 }, { examined: [0, 1, 3], clicks: [1], eye: 3 }]);
});

test('reduced motion shows the end at once, and a session that saw nothing has no eye', async () => {
  const { shown } = await shownOf({ examined: [0, 2], clicks: [0, 2] }, [1]);
  assert.deepEqual(shown, [{ examined: [0, 2], clicks: [0, 2], eye: 2 }]);
  assert.deepEqual((await shownOf({ examined: [], clicks: [] }, [1])).shown, [{ examined: [], clicks: [], eye: null }]);
});

// What the pictures of lessons share: a slider that ends a motion, and a loader in which the newest key wins.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../support/dom.mjs';

// They import style sheets.
const { pictureFrame } = await import('../../../../www/features/learn/lessons/pictures/drawn-frame.js');
const { keyedLoader } = await import('../../../../www/features/learn/lessons/pictures/keyed-loader.js');
const { animatedSlider, shareOf } = await import('../../../../www/features/learn/lessons/pictures/value-slider.js');

/** @type {FrameRequestCallback[]} */
const frames = [];
globalThis.requestAnimationFrame = (draw) => frames.push(draw);
/** The browser draws a frame: at the end of a motion, or at its start. @param {boolean} isEnd */
const drawFrame = (isEnd) => frames.shift()?.(isEnd ? Infinity : -Infinity);

/** A slider over 0 to 4, what its picture draws, and what it announces. */
function slid() {
  const [drawn, said] = [/** @type {number[]} */ ([]), /** @type {string[]} */ ([])];
  let at = 1;
  const frame = pictureFrame({ label: 'A picture', kind: '', redraw: () => drawn.push(at) });
  const slider = animatedSlider(frame, { range: () => [0, 4], value: () => at, valueAt: ([x]) => x,
    take: (value) => { at = value; }, words: () => `at ${at}`, announce: (words) => said.push(words) });
  const handle = /** @type {HTMLElement} */ (frame.element.querySelector('[role="slider"]'));
  const walk = () => slider.animate(100, (share) => { at = 1 + 3 * share; }).then(slider.announce);
  return { drawn, said, slider, walk, press: (/** @type {string} */ key) => handle.dispatchEvent(new KeyboardEvent('keydown', { key })) };
}

test('a key moves a slider by one step within its range: the picture is drawn anew, and its words are said', () => {
  const { drawn, said, press } = slid();
  for (const key of ['ArrowRight', 'End', 'ArrowUp', 'a', 'Home', 'ArrowDown']) press(key);
  assert.deepEqual(drawn, [2, 4, 4, 0, 0]);
  assert.deepEqual(said, ['at 2', 'at 4', 'at 4', 'at 0', 'at 0']);
});

test('a value that moves by itself is drawn with each frame, and said at the end', async () => {
  const { drawn, said, walk } = slid();
  const end = walk();
  drawFrame(false);
  drawFrame(true);
  await end;
  assert.deepEqual(drawn, [1, 4]);
  assert.deepEqual(said, ['at 4']);
  assert.equal(frames.length, 0);
});

test('a hand ends the motion where it takes the value', () => {
  const { drawn, said, walk, press } = slid();
  void walk();
  drawFrame(false);
  press('ArrowRight');
  drawFrame(true);
  assert.deepEqual(drawn, [1, 2]);
  assert.deepEqual(said, ['at 2']);
});

test('a stopped motion stays where it is', () => {
  const { drawn, slider, walk } = slid();
  void walk();
  slider.stop();
  drawFrame(true);
  assert.deepEqual(drawn, []);
});

test('the share of the way between two ends', () => {
  assert.deepEqual([20, 30, 60, 80].map((x) => shareOf({ left: 20, right: 60 }, x)), [0, 0.25, 1, 1.5]);
});

/** A loader, what it takes, and its caption. */
function loading() {
  const taken = /** @type {string[]} */ ([]);
  const frame = pictureFrame({ label: 'A picture', kind: '', redraw: () => {} });
  const loader = keyedLoader(frame);
  const load = (/** @type {string} */ key, /** @type {() => Promise<string>} */ read) => loader.load(key, read, (one) => taken.push(one));
  return { taken, loader, load, caption: () => frame.caption.textContent };
}

test('a key is read once, and again after another one', async () => {
  const { taken, load } = loading();
  for (const key of ['a', 'a', 'b', 'a']) await load(key, async () => key);
  assert.deepEqual(taken, ['a', 'b', 'a']);
});

test('a newer key wins over values and errors of older ones, and nothing is taken after the end', async () => {
  const { taken, loader, load, caption } = loading();
  const before = caption();
  /** @type {Record<string, (result: string | Promise<never>) => void>} */
  const end = {};
  const all = ['value', 'error', 'last'].map((key) => load(key, () => new Promise((resolve) => { end[key] = resolve; })));
  end.last('last');
  end.value('value');
  end.error(Promise.reject(new Error('an old file')));
  await Promise.all(all);
  assert.deepEqual(taken, ['last']);
  assert.equal(caption(), before);
  const late = load('late', async () => 'late');
  loader.end();
  await late;
  assert.deepEqual(taken, ['last']);
});

test('an error becomes the caption, and its key may be loaded again', async () => {
  const { taken, load, caption } = loading();
  await load('a', () => Promise.reject(new Error('no file')));
  assert.equal(caption(), 'This picture cannot be drawn: no file');
  await load('a', async () => 'a');
  assert.deepEqual(taken, ['a']);
});

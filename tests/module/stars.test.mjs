// The draws of the picture of stars are those that the core makes, and the first is the run of the lesson's step.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Factorization, RatingsReader, factorization_defaults, generate_ratings, initSync } from '../../www/wasm/rankscope.js';
import { ratingsTarget } from '../../www/features/learn/lessons/ratings-target.js';
import { CLEAR, CLEAR_C, DRAWN, DRAWS, leads } from '../../www/features/learn/lessons/pictures/stars/draws.js';

initSync({ module: readFileSync(new URL('../../www/wasm/rankscope_bg.wasm', import.meta.url)) });

test('the draws have the settings of the step', () => {
  const { generated, settings } = ratingsTarget(['noise=true', 'train']).target ?? {};
  assert.deepEqual(generated, { ...DRAWN.generated, seed: 1 });
  assert.deepEqual(settings, DRAWN.settings);
});

for (const [seed, noise] of /** @type {const} */ ([[1, true], [9, true], [10, true], [1, false], [3, false]])) {
  test(`draw ${seed} ${noise ? 'with' : 'without'} random stars is the one of the core`, () => {
    const settings = { ...factorization_defaults(), ...DRAWN.settings, ...(noise ? {} : { c: CLEAR_C }) };
    const reader = new RatingsReader('ceil');
    reader.push(generate_ratings({ ...DRAWN.generated, noise, seed }));
    const work = new Factorization(reader.finish().filter_for(settings), settings);
    let progress = work.advance(2 ** 14);
    while (progress.kind !== 'finished') progress = work.advance(2 ** 14);
    const { methods } = progress.result;
    const meanOf = (/** @type {string} */ name) => methods.find((one) => one.name === name)?.means[0] ?? Number.NaN;
    assert.deepEqual([meanOf('squared-error'), meanOf('ranking')].map((mean) => mean.toFixed(4)),
      (noise ? DRAWS : CLEAR)[seed - 1].map((mean) => mean.toFixed(4)));
  });
}

test('in most draws the ranking is ahead, in some squared error', () => {
  const ahead = leads().filter((lead) => lead > 0).length;
  assert.ok(ahead > DRAWS.length / 2 && ahead < DRAWS.length);
});

test('without random stars, squared error is ahead in as many draws as the lesson says', () => {
  const { steps } = JSON.parse(readFileSync(new URL('../../www/lessons/ratings.json', import.meta.url), 'utf8'));
  const [ahead, behind] = [CLEAR.filter(([squared, ranking]) => squared > ranking).length,
    CLEAR.filter(([squared, ranking]) => ranking > squared).length];
  assert.deepEqual([ahead, behind], [8, 2]);
  assert.ok(steps[3].question.reveal.includes('ahead in eight of ten draws of users, the order loss in two'));
});

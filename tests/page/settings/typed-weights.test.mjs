// Typed weights as the sliders change them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sliderEnd, typedWeights, weightsText, withFeature, withWeight, withoutFeature } from '../../../www/features/settings/typed-weights.js';

test('a text is taken apart and put together again', () => {
  for (const text of ['39:0.8,40:0.2', 'a:b:-2', '1:0']) assert.equal(weightsText(typedWeights(text)), text);
  assert.deepEqual(typedWeights(' bm25 : 1e-3 '), [{ feature: 'bm25', weight: 0.001 }]);
  for (const text of ['average', '', '1', '1:', ':1', '1:x', '1:2,']) assert.deepEqual(typedWeights(text), [], text);
});

test('a slider changes one weight, and the menu adds a feature', () => {
  const list = typedWeights('39:0.8,40:0.2');
  assert.equal(weightsText(withWeight(list, 1, -0.123456)), '39:0.8,40:-0.123');
  assert.equal(weightsText(withFeature(list, '7')), '39:0.8,40:0.2,7:1');
  assert.equal(weightsText(withoutFeature(list, 0)), '40:0.2');
  assert.equal(weightsText(withoutFeature(typedWeights('1:2'), 0)), 'average');
});

test('sliders reach beyond the largest weight', () => {
  for (const [text, end] of [['average', 1], ['1:0.5', 1], ['1:1', 1], ['1:-3', 10], ['1:10', 10], ['1:11', 100]]) {
    assert.equal(sliderEnd(typedWeights(String(text))), end, String(text));
  }
});

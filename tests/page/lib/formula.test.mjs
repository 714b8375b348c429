// Formulas in plain text as MathML: what is a symbol, a word or a script, and where a line may break.
import '../support/dom.mjs';
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { visibleText } from '../../../www/lib/visible-text.js';
import { formula } from '../../../www/ui/formula.js';

/** The parts, words in quotes and MathML without attributes. @param {string} text */
const parts = (text) => formula(text).map((part) => (typeof part === 'string' ? `'${part}'`
  : /** @type {Element} */ (part).innerHTML.replaceAll(/<(\w+)[^>]*>/g, '<$1>')));

test('letters, numbers and signs become one piece', () => {
  assert.deepEqual(parts('½‖w‖²'),
    ['<mn>½</mn><mo>‖</mo><mi>w</mi><msup><mo>‖</mo><mn>2</mn></msup>']);
});

test('scripts hold names, groups and scripts of their own', () => {
  assert.deepEqual(parts('e^(s_y*(j))'), ['<msup><mi>e</mi><msub><mi>s</mi><mrow><msup><mi>y</mi><mo>*</mo></msup>'
    + '<mo>(</mo><mi>j</mi><mo>)</mo></mrow></msub></msup>']);
  assert.deepEqual(parts('2^r_i'), ['<msup><mn>2</mn><msub><mi>r</mi><mi>i</mi></msub></msup>']);
  assert.deepEqual(parts('[m]₊²'), ['<mo>[</mo><mi>m</mi><msubsup><mo>]</mo><mo>+</mo><mn>2</mn></msubsup>']);
  assert.deepEqual(parts('1/√rank'), ['<mn>1</mn><mo>/</mo><msqrt><mtext>rank</mtext></msqrt>']);
});

test('words stay words, functions and measures do not', () => {
  assert.deepEqual(parts('mean of a pair'), ["'mean of a pair'"]);
  assert.deepEqual(parts('exp(a)'), ['<mi>exp</mi><mo>(</mo><mi>a</mi><mo>)</mo>']);
  assert.deepEqual(parts('1 − NDCG@k of y'), ['<mn>1</mn><mo>−</mo><mi>NDCG@k</mi>', "' of '", '<mi>y</mi>']);
});

test('a line may break in front of a relation and behind a comma, but not within brackets', () => {
  assert.deepEqual(parts('f(x, y) = 1, z').filter((part) => part === "' '").length, 2);
  assert.equal(formula('(a = b)').length, 1);
});

test('no text is lost, whatever it is', () => {
  for (const text of ['', '_', '^', '√', '‖', '{', 'x_', 'a^{', '𝒳 ≠ <b>', '\u202e', '^^__', '$']) {
    const shown = formula(text).map((part) => (typeof part === 'string' ? part
      : /** @type {Element} */ (part).textContent)).join('');
    /** The signs of roots, scripts and groups are drawn, not written. @param {string} all */
    const written = (all) => visibleText(all).replaceAll(/[ √_^{}]/g, '');
    assert.equal(written(shown), written(text), JSON.stringify(text));
  }
});

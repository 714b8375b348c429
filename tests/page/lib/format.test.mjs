import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { count, fixed, significant } from '../../../www/lib/format.js';

test('whole numbers have the commas that Intl would put', () => {
  const usual = new Intl.NumberFormat('en-US');
  fc.assert(fc.property(fc.maxSafeInteger(), (value) => { assert.equal(count(value), usual.format(value)); }));
  for (const value of [0, 999, 1000, -1000, 999_999.5, 12_345_678, 1e21, Infinity]) assert.equal(count(value), usual.format(Math.round(value)));
  assert.equal(count(2e22), '20,000,000,000,000,000,000,000');
});

test('decimals are those of the exact value, with commas before the point and a true minus', () => {
  const doubles = fc.double({ min: -1e15, max: 1e15, noNaN: true });
  fc.assert(fc.property(doubles, fc.nat(6), (value, decimals) => {
    const [whole, rest] = fixed(value, decimals).replace('−', '-').split('.');
    const plain = [whole.replaceAll(',', ''), rest].filter((part) => part !== undefined).join('.');
    assert.equal(Number(plain) + 0, Number(value.toFixed(decimals)) + 0);
    assert.equal((rest ?? '').length, decimals);
    assert.match(whole, /^-?\d{1,3}(,\d{3})*$/);
  }));
  assert.equal(fixed(1.005, 2), '1.00', 'it lies below 1.005');
  assert.equal(fixed(-0.0004, 3), '0.000', 'no minus without a digit');
  assert.equal(fixed(-1234.5, 1), '−1,234.5');
  assert.equal(significant(123_456.7), '123,457');
});

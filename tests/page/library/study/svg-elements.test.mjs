// The SVG of the core is read element by element, and nothing else is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOf } from '../../../../www/features/library/study/svg-elements.js';

const HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="760" height="440" viewBox="0 0 760 440">';

test('elements, attributes and texts are those of the document', () => {
  const { width, height, parts } = partsOf([HEAD, '<title>a &amp; b</title>', '<polyline points="1,2 3,4" fill="none" stroke="#0072b2" stroke-opacity="1" stroke-width="2" stroke-linejoin="round"/>',
    '<circle cx="1" cy="2" r="3" fill="#0072b2" fill-opacity="0.5"/>', '<text x="14" y="22" dy="0.35em" text-anchor="start" font-family="sans-serif" font-size="13" font-weight="600" fill="#222222">a &lt;b&gt; &amp;amp; c</text>', '</svg>', ''].join('\n'));
  assert.deepEqual([width, height, parts.map(({ kind }) => kind)], [760, 440, ['polyline', 'circle', 'text']]);
  assert.equal(parts[0].attributes['stroke-width'], '2');
  assert.equal(parts[0].attributes.points, '1,2 3,4');
  assert.deepEqual(parts[2], { kind: 'text', attributes: { x: '14', y: '22', dy: '0.35em', 'text-anchor': 'start', 'font-size': '13', 'font-weight': '600', fill: '#222222' }, text: 'a <b> &amp; c' });
});

test('other elements and attributes are left out', () => {
  const { parts } = partsOf([HEAD, '<script href="x"/>', '<image href="x"/>', '<rect x="1" onclick="x" href="javascript:x" style="x"/>', '<constructor x="1"/>', '<text x="1"><script>x</script></text>', '</svg>'].join('\n'));
  assert.deepEqual(parts, [{ kind: 'rect', attributes: { x: '1' }, text: '' }]);
});

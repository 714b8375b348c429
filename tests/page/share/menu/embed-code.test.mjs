// The code that another page takes: every form leads to the same address.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORMS, addressOfShown } from '../../../../www/features/share/menu/embed-code.js';

const PAGE = 'https://tools.example.org/rankscope/';
/** @param {import('../../../../www/features/share/menu/embed-code.js').Shown} shown */
const codes = (shown) => FORMS.map(({ code }) => code(PAGE, shown, 480));

test('a lesson is named, with its step', () => {
  const shown = { fragment: 'v=1&lesson=ties&step=2', picture: null, title: 'Equal "grades"' };
  assert.equal(addressOfShown(PAGE, shown), `${PAGE}#v=1&lesson=ties&step=2&embed=true`);
  assert.deepEqual(codes(shown), [
    `<iframe src="${PAGE}#v=1&amp;lesson=ties&amp;step=2&amp;embed=true" title="Rankscope: Equal &quot;grades&quot;" width="100%" height="480" style="border: 0" allow="clipboard-write"></iframe>`,
    `<script type="module" src="${PAGE}embed/rankscope-view.js"></script>\n<rankscope-view lesson="ties" step="2" title="Equal &quot;grades&quot;" height="480"></rankscope-view>`,
    `{{< rankscope page="${PAGE}" lesson="ties" step="2" height="480" >}}`,
  ]);
});

test('a picture of a run is a link and the name of the picture', () => {
  const shown = { fragment: 'v=1&sample=kitchen&trained=5', picture: 'chart-3', title: 'Chart: NDCG@10' };
  assert.equal(addressOfShown(PAGE, shown), `${PAGE}#v=1&sample=kitchen&trained=5&picture=chart-3`);
  assert.deepEqual(codes(shown).slice(1), [
    `<script type="module" src="${PAGE}embed/rankscope-view.js"></script>\n<rankscope-view link="v=1&amp;sample=kitchen&amp;trained=5" picture="chart-3" title="Chart: NDCG@10" height="480"></rankscope-view>`,
    `{{< rankscope page="${PAGE}" link="v=1&sample=kitchen&trained=5" picture="chart-3" height="480" >}}`,
  ]);
});

test('a lesson of one’s own, and one of a plan, is a link', () => {
  for (const fragment of ['v=1&lesson=~abc', 'v=1&lesson=ties&plan=ties,greedy']) {
    assert.match(codes({ fragment, picture: null, title: '' })[1], /<rankscope-view link="v=1&amp;lesson=/);
  }
});

// The table behind a chart. It grows by rows while training. A long run shows the iterations around the cursor. Fetched
// when a table is first opened.

import { fill, h, say } from '../../../ui/dom.js';
import { count } from '../../../lib/format.js';
import { lastOf, valueAt } from './curves.js';

/** @typedef {import('./curves.js').Chart} Chart */
/** @typedef {import('../training/run-state.js').Run} Run */

/** Most rows, because long tables are slow to lay out. A window begins at a multiple of half of it. */
const MOST = 500;

/**
 * The first iteration of the table.
 * @param {number} rows iterations that there are @param {number} cursor
 */
export function firstOf(rows, cursor) {
  if (rows <= MOST) return 0;
  const half = MOST / 2;
  return Math.max(0, Math.min(Math.floor(cursor / half - 0.5), Math.ceil(rows / half) - 2)) * half;
}

export function chartTable() {
  const head = h('tr', {});
  const body = h('tbody', {});
  const caption = h('caption', { class: 'hidden' });
  const part = h('p', { class: 'plot-part', hidden: true });
  const element = h('div', {}, part, h('table', { class: 'numbers' }, caption, h('thead', {}, head), body));
  let madeFor = '';
  let settled = 0; // rows that will not change
  return {
    element,
    /**
     * @param {Chart} chart
     * @param {Run | null} run
     * @param {number} cursor
     */
    update(chart, run, cursor) {
      const reached = run?.reports.length ?? 0;
      const rows = chart.curves.some(({ reports }) => reports) ? lastOf(chart, run) + 1 : reached;
      const first = firstOf(rows, cursor);
      const wanted = `${run?.id}/${chart.name}/${chart.curves.map(({ key, label }) => key + label).join()}/${first}`;
      if (wanted !== madeFor) {
        madeFor = wanted;
        settled = first;
        fill(body);
        fill(head, h('th', { scope: 'col' }, 'iteration'),
          chart.curves.map(({ label }) => h('th', { scope: 'col' }, label)));
        say(caption, chart.name);
      }
      const last = Math.min(rows, first + MOST);
      part.hidden = rows <= MOST;
      say(part, `Iterations ${count(first)} to ${count(last - 1)} of ${count(rows - 1)}. The time line moves them.`);
      // Rows beyond the run's own iterations hold only the runs laid over, until it gets there.
      while (body.rows.length > settled - first) body.deleteRow(-1);
      for (let at = settled; at < last; at += 1) {
        body.append(
          h('tr', {}, h('th', { scope: 'row' }, count(at)),
            chart.curves.map((curve) => h('td', {}, curve.text(valueAt(curve, run, at))))));
      }
      settled = Math.min(reached, last);
      body.querySelector('.now')?.classList.remove('now');
      body.rows[cursor - first]?.classList.add('now');
      bring(body.querySelector('.now'));
    },
  };
}

/**
 * Brings a row into the view of the box that scrolls it, and leaves the page where it is.
 * @param {Element | null} row
 */
function bring(row) {
  const box = row?.closest('.chart-table');
  if (!row || !box) return;
  const [inner, outer] = [row.getBoundingClientRect(), box.getBoundingClientRect()];
  const head = box.querySelector('thead')?.getBoundingClientRect().height ?? 0;
  if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + 2;
  else if (inner.top < outer.top + head) box.scrollTop -= outer.top + head - inner.top;
}

// The decay profile drawn, typed or moved by keys, what is wrong with it, and what it would do. Part of the loss panel.

import { h, s, fill, say } from './dom.js';
import { mendedDecay } from './core.js';
import { previewPart } from './decay-preview.js';
import { keyed, listDecay, listValues, MOST, resized, topOf, withStroke } from './drawing.js';
import { freshId, markInvalid } from './fields.js';
import { sentence, significant } from './format.js';
import { listText } from './settings.js';

/** @typedef {import('./protocol.js').TrainingSettings} TrainingSettings */

const [WIDE, HIGH] = [240, 110]; // units of the drawing

/** @param {import('./store.js').Store} store */
export function decayEditor(store) {
  /** @param {string} decay */
  const set = (decay) => store.dispatch({ type: 'settings', change: { decay } });
  // Typed values beyond those that are drawn stay.
  const put = (/** @type {number[]} */ drawn) => set(listDecay(drawn.concat(listValues(store.get().settings.decay).slice(MOST))));
  const id = freshId('list');
  const list = h('input', { id, type: 'text', spellcheck: false, autocomplete: 'off', 'aria-describedby': `${id}-note`, oninput: () => set(listText(list.value)) });
  const problemNote = h('span', { class: 'problem', 'aria-live': 'polite' });
  const note = h('div', { class: 'note', id: `${id}-note` }, problemNote);
  const mend = h('button', { type: 'button', onclick: () => {
    const mended = mendedDecay(store.get().settings.decay);
    if (mended) set(mended);
    list.focus();
  } }, 'Make it non-increasing');
  const drawing = s('svg', { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  const points = h('div', { class: 'points' });
  const height = h('span', { class: 'height', 'aria-hidden': 'true' });
  const plot = h('div', { class: 'draw-plot', role: 'group', 'aria-label': 'Draw c over the ranks' }, drawing, points, height);
  const fewer = h('button', { type: 'button', class: 'square', 'aria-label': 'Fewer ranks', title: 'Fewer ranks', onclick: () => put(resized(values, -1)) }, '−');
  const more = h('button', { type: 'button', class: 'square', 'aria-label': 'More ranks', title: 'More ranks', onclick: () => put(resized(values, 1)) }, '+');
  const hint = h('p', { class: 'muted' });
  const preview = previewPart(store);
  const element = h('div', { class: 'decay-editor' },
    plot, h('div', { class: 'draw-line' }, hint, fewer, more),
    h('div', { class: 'field' }, h('label', { htmlFor: id }, 'Values of c, from rank 1 on'), list, note, mend), preview);

  /** @type {number[]} */
  let values = [];
  let rank = 0;
  let top = 1;
  let wrong = false;
  /** @type {{ rank: number, value: number } | null} */
  let stroke = null;
  let frame = 0;

  const draw = () => {
    frame = 0;
    const n = values.length;
    const x = (/** @type {number} */ at) => ((at + 0.5) * WIDE) / n;
    const y = (/** @type {number} */ value) => HIGH - Math.min(1, Math.max(0, Number.isFinite(value) ? value / top : 0)) * (HIGH - 6);
    const path = values.map((value, at) => `${at ? 'L' : 'M'}${x(at).toFixed(2)} ${y(value).toFixed(2)}`).join('');
    fill(drawing, values.map((value, at) => s('rect', { class: 'draw-column', x: (at * WIDE) / n + 1, width: Math.max(0.5, WIDE / n - 2), y: y(value), height: HIGH - y(value) })), s('path', { class: 'profile-c', d: path }));
    say(height, significant(top, 2));
    while (points.children.length > n) points.lastElementChild?.remove();
    while (points.children.length < n) points.append(h('span', { class: 'point', role: 'slider', 'aria-orientation': 'vertical', 'aria-valuemin': '0' }));
    values.forEach((value, at) => {
      const point = /** @type {HTMLElement} */ (points.children[at]);
      const before = at ? values[at - 1] : Number.POSITIVE_INFINITY;
      point.style.left = `${(100 * (at + 0.5)) / n}%`;
      point.style.top = `${(100 * y(value)) / HIGH}%`;
      point.tabIndex = at === rank ? 0 : -1;
      point.setAttribute('aria-label', `c at rank ${at + 1}`);
      point.setAttribute('aria-valuenow', String(Number.isFinite(value) ? value : 0));
      point.setAttribute('aria-valuemax', String(Number(top.toPrecision(3))));
      point.setAttribute('aria-valuetext', Number.isFinite(value) ? significant(value) : 'not a number');
      // Where the line rises or leaves the plot; the words come from the core.
      point.classList.toggle('wrong', wrong && !(value >= 0 && value <= before));
    });
  };
  const schedule = () => { frame ||= requestAnimationFrame(draw); };

  /** @param {number[]} next */
  const change = (next) => {
    values = next;
    schedule();
    later ||= requestAnimationFrame(() => { later = 0; put(values); });
  };
  let later = 0;

  /** @param {PointerEvent} event */
  const placeOf = (event) => {
    const box = plot.getBoundingClientRect();
    const share = (event.clientX - box.left) / Math.max(1, box.width);
    const height = 1 - (event.clientY - box.top) / Math.max(1, box.height);
    return { rank: Math.min(values.length - 1, Math.max(0, Math.floor(share * values.length))), value: (Math.min(1, Math.max(0, height)) * top * HIGH) / (HIGH - 6) };
  };
  plot.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    plot.setPointerCapture(event.pointerId);
    stroke = placeOf(event);
    rank = stroke.rank;
    change(withStroke(values, stroke, stroke));
    draw();
    /** @type {HTMLElement} */ (points.children[rank]).focus({ preventScroll: true });
  });
  plot.addEventListener('pointermove', (event) => {
    if (!stroke) return;
    const next = placeOf(event);
    rank = next.rank;
    change(withStroke(values, stroke, next));
    stroke = next;
  });
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
    plot.addEventListener(end, () => {
      if (!stroke) return;
      stroke = null;
      top = topOf(values);
      schedule();
    });
  }
  // A point may be focused by other ways than the keys below.
  points.addEventListener('focusin', (event) => {
    const at = [...points.children].indexOf(/** @type {HTMLElement} */ (event.target));
    if (at < 0 || at === rank) return;
    rank = at;
    schedule();
  });
  points.addEventListener('keydown', (event) => {
    const result = keyed(values, rank, event.key);
    if (!result) return;
    event.preventDefault();
    rank = result.rank;
    if (result.values !== values) {
      change(result.values);
      top = Math.max(top, topOf(values));
    }
    draw();
    /** @type {HTMLElement} */ (points.children[rank]).focus({ preventScroll: true });
  });

  return {
    element,
    /** @param {TrainingSettings} settings @param {string | null} problem */
    update(settings, problem) {
      if (listText(list.value) !== settings.decay) list.value = settings.decay.slice(5);
      if (!later) values = listValues(settings.decay).slice(0, MOST);
      if (!stroke && !points.contains(document.activeElement)) top = topOf(values);
      rank = Math.min(rank, values.length - 1);
      wrong = Boolean(problem);
      const typed = settings.decay.slice(5).split(',').length;
      say(hint, typed > MOST ? `The first ${MOST} of ${typed} ranks` : `Ranks 1–${values.length}; 0 behind`);
      markInvalid(list, wrong);
      say(problemNote, problem ? sentence(problem.replace(/^decay: /, '')) : '');
      mend.hidden = !problem || !mendedDecay(settings.decay);
      fewer.disabled = values.length < 2;
      more.disabled = values.length >= MOST;
      schedule();
    },
  };
}

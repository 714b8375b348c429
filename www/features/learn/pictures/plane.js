// The plane of w for one search with two features: a dot for the model with the list it makes, the violator that
// becomes a line, lines that push up a floor, seen from the side, and the ring of the phases of training.

import './plane/plane.css';
import { isCalm } from '../../../ui/media.js';
import { fixed } from '../../../lib/format.js';
import { h, s, fill, say } from '../../../ui/dom.js';
import { messageOf } from '../../../core/errors.js';
import { across, endsOf, pointList, up, weightsAt } from './plane/geometry.js';
import { drawDot, drawFrame, drawKey, drawLines, drawPath, drawShades, drawSides, symbol } from './plane/draw-plane.js';
import { drawRows, drawViolatorFrame } from './plane/draw-list.js';
import { SAMPLES, drawSide } from './plane/draw-side.js';
import { PHASES, arrowHeads, drawGauge, drawRing, phasePlace } from './plane/draw-ring.js';
import { blended, layoutOf } from './plane/layouts.js';
import { animation } from './plane/motion.js';
import { teaRun } from './plane/tea-run.js';

/** @typedef {import('./plane/geometry.js').Point} Point */
/** @typedef {import('./plane/layouts.js').Layout} Layout */
/** @typedef {import('../stage/picture.js').Scene} Scene */

export const parts = ['dot', 'list', 'violator', 'line', 'lines', 'cut', 'side', 'floor', 'ring', 'shades', 'price'];

const PHONE = 560; // px of the picture below which it has the layout of a phone
/** The model that the first step shows. @type {Point} */
const FIRST = [1.25, 0.15];
const STEP = 0.05;
const FLIGHT = { lift: 100, fly: 600, grow: 200, fade: 200 }; // ms
const PAUSE = 900; // ms of a phase in slow motion

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export function create({ announce }) {
  const svg = s('svg', { role: 'img', class: 'plane-svg' });
  const dot = h('button', { type: 'button', class: 'plane-handle', 'data-handle': '', hidden: true });
  const cut = h('div', { class: 'plane-handle cut-handle', role: 'slider', tabIndex: 0, 'data-handle': '', hidden: true,
    'aria-label': 'Height of the cut', 'aria-orientation': 'vertical' },
  h('span', { 'aria-hidden': 'true' }, '↕'));
  const phases = PHASES.map(({ name }, at) => h('button', { type: 'button', class: 'ring-button',
    'aria-label': `${at + 1} ${name}`, onclick: () => goTo(at + 1) }, String(at + 1)));
  const slow = h('button', { type: 'button', class: 'ring-slow', onclick: () => void play() }, 'Slow motion');
  const ring = h('div', { role: 'group', 'aria-label': 'Phases', class: 'ring-buttons', hidden: true }, phases, slow);
  const caption = h('p', { class: 'plane-caption' });
  const canvas = h('div', { class: 'plane-canvas' }, svg, dot, cut, ring);
  const element = h('div', { class: 'plane-stage', role: 'region', 'aria-label': 'Plane of w' }, caption, canvas);

  /** @type {import('./plane/tea-run.js').TeaRun | null} */
  let tea = null;
  let key = '';
  /** @type {Scene | null} */
  let scene = null;
  /** What the reader moves: the model, the height of the cut, and the turn and phase of training. */
  const at = { w: FIRST, before: FIRST, cut: 0.4, turn: 3, phase: 3, rise: 1, line: 1 };
  /** @type {Layout} */
  let layout = layoutOf(['dot', 'list'], false);
  /** @type {Map<number, number>} */
  let places = new Map();
  let isPlaying = false;
  const motion = animation();
  /** Repeats the last change. @type {() => void} */
  let repeat = () => {};

  const has = (/** @type {string} */ part) => Boolean(scene?.show.includes(part));
  /** The turns whose lines are drawn. */
  function count() {
    if (has('ring')) return at.turn - (at.phase >= 2 ? 0 : 1);
    if (has('price')) return tea?.turns.length ?? 1;
    return has('lines') ? 3 + Number(Boolean(scene?.revealed)) : 1;
  }
  /** The w that is drawn. */
  function model() {
    if (!tea || has('dot')) return at.w;
    if (has('price')) return tea.turns[tea.turns.length - 1].w;
    if (!has('ring')) return has('lines') ? tea.turns[Math.min(count(), tea.turns.length) - 1].w : /** @type {Point} */ ([0, 0]);
    return at.w;
  }
  const lines = () => (tea?.turns ?? []).slice(0, count()).flatMap(({ line }) => line ?? []);

  function draw() {
    if (!tea || !scene) return;
    const isPhone = canvas.clientWidth > 0 && element.clientWidth < PHONE;
    svg.setAttribute('viewBox', `0 0 ${layout.width} ${layout.height}`);
    svg.setAttribute('aria-label', described());
    element.classList.toggle('phone', isPhone);
    canvas.style.setProperty('--ratio', String(layout.width / layout.height));
    const { square } = layout;
    const all = lines();
    const w = model();
    const turn = tea.turns[Math.min(count(), tea.turns.length) - 1];
    const violator = tea.turns[0];
    const before = at.before === at.w ? null : tea.at(at.before);
    const now = has('list') ? tea.at(w) : null;
    fill(svg, s('defs', {}, s('clipPath', { id: 'plane-square' },
      s('rect', { x: square.left, y: square.top, width: square.width, height: square.height, rx: 6 })), arrowHeads()),
    drawFrame(layout, !has('side') && !has('shades')).flat(),
    has('shades') ? drawShades(layout, tea.floorBy(Math.max(1, count())), lowest()) : null,
    has('line') && !has('lines') && violator.line && at.line > 0 ? drawSides(layout, violator.line) : null,
    has('lines') || has('ring') ? drawLines(layout, all, !has('ring')).flat() : null,
    has('line') && !has('lines') && violator.line ? grownLine(violator.line) : null,
    has('dot') ? way(w) : null,
    has('ring') ? drawPath(layout, tea.turns.slice(0, at.turn + Number(at.phase === 4)).map((one) => one.w)) : null,
    has('price') ? drawPath(layout, tea.turns.map((one) => one.w)) : null,
    has('ring') && at.phase >= 3 ? lowestMark() : null,
    has('cut') ? cutLine() : null,
    drawDot(layout, w, has('dot')).flat(),
    dotLabel(w),
    now ? listHead('The list it makes', 'sorted by score', 'plain') : null,
    now ? drawRows(layout, tea.pages, now.ranking, before?.ranking ?? null) : null,
    now ? number(now.ndcg, before?.ndcg ?? null) : null,
    has('violator') ? listHead('The violator ŷ', 'the worst list not ruled out', 'violator') : null,
    has('violator') ? drawRows(layout, tea.pages, violator.ranking, null) : null,
    has('violator') ? drawViolatorFrame(layout, tea.pages.length) : null,
    (has('violator') ? demand(violator.loss) : null)?.flat(),
    has('shades') ? drawKey(layout, has('price') ? 'price' : 'floor of the price') : null,
    has('price') ? priceParts(w)?.flat() : null,
    has('side') ? drawSide(layout, { lines: all, height: at.cut, slacks: slacksAlong(), lifts: all.length > 2,
      named: true, rise: at.rise }).flat(2) : null,
    has('ring') ? drawRing(layout, at.phase, at.turn).flat(2) : null,
    has('ring') ? drawGauge(layout, bounds('floor'), bounds('best')).flat() : null,
    flight.draw());
    placeHandles(w, turn.w);
    slide();
  }

  /** The lowest point of the floor that is known. */
  const lowest = () => /** @type {Point} */ (tea?.turns[Math.max(0, count() - 1)].lowest ?? [0, 0]);

  /** What has been proved up to this phase. @param {'floor' | 'best'} kind */
  function bounds(kind) {
    const turns = tea?.turns ?? [];
    if (kind === 'best') return turns.slice(0, at.turn).map(({ best }) => best);
    return turns.slice(0, Math.min(turns.length, at.turn + Number(at.phase >= 3))).map(({ floor }) => floor);
  }

  function slacksAlong() {
    const [from, to] = layout.square.x;
    return tea?.slacks(Array.from({ length: SAMPLES }, (_, place) =>
      [from + ((to - from) * place) / (SAMPLES - 1), at.cut])) ?? null;
  }

  /** @param {import('./plane/geometry.js').Line} line */
  function grownLine(line) {
    const ends = endsOf(layout.square, line);
    if (!ends) return null;
    const [[x1, y1], [x2, y2]] = ends;
    return s('line', { class: 'plane-line newest', x1: x2 + at.line * (x1 - x2), y1: y2 + at.line * (y1 - y2), x2, y2 });
  }

  /** The way from 0 to w, and where w was. @param {Point} w */
  function way(w) {
    const { square, isPhone } = layout;
    const place = (/** @type {Point} */ one) => [across(square, one[0]), up(square, one[1])];
    const [[x0, y0], [x, y], [bx, by]] = [place([0, 0]), place(w), place(at.before)];
    return s('g', {},
      s('line', { class: 'plane-arm', x1: x0, y1: y0, x2: x, y2: y }), s('circle', { class: 'plane-zero', cx: x0, cy: y0, r: 4 }),
      at.before !== at.w && [
        s('path', { class: 'plane-way', d: `M${bx} ${by}Q${(bx + x) / 2 + (y - by) / 6} ${(by + y) / 2 - (x - bx) / 6} ${x} ${y}` }),
        s('circle', { class: 'plane-was', cx: bx, cy: by, r: 9 }),
        !isPhone && s('text', { class: 'axis', x: bx, y: by + 32, 'text-anchor': 'middle' }, 'where it was')]);
  }

  /** @param {Point} w */
  function dotLabel(w) {
    const { square, isPhone } = layout;
    const [x, y] = [across(square, w[0]), up(square, w[1])];
    if (has('dot')) {
      const inside = Math.min(square.left + square.width - 96, Math.max(square.left + 96, x));
      const below = y < square.top + 90;
      return isPhone ? null : [
        s('text', { class: 'plane-w', x, y: below ? y + 50 : y - 62, 'text-anchor': 'middle' }, symbol('w')),
        s('text', { class: 'label halo', x: inside, y: below ? y + 74 : y - 38, 'text-anchor': 'middle' },
          `words ${signed(w[1])}, links ${signed(w[0])}`)];
    }
    const isZero = w[0] === 0 && w[1] === 0;
    return [
      s('text', { class: 'plane-w halo', x: x + 20, y: y + (isZero ? -14 : 22) }, symbol('w'), isZero ? ' = 0' : ''),
      has('ring') && s('text', { class: 'axis halo', x: across(square, 0) + 12, y: up(square, 0) + 20 }, 'start'),
    ];
  }

  function lowestMark() {
    const { square, isPhone } = layout;
    const [wx, wy] = lowest();
    const [cx, cy] = [across(square, wx), up(square, wy)];
    return s('g', { class: 'plane-lowest' }, s('circle', { cx, cy, r: isPhone ? 12 : 15 }),
      !isPhone && s('text', { class: 'label strong halo', x: cx - 14, y: cy + 48, 'text-anchor': 'middle' },
        'lowest point of the floor'));
  }

  function cutLine() {
    const { square, side, isPhone } = layout;
    const y = up(square, at.cut);
    const right = square.left + square.width;
    const bottom = side ? side.top + side.height : y;
    return s('g', {},
      s('line', { class: 'cut-line', x1: square.left, x2: right, y1: y, y2: y }),
      side && [square.left, right].map((x) => s('line', { class: 'cut-edge', x1: x, x2: x, y1: y, y2: bottom })),
      !isPhone && [s('text', { class: 'label cut strong', x: right + 34, y: y - 4 }, 'the cut'),
        s('text', { class: 'axis', x: right + 34, y: y + 17 }, 'drag ↑ ↓')]);
  }

  /** @param {string} head @param {string} about @param {string} kind */
  function listHead(head, about, kind) {
    const { list, isPhone } = layout;
    if (!list) return null;
    return isPhone ? kind === 'violator' && s('text', { class: 'head violator', x: list.left, y: list.top - 14 }, 'ŷ')
      : [s('text', { class: `head ${kind}`, x: list.left, y: list.top - 42 }, head),
        s('text', { class: 'axis', x: list.left, y: list.top - 18 }, about)];
  }

  /** @param {number} ndcg @param {number | null} was */
  function number(ndcg, was) {
    const { list, isPhone } = layout;
    if (!list) return null;
    if (isPhone) {
      return [s('text', { class: 'axis', x: list.left + 21, y: 296, 'text-anchor': 'middle' }, 'NDCG'),
        s('text', { class: 'plane-number-big small', x: list.left + 21, y: 318, 'text-anchor': 'middle' }, fixed(ndcg, 3))];
    }
    const [x, right] = [list.left, list.left + list.width];
    return [s('text', { class: 'label soft', x, y: 458 }, 'NDCG, 1 is perfect'),
      s('text', { class: 'plane-number-big', x, y: 502 }, fixed(ndcg, 3)),
      was !== null && s('text', { class: 'label soft', x: right, y: 502, 'text-anchor': 'end' }, `was ${fixed(was, 3)}`),
      s('rect', { class: 'plane-meter', x, y: 520, width: list.width, height: 6, rx: 3 }),
      s('rect', { class: 'plane-meter full', x, y: 520, width: list.width * ndcg, height: 6, rx: 3 })];
  }

  /** @param {number} loss */
  function demand(loss) {
    const { list, isPhone } = layout;
    if (!list) return null;
    const value = fixed(loss, 3);
    if (isPhone) {
      return [s('text', { class: 'axis', x: list.left + 21, y: 296, 'text-anchor': 'middle' }, 'loss'),
        s('text', { class: 'plane-number-big small violator', x: list.left + 21, y: 318, 'text-anchor': 'middle' }, value)];
    }
    const x = list.left;
    return [s('text', { class: 'label soft', x, y: 414 }, 'loss, 1 − NDCG'),
      s('text', { class: 'plane-number-big violator', x, y: 456 }, value),
      ['It demands: “Score the', 'best order above me,', `by at least ${value}.”`].map((line, row) =>
        s('text', { class: 'label', x, y: 496 + 24 * row }, line))];
  }

  /** The two parts of the price as bars, and their sum. @param {Point} w */
  function priceParts(w) {
    const { list, isPhone } = layout;
    if (!list || !tea) return null;
    const length = (w[0] ** 2 + w[1] ** 2) / 2;
    const { slack, objective } = tea.at(w);
    const wide = (/** @type {number} */ value) => (list.width * value) / Math.max(objective, tea?.turns[0].best ?? 1);
    const gap = isPhone ? 62 : 92;
    const row = (/** @type {number} */ at, /** @type {string} */ name, /** @type {number} */ value, /** @type {string} */ kind) => [
      s('text', { class: 'label soft', x: list.left, y: list.top + at * gap }, name),
      s('text', { class: `plane-number-big part ${kind}${isPhone ? ' small' : ''}`, x: list.left,
        y: list.top + at * gap + (isPhone ? 20 : 36) }, fixed(value, 3)),
      s('rect', { class: `price-part ${kind}`, x: list.left, y: list.top + at * gap + (isPhone ? 26 : 46), rx: 3, height: 8,
        width: Math.max(1, wide(value)) })];
    return [row(0, isPhone ? '½‖w‖²' : '½‖w‖², length', length, 'length'), row(1, isPhone ? 'C × slack' : `C × slack ${fixed(slack, 3)}`,
      objective - length, 'violator'), row(2, isPhone ? 'price' : 'price, the sum', objective, 'sum')].flat();
  }

  /** The flight of the violator into the plane. */
  const flight = flightOf();
  function flightOf() {
    let share = 0;
    const corners = (/** @type {number} */ t) => {
      const { list, square } = layout;
      const line = tea?.turns[0].line;
      const ends = line ? endsOf(square, line) : null;
      if (!list || !ends || !tea) return [];
      const bottom = list.top + tea.pages.length * list.row;
      const from = [[list.left, list.top], [list.left + list.width, list.top], [list.left + list.width, bottom], [list.left, bottom]];
      const [[x1, y1], [x2, y2]] = ends;
      const [mx, my] = [x1 + (x2 - x1) / 2, y1 + (y2 - y1) / 2];
      const to = [[mx, my - 2], [x2, y2 - 2], [x2, y2 + 2], [mx, my + 2]];
      return from.map(([x, y], corner) => /** @type {Point} */ ([x + t * (to[corner][0] - x),
        y + t * (to[corner][1] - y) - 28 * Math.sin(Math.PI * t)]));
    };
    return {
      draw: () => (share > 0 && share < 1 ? s('polygon', { class: 'flight', points: pointList(corners(share)) })
        : has('line') && !has('lines') && isCalm() ? [0.4, 0.6, 0.8, 0.92].map((t) =>
          s('polygon', { class: 'flight ghost', points: pointList(corners(t)) })) : null),
      async run() {
        at.line = 0;
        await motion(FLIGHT.lift + FLIGHT.fly, (t) => {
          share = t;
          draw();
        });
        share = 0;
        await motion(FLIGHT.grow + FLIGHT.fade, (t) => {
          at.line = t;
          draw();
        });
      },
    };
  }

  /** @param {Point} w @param {Point} anchor where w of the turn stands */
  function placeHandles(w, anchor) {
    const { square, width, height } = layout;
    const put = (/** @type {HTMLElement} */ one, /** @type {number} */ x, /** @type {number} */ y) => {
      one.style.setProperty('--left', `${(100 * x) / width}%`);
      one.style.setProperty('--top', `${(100 * y) / height}%`);
    };
    dot.hidden = !has('dot');
    cut.hidden = !has('cut');
    ring.hidden = !has('ring');
    put(dot, across(square, w[0]), up(square, w[1]));
    dot.setAttribute('aria-label', `Probe at ${signed(w[0])}, ${signed(w[1])}`);
    put(cut, square.left + square.width, up(square, at.cut));
    cut.setAttribute('aria-valuemin', signedPlain(square.y[0]));
    cut.setAttribute('aria-valuemax', signedPlain(square.y[1]));
    cut.setAttribute('aria-valuenow', at.cut.toFixed(2));
    cut.setAttribute('aria-valuetext', `weight of words ${signed(at.cut)}`);
    if (layout.ring) {
      for (const [place, button] of phases.entries()) {
        const [x, y] = phasePlace(layout.ring, place + 1);
        put(button, x, y);
        if (at.phase === place + 1) button.setAttribute('aria-current', 'step');
        else button.removeAttribute('aria-current');
        button.classList.toggle('reached', place + 1 < at.phase);
      }
      put(slow, layout.ring.x, layout.ring.y + layout.ring.radius * 1.9);
    }
    void anchor;
  }

  /** Rows slide from where they were. */
  function slide() {
    const rows = /** @type {NodeListOf<SVGGElement>} */ (svg.querySelectorAll('.plane-row'));
    const next = new Map();
    for (const row of rows) {
      const page = Number(row.dataset.page);
      const y = parseFloat(row.style.getPropertyValue('--y'));
      next.set(page, y);
      const from = places.get(page);
      if (from !== undefined && from !== y && !isCalm()) {
        row.animate([{ transform: `translateY(${from}px)` }, { transform: `translateY(${y}px)` }],
          { duration: 200, easing: 'ease-out' });
      }
    }
    places = next;
  }

  /** The picture in a sentence. */
  function described() {
    if (!tea) return '';
    if (has('price')) return 'The plane of w at the end of training, with the two parts of the price.';
    if (has('ring')) return `Turn ${at.turn}, phase ${PHASES[at.phase - 1].name}: ${count()} lines.`;
    if (has('side')) return `The plane of w with ${count()} lines, and below it the view from the side.`;
    if (has('violator')) return 'The plane of w with the line of the violator.';
    return 'The plane of w with the model as a dot.';
  }

  function result() {
    if (!tea) return '';
    const { ranking, ndcg, isTied } = tea.at(at.w);
    if (isTied) return `Some scores are equal, NDCG ${fixed(ndcg, 3)}`;
    return `${tea.pages[ranking[0]].title} first, NDCG ${fixed(ndcg, 3)}`;
  }

  /** @param {Point} w */
  function moveDot(w) {
    const { x, y } = layout.square;
    const within = (/** @type {number} */ value, /** @type {readonly number[]} */ [low, high]) => Math.min(high - 0.02, Math.max(low + 0.02, value));
    at.w = [within(w[0], x), within(w[1], y)];
    draw();
  }

  /** @param {number} height */
  function moveCut(height) {
    const [low, high] = layout.square.y;
    at.cut = Math.min(high - 0.05, Math.max(low + 0.05, height));
    draw();
  }

  /** @param {number} phase */
  function goTo(phase) {
    const was = at.phase;
    const turns = tea?.turns.length ?? 1;
    // After the last phase a new turn begins; a turn that finds no line is the last.
    const turn = phase <= was && !(phase === 1 && was === 4) ? at.turn : phase === 1 && was === 4 ? at.turn + 1 : at.turn;
    if (turn > turns || (turn === turns && phase > 1)) return false;
    at.turn = turn;
    at.phase = phase;
    at.w = tea?.turns[at.turn - 1].w ?? [0, 0];
    const change = () => {
      const from = tea?.turns[at.turn - 1].w ?? [0, 0];
      const to = phase === 4 ? tea?.turns[at.turn]?.w ?? from : from;
      void motion(phase === 4 ? 500 : 1, (t) => {
        at.w = [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])];
        draw();
      });
    };
    repeat = change;
    change();
    announce(`Turn ${at.turn}, ${PHASES[phase - 1].name}: ${['the violator is found', 'it becomes a line',
      'the lowest point of the floor is found', 'w moves there'][phase - 1]}`);
    return true;
  }

  /** Plays the phases until training ends, or until the button is pressed again. */
  async function play() {
    isPlaying = !isPlaying;
    say(slow, isPlaying ? 'Pause' : 'Slow motion');
    if (isPlaying && at.turn === tea?.turns.length) Object.assign(at, { turn: 1, phase: 4, w: [0, 0] });
    while (isPlaying && has('ring') && goTo((at.phase % 4) + 1)) {
      await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
    }
    isPlaying = false;
    say(slow, 'Slow motion');
  }

  listen();
  /** Pointer and keys. */
  function listen() {
    const place = (/** @type {PointerEvent} */ event) => {
      const box = svg.getBoundingClientRect();
      return weightsAt(layout.square, [((event.clientX - box.left) / box.width) * layout.width,
        ((event.clientY - box.top) / box.height) * layout.height]);
    };
    /** @type {'dot' | 'cut' | null} */
    let held = null;
    canvas.addEventListener('pointerdown', (event) => {
      const onHandle = event.target === dot || event.target instanceof Node && cut.contains(event.target);
      if (event.button !== 0 || (event.pointerType === 'touch' && !onHandle)) return;
      held = has('cut') ? 'cut' : has('dot') ? 'dot' : null;
      if (!held || (event.target instanceof Element && event.target.closest('.ring-buttons'))) return;
      event.preventDefault();
      canvas.setPointerCapture(event.pointerId);
      (held === 'dot' ? dot : cut).focus({ preventScroll: true });
      if (held === 'dot') at.before = at.w;
      if (!onHandle) follow(event);
    });
    const follow = (/** @type {PointerEvent} */ event) => {
      if (held === 'dot') moveDot(place(event));
      if (held === 'cut') moveCut(place(event)[1]);
    };
    canvas.addEventListener('pointermove', (event) => { if (held) follow(event); });
    canvas.addEventListener('pointerup', () => {
      if (held) rest();
      held = null;
    });
    canvas.addEventListener('pointercancel', () => { held = null; });
    dot.addEventListener('keydown', (event) => {
      const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] }[event.key];
      if (!by) return;
      event.preventDefault();
      const step = event.shiftKey ? 4 * STEP : STEP;
      at.before = at.w;
      moveDot([at.w[0] + by[0] * step, at.w[1] + by[1] * step]);
      rest();
    });
    cut.addEventListener('keydown', (event) => {
      const [low, high] = layout.square.y;
      const to = { ArrowUp: at.cut + STEP, ArrowRight: at.cut + STEP, ArrowDown: at.cut - STEP, ArrowLeft: at.cut - STEP,
        Home: low, End: high }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      moveCut(to);
      rest();
    });
  }

  function rest() {
    announce(has('cut') ? `The cut at weight of words ${signed(at.cut)}` : result());
  }

  /** A step begins, or its question is answered. @param {readonly string[]} shown before @param {boolean} revealed */
  function change(shown, revealed) {
    const from = layout;
    layout = layoutOf(scene?.show ?? [], element.clientWidth > 0 && element.clientWidth < PHONE);
    const target = layout;
    repeat = () => {};
    if (has('ring') && !shown.includes('ring')) {
      Object.assign(at, { turn: 3, phase: 3, w: tea?.turns[2]?.w ?? [0, 0] });
      repeat = () => void goTo(at.phase);
    } else if (has('line') && !has('lines') && !shown.includes('line')) {
      repeat = () => void flight.run();
      return repeat();
    } else if (has('dot') && revealed) {
      const full = at.w;
      repeat = () => void motion(1200, (t) => {
        at.w = [full[0] * (0.5 + t / 2), full[1] * (0.5 + t / 2)];
        at.before = at.w;
        draw();
      });
      return repeat();
    } else if (has('lines') && revealed) {
      repeat = () => void motion(500, (t) => {
        at.rise = t;
        draw();
      });
      return repeat();
    }
    const grow = () => void motion(from.width === target.width && shown.length ? 600 : 1, (t) => {
      layout = t < 1 ? blended(from, target, t) : target;
      draw();
    });
    if (has('side')) repeat = grow;
    return grow();
  }

  new ResizeObserver(() => {
    if (!scene) return;
    layout = layoutOf(scene.show, element.clientWidth < PHONE);
    draw();
  }).observe(element);

  return {
    element,
    update(next) {
      const was = scene;
      scene = next;
      say(caption, CAPTIONS.find(([part]) => next.show.includes(part))?.[1] ?? '');
      const { run } = next.state;
      if (next.ready && next.lines && run) {
        const now = JSON.stringify([next.lines, run.settings]);
        if (now !== key) {
          key = now;
          tea?.end();
          tea = null;
          try {
            tea = teaRun(next.lines, run.settings);
          } catch (error) {
            say(caption, `This picture cannot be drawn: ${messageOf(error)}`);
          }
        }
      }
      if (!tea) return;
      const begins = !was || was.step !== next.step || (!was.revealed && next.revealed) || !svg.firstChild;
      if (begins) change(was && svg.firstChild ? was.show : [], Boolean(next.revealed && was?.step === next.step));
      else draw();
    },
    again: () => repeat(),
    end() {
      isPlaying = false;
      tea?.end();
      tea = null;
    },
  };
}

/** What stands above the picture, by the newest part that it shows. @type {[string, string][]} */
const CAPTIONS = [
  ['price', 'The end of training. The stronger the blue, the lower the price.'],
  ['ring', 'One turn of training, phase by phase.'],
  ['side', 'Above, the plane of w with its lines. Below, the same plane from the side.'],
  ['violator', 'A list leaves the column and becomes a line: the cutting plane.'],
  ['dot', 'One search, green tea. Every point of the square is a model.'],
];

/** @param {number} value */
const signed = (value) => fixed(value, 2);
/** @param {number} value */
const signedPlain = (value) => value.toFixed(2);

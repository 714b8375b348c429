// The picture of first sight: recipes over two features, their shadows on the arrow of w, and the handle that turns it.

import { fill, h, s } from '../../../ui/dom.js';
import { RADIUS, alongLine, around, labelPlaces } from './label-places.js';
import { angleOf, keyedAngle, weightsAt } from './sight-state.js';

/** @typedef {import('./kitchen.js').Recipe} Recipe */
/** @typedef {import('./sight-state.js').Sight} Sight */
/**
 * Pixels of the drawing: its size, a unit of both features, the origin, the middle of the arrow and its half length.
 * @typedef {{ width: number, height: number, unit: number, left: number, bottom: number, x: number, y: number,
 *   reach: number }} Frame
 */

const MIDDLE = 0.5; // where the arrow turns, in both features
const HINTED = 46; // degrees to which the hint leads
const NAMED = 104; // px that the other arrow takes with its name
const GRIP = 24; // px around the tip that no name should cover
const SPARE = 0.04; // of a unit, below and above the features

/** @param {number} width @param {number} height @returns {Frame} */
export function frameOf(width, height) {
  const unit = height / (1 + 3 * SPARE);
  const left = Math.min(0.14 * unit, (width - unit) / 2);
  const bottom = height - SPARE * unit;
  return { width, height, unit, left, bottom, x: left + MIDDLE * unit, y: bottom - MIDDLE * unit, reach: 0.47 * unit };
}

/** The foot of a point's perpendicular on the line through the middle. @param {Frame} frame @param {number} angle */
export function shadowOn({ x, y }, angle) {
  const [right, up] = weightsAt(angle);
  return (/** @type {number} */ px, /** @type {number} */ py) => {
    const along = (px - x) * right - (py - y) * up;
    return { x: x + along * right, y: y - along * up };
  };
}

export class SightPicture {
  #recipes;
  #act;
  #svg = s('svg', { 'aria-hidden': 'true' });
  /** @type {Frame} */
  #frame = frameOf(1, 1);
  /** @type {Sight | null} */
  #shown = null;
  #axis = s('line', { class: 'sight-axis' });
  #arrow = s('line', { class: 'sight-arrow' });
  #ghost = s('g', { class: 'sight-ghost' });
  #hint = s('g', { class: 'sight-hint' });
  #drops;
  #feet;
  /** @type {SVGTextElement[]} */
  #names = [];
  /** What the other arrow and its name take. @type {import('./label-places.js').Box[]} */
  #others = [];
  element;

  /**
   * @param {Recipe[]} recipes
   * @param {{ turn: (angle: number) => void, rest: () => void }} act
   */
  constructor(recipes, act) {
    this.#recipes = recipes;
    this.#act = act;
    this.#drops = recipes.map(() => s('line', { class: 'sight-drop' }));
    this.#feet = recipes.map(() => s('circle', { class: 'sight-foot', r: 4.5 }));
    const glyph = s('svg', { viewBox: '-10 -10 20 20', 'aria-hidden': 'true' },
      s('path', { d: 'M-6 4 L0 -5 L6 4' }));
    this.handle = h('div', { role: 'slider', tabIndex: 0, class: 'sight-handle', 'aria-label': 'Direction of w',
      'aria-valuemin': '0', 'aria-valuemax': '359',
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event) }, glyph);
    this.element = h('div', { class: 'sight-well' }, this.#svg, this.handle);
    this.element.addEventListener('pointerdown', (event) => this.#begin(event));
    new ResizeObserver(() => this.#resize()).observe(this.element);
  }

  /** @param {Sight} sight @param {string} worth of the arrow, for the value of the slider */
  show(sight, worth) {
    this.#shown = sight;
    const degrees = Math.round(sight.angle) % 360;
    this.handle.setAttribute('aria-valuenow', String(degrees));
    this.handle.setAttribute('aria-valuetext', `${degrees}°: ${worth}`);
    this.#turn(sight);
  }

  #resize() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width === this.#frame.width && height === this.#frame.height) return;
    this.#frame = frameOf(Math.max(1, width), Math.max(1, height));
    this.#svg.setAttribute('width', String(width));
    this.#svg.setAttribute('height', String(height));
    this.#draw();
    if (this.#shown) this.#turn(this.#shown);
  }

  /** @param {Recipe} recipe */
  #at({ x, y }) {
    const { left, bottom, unit } = this.#frame;
    return { x: left + x * unit, y: bottom - y * unit };
  }

  /** What the arrow does not move. */
  #draw() {
    const names = this.#recipes.map(({ title }) => s('text', { class: 'sight-name' }, title));
    this.#names = names;
    const dots = this.#recipes.map((recipe, at) => {
      const { x, y } = this.#at(recipe);
      const dot = s('g', { class: 'sight-dot', 'data-grade': recipe.grade },
        s('circle', { cx: x, cy: y, r: RADIUS }),
        s('text', { x, y: y + 6, 'text-anchor': 'middle' }, String(recipe.grade)));
      // On a narrow screen a tap shows the name.
      dot.addEventListener('click', () => names[at].classList.toggle('named'));
      return dot;
    });
    fill(this.#svg, this.#axis, this.#drops, this.#ghost, this.#hint, this.#arrow, this.#feet, dots, names);
    this.placeNames();
    this.#drawHint();
  }

  /** Puts the names beside their dots, clear of the arrow where it rests. */
  placeNames() {
    const angle = this.#shown?.angle ?? 0;
    const tip = at(this.#frame, angle);
    const places = labelPlaces(
      this.#recipes.map((recipe, one) =>
        ({ ...this.#at(recipe), width: this.#names[one].getComputedTextLength() })),
      this.#frame.width, this.#frame.height,
      [around(tip, GRIP), ...alongLine(at(this.#frame, angle + 180), tip), ...this.#others]);
    places.forEach(({ x, y }, one) => {
      this.#names[one].style.setProperty('transform', `translate(${x}px, ${y}px)`);
    });
  }

  /** "turn me", and a curved arrow that shows which way. */
  #drawHint() {
    const { x, y, reach, width } = this.#frame;
    const [from, to] = [at(this.#frame, 16), at(this.#frame, HINTED)];
    const isTight = width < x + reach + 100;
    const arc = `M${from.x} ${from.y} A${reach} ${reach} 0 0 1 ${to.x} ${to.y}`;
    fill(this.#hint, s('path', { class: 'sight-arc', d: arc }),
      s('path', { d: 'M-8 11 L0 0 L8 11', transform: `translate(${to.x} ${to.y}) rotate(${HINTED + 97})` }),
      s('text', { x: Math.min(x + reach * 0.6, width - 98), y: y - reach * (isTight ? 1 : 0.86) }, 'turn me'));
  }

  /** @param {Sight} sight */
  #turn({ angle, phase, isTurned, own, learned }) {
    const { x, y, reach, width, height } = this.#frame;
    const [tip, tail] = [at(this.#frame, angle), at(this.#frame, angle + 180)];
    setAll(this.#arrow, { x1: tail.x, y1: tail.y, x2: tip.x, y2: tip.y });
    const far = (width + height) / reach;
    const [start, end] = [at(this.#frame, angle, far), at(this.#frame, angle, -far)];
    setAll(this.#axis, { x1: start.x, y1: start.y, x2: end.x, y2: end.y });
    const shadow = shadowOn(this.#frame, angle);
    this.#recipes.forEach((recipe, index) => {
      const from = this.#at(recipe);
      const foot = shadow(from.x, from.y);
      setAll(this.#drops[index], { x1: from.x, y1: from.y, x2: foot.x, y2: foot.y });
      setAll(this.#feet[index], { cx: foot.x, cy: foot.y });
    });
    const { style } = this.handle;
    style.setProperty('--x', `${tip.x}px`);
    style.setProperty('--y', `${tip.y}px`);
    style.setProperty('--turn', `${angle}deg`);
    this.#hint.classList.toggle('gone', isTurned || phase !== 'guess');
    const isOwn = learned !== null && Math.abs(angle - learned) > 0.5;
    const [other, name] = isOwn ? [learned, 'learned'] : [own, 'your arrow'];
    this.#ghost.classList.toggle('gone', phase !== 'learned' || other === null || Math.abs(other - angle) < 2);
    if (phase === 'learned') this.#drawGhost(other ?? 0, name, x, y);
  }

  /** @param {number} angle @param {string} name @param {number} x @param {number} y */
  #drawGhost(angle, name, x, y) {
    const tip = at(this.#frame, angle);
    const isLeft = tip.x < x - 20;
    this.#others = [[tip.x - (isLeft ? NAMED : 12), tip.y - 12, tip.x + (isLeft ? 12 : NAMED), tip.y + 12]];
    fill(this.#ghost, s('line', { x1: x, y1: y, x2: tip.x, y2: tip.y }), s('circle', { cx: tip.x, cy: tip.y, r: 9 }),
      s('text', { x: tip.x + (isLeft ? -16 : 16), y: tip.y + 6, 'text-anchor': isLeft ? 'end' : 'start' }, name));
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    if (event.button !== 0) return;
    const onHandle = event.target instanceof Element && this.handle.contains(event.target);
    // A finger elsewhere scrolls the page.
    if (event.pointerType === 'touch' && !onHandle) return;
    event.preventDefault();
    this.handle.focus({ preventScroll: true });
    this.element.setPointerCapture(event.pointerId);
    this.element.classList.add('turning');
    const move = (/** @type {PointerEvent} */ { clientX, clientY }) => {
      const box = this.element.getBoundingClientRect();
      const [right, down] = [clientX - box.left - this.#frame.x, clientY - box.top - this.#frame.y];
      if (right || down) this.#act.turn(angleOf([right, -down]));
    };
    const end = () => {
      this.element.removeEventListener('pointermove', move);
      this.element.classList.remove('turning');
      this.#act.rest();
    };
    this.element.addEventListener('pointermove', move);
    this.element.addEventListener('lostpointercapture', end, { once: true });
    if (!onHandle) move(event);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#shown) return;
    const angle = keyedAngle(event.key, event.shiftKey, this.#shown.angle);
    if (angle === null) return;
    event.preventDefault();
    this.#act.turn(angle);
    this.#act.rest();
  }
}

/** The point at this angle, at `share` of the arrow's half length. @param {Frame} frame @param {number} angle */
function at({ x, y, reach }, angle, share = 1) {
  const [right, up] = weightsAt(angle);
  return { x: x + right * reach * share, y: y - up * reach * share };
}

/** @param {SVGElement} element @param {Record<string, string | number>} attributes */
function setAll(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

// The map as buttons in rows. Lines lead to the lesson that the reader looks at from the lessons that it needs. The
// arrow keys walk from lesson to lesson; one lesson is a stop of Tab.

import { fill, h, s } from '../../../ui/dom.js';
import { freshId } from '../../../ui/fields.js';
import { isNarrow } from '../../../ui/media.js';
import { walked } from './lesson-map.js';

/** @typedef {import('./lesson-map.js').LessonMap} LessonMap */
/** @typedef {import('./lesson-map.js').Place} Place */

/**
 * @param {LessonMap} map
 * @param {{ show: (place: Place) => void, begin: (id: string) => void, card: HTMLElement }} acts
 */
export function mapView(map, { show, begin, card }) {
  /** @type {Map<string, HTMLButtonElement>} */
  const nodes = new Map();
  const all = [...(map.first ? [map.first] : []), ...map.paths.flatMap((path) => path.places)];
  let pointed = map.next ?? map.first ?? all.at(0);
  let stop = pointed?.id;
  for (const place of all) {
    const node = nodeOf(place, place === map.first);
    node.tabIndex = place.id === stop ? 0 : -1;
    node.addEventListener('click', () => begin(place.id));
    node.addEventListener('pointerenter', () => point(place));
    node.addEventListener('focus', () => {
      moveStop(place.id);
      point(place);
    });
    node.addEventListener('keydown', (event) => {
      const next = walked(map, place.id, event.key, isNarrow());
      if (!next) return;
      event.preventDefault();
      nodes.get(next.id)?.focus();
    });
    nodes.set(place.id, node);
  }

  /** Shows a lesson on the card, and the lessons that it needs on the map. @param {Place} place */
  function point(place) {
    pointed = place;
    show(place);
    for (const { id, number } of all) {
      nodes.get(id)?.classList.toggle('is-needed', place.needs.some((need) => need.number === number));
      nodes.get(id)?.classList.toggle('is-pointed', id === place.id);
    }
    drawLines(lines, place, all, nodes);
  }

  /** @param {string} id */
  function moveStop(id) {
    const [before, now] = [nodes.get(stop ?? ''), nodes.get(id)];
    if (before) before.tabIndex = -1;
    if (now) now.tabIndex = 0;
    stop = id;
  }

  const lines = s('svg', { class: 'map-lines', 'aria-hidden': 'true' });
  const element = h('div', { class: 'lesson-map' }, lines,
    map.first && h('div', { class: 'map-first' }, nodes.get(map.first.id)),
    map.paths.map(({ name, about, places }, at) => {
      const id = freshId('lesson-path');
      const path = h('section', { class: 'map-path', 'aria-labelledby': id },
        h('div', { class: 'map-path-name' }, h('h3', { id }, name), h('p', { class: 'muted' }, about)),
        h('ol', {}, places.map((place) => h('li', {}, nodes.get(place.id)))));
      path.style.setProperty('--row', String(at + 2));
      return path;
    }), card);
  element.style.setProperty('--columns', String(map.columns));
  element.style.setProperty('--beside', String(map.beside));
  if (pointed) point(pointed);
  new ResizeObserver(() => pointed && drawLines(lines, pointed, all, nodes)).observe(element);
  return element;
}

/** @param {Place} place @param {boolean} isFirst whether it is the first of all */
function nodeOf({ id, number, lesson, isDone, isNext, named }, isFirst) {
  const kind = isDone ? ' is-done' : isNext ? ' is-next' : '';
  return h('button', { type: 'button', class: `map-node${kind}`, 'aria-description': lesson.summary,
    'aria-current': isNext ? 'step' : null, dataset: { lesson: id } },
    h('span', { class: 'map-number' }, isDone ? [h('span', { class: 'hidden' }, String(number)),
      h('span', { 'aria-hidden': 'true' }, '✓')] : String(number)),
    ' ', h('span', { class: 'map-title' }, lesson.title), ' ',
    lesson.topic && h('span', { class: 'map-topic' }, lesson.topic), ' ',
    h('span', { class: 'map-minutes' }, isNext && 'next · ', `${lesson.minutes} min`,
      !isNext && named.length > 0 && h('span', { class: 'map-needs' }, ` needs ${named.join(', ')}`),
      isFirst && ' · start here', isDone && h('span', { class: 'hidden' }, ' · done')));
}

const GUTTER = 5; // px from a number to the middle of the space before its column
const ABOVE = 8; // px from a number to the upper edge of its row
const CORNER = 7; // px, radius

/**
 * A line from each lesson that is needed to the one that needs it. In a row the line is an arc above the lessons;
 * otherwise it runs between columns and rows, beside the names.
 * @param {SVGElement} lines @param {Place} pointed @param {Place[]} all @param {Map<string, HTMLButtonElement>} nodes
 */
function drawLines(lines, pointed, all, nodes) {
  const box = lines.getBoundingClientRect();
  const centres = new Map(all.map(({ id, number }) => {
    const dot = nodes.get(id)?.querySelector('.map-number')?.getBoundingClientRect() ?? new DOMRect();
    return [number, { x: dot.x + dot.width / 2 - box.x, y: dot.y + dot.height / 2 - box.y, r: dot.width / 2 }];
  }));
  const onWay = [pointed, ...all.filter(({ number }) => pointed.needs.some((need) => need.number === number))];
  fill(lines, onWay.flatMap(({ number, named }) => named.flatMap((need) => {
    const [from, to] = [centres.get(need), centres.get(number)];
    if (!from || !to) return [];
    return s('path', { class: 'map-line', 'data-from': need, 'data-to': number, d: wayTo(from, to) });
  })));
}

/** @typedef {{ x: number, y: number, r: number }} Dot */

/** @param {Dot} from @param {Dot} to */
function wayTo(from, to) {
  if (Math.abs(from.y - to.y) < from.r) {
    const bend = from.y - 2.4 * from.r;
    return `M${from.x} ${from.y}C${from.x} ${bend} ${to.x} ${bend} ${to.x} ${to.y}`;
  }
  const [gutter, edge] = [from.x - from.r - GUTTER, to.y - to.r - ABOVE];
  const [down, right] = [Math.sign(edge - from.y), Math.sign(to.x - gutter)];
  return `M${from.x} ${from.y}H${gutter + CORNER}Q${gutter} ${from.y} ${gutter} ${from.y + down * CORNER}`
    + `V${edge - down * CORNER}Q${gutter} ${edge} ${gutter + right * CORNER} ${edge}`
    + `H${to.x - right * CORNER}Q${to.x} ${edge} ${to.x} ${edge + CORNER}V${to.y}`;
}

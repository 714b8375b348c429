// The map as buttons in rows, joined by lines. The arrow keys walk from lesson to lesson; one lesson is a stop of Tab.

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
  let stop = (map.next ?? map.first ?? all.at(0))?.id;
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
    show(place);
    for (const { id, number } of all) {
      nodes.get(id)?.classList.toggle('is-needed', place.needs.some((need) => need.number === number));
    }
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
  new ResizeObserver(() => drawLines(lines, map, nodes)).observe(element);
  return element;
}

/** @param {Place} place @param {boolean} isFirst whether it is the first of all */
function nodeOf({ id, number, lesson, isDone, isNext }, isFirst) {
  const kind = isDone ? ' is-done' : isNext ? ' is-next' : '';
  return h('button', { type: 'button', class: `map-node${kind}`, 'aria-description': lesson.summary,
    'aria-current': isNext ? 'step' : null, dataset: { lesson: id } },
    h('span', { class: 'map-number' }, isDone ? [h('span', { class: 'hidden' }, String(number)),
      h('span', { 'aria-hidden': 'true' }, '✓')] : String(number)),
    ' ', h('span', { class: 'map-title' }, lesson.title), ' ',
    h('span', { class: 'map-minutes' }, isNext && 'next · ', `${lesson.minutes} min`,
      isFirst && ' · start here', isDone && h('span', { class: 'hidden' }, ' · done')));
}

/**
 * A line for each path, from the first lesson to its last one; a second line over it as far as the reader has come.
 * @param {SVGElement} lines @param {LessonMap} map @param {Map<string, HTMLButtonElement>} nodes
 */
function drawLines(lines, { first, paths }, nodes) {
  const box = lines.getBoundingClientRect();
  /** @param {Place | null | undefined} place */
  const centre = (place) => {
    const dot = nodes.get(place?.id ?? '')?.querySelector('.map-number')?.getBoundingClientRect();
    return dot && { x: dot.x + dot.width / 2 - box.x, y: dot.y + dot.height / 2 - box.y };
  };
  const root = centre(first);
  const ways = paths.map(({ places, reached }) => {
    const [start, end, here] = [centre(places[0]), centre(places.at(-1)), centre(places[reached - 1])];
    if (!start || !end) return [];
    const way = (/** @type {number} */ x) => `${root
      ? `M${root.x} ${root.y}C${root.x} ${start.y} ${root.x} ${start.y} ${start.x} ${start.y}`
      : `M${start.x} ${start.y}`}H${x}`;
    return [s('path', { class: 'map-line', d: way(end.x) }),
      ...(here ? [s('path', { class: 'map-line is-reached', d: way(here.x) })] : [])];
  });
  // What the reader has reached lies over all other lines.
  fill(lines, ways.map(([line]) => line), ways.map(([, reached]) => reached));
}

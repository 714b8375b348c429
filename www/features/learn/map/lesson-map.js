// The map of lessons: paths, the lesson that comes next, and what leads where. Computed from the fields `path` and
// `needs` of the lessons. Pure.

import { PATHS } from '../lessons/paths.js';

/** @typedef {import('../lessons/schema.js').Lesson} Lesson */
/** @typedef {{ id: string, lesson: Lesson }} OnShelf */

/**
 * A lesson on the map. `number`: its place among the lessons of the page, from 1. `needs`: all lessons that come before
 * it, also those that its needs need. `named`: numbers of those that it names. `leads`: the lessons that name it.
 * @typedef {{ id: string, lesson: Lesson, number: number, isDone: boolean, isNext: boolean,
 *   needs: { number: number, minutes: number, isDone: boolean }[], named: number[],
 *   leads: { number: number, title: string }[] }} Place
 */

/**
 * `columns`: of all paths, and of the first one, beside which stands the card in at least four columns.
 * @typedef {{ first: Place | null, paths: { name: string, about: string, places: Place[] }[], next: Place | null,
 *   done: number, minutes: number, columns: number, beside: number }} LessonMap
 */

/** The name of the path of lessons that name none. */
const OTHERS = { name: 'More lessons', about: '' };
const LEAST_CARD = 4; // columns

/**
 * @param {OnShelf[]} shelf the lessons that could be read
 * @param {string[]} order of all lessons of the page
 * @param {string[]} done
 * @param {string[] | null} [plan] of the lecture that has begun
 * @returns {LessonMap}
 */
export function lessonMap(shelf, order, done, plan = null) {
  const numberOf = (/** @type {string} */ id) => order.indexOf(id) + 1;
  const wanted = plan?.find((id) => !done.includes(id) && shelf.some((one) => one.id === id)) ?? nextOf(shelf, done);
  const places = shelf.map(({ id, lesson }) => ({
    id, lesson, number: numberOf(id), isDone: done.includes(id), isNext: id === wanted,
    needs: neededBy(shelf, id).map((need) => ({ number: numberOf(need.id), minutes: need.lesson.minutes,
      isDone: done.includes(need.id) })),
    named: (lesson.needs ?? []).map(numberOf),
    leads: shelf.flatMap((other) => (other.lesson.needs?.includes(id)
      ? [{ number: numberOf(other.id), title: other.lesson.title }] : [])),
  }));
  const first = places.find(({ number, lesson }) => number === 1 && lesson.path === undefined) ?? null;
  const known = PATHS.map(({ name }) => name);
  const paths = [...PATHS, OTHERS].map(({ name, about }) => {
    const own = places.filter((place) => place !== first
      && (known.includes(place.lesson.path ?? '') ? place.lesson.path === name : name === OTHERS.name));
    return { name, about, places: own };
  }).filter((path) => path.places.length);
  const beside = paths[0]?.places.length ?? 0;
  return {
    first, paths, next: places.find(({ isNext }) => isNext) ?? null, done: places.filter(({ isDone }) => isDone).length,
    minutes: shelf.reduce((sum, { lesson }) => sum + lesson.minutes, 0),
    beside, columns: Math.max(beside + LEAST_CARD, ...paths.map(({ places: own }) => own.length)),
  };
}

/** Returns the lessons that must come before a lesson. @param {OnShelf[]} shelf @param {string} id */
function neededBy(shelf, id) {
  /** @type {Set<string>} */
  const found = new Set();
  const gather = (/** @type {string} */ one) => {
    for (const need of shelf.find((other) => other.id === one)?.lesson.needs ?? []) {
      if (!found.has(need)) {
        found.add(need);
        gather(need);
      }
    }
  };
  gather(id);
  return shelf.filter((one) => found.has(one.id) && one.id !== id);
}

/**
 * Returns the first lesson that is not done and needs nothing that is not done.
 * @param {OnShelf[]} shelf @param {string[]} done
 */
function nextOf(shelf, done) {
  const open = shelf.filter(({ id }) => !done.includes(id));
  const ready = open.find(({ lesson }) => (lesson.needs ?? []).every((id) => done.includes(id)));
  return (ready ?? open.at(0))?.id;
}

/**
 * Returns the lesson that an arrow key leads to, or null.
 * @param {LessonMap} map @param {string} id @param {string} key
 * @param {boolean} isList whether the lessons stand below each other
 * @returns {Place | null}
 */
export function walked({ first, paths }, id, key, isList) {
  const rows = [...(first ? [[first]] : []), ...paths.map((path) => path.places)];
  const y = rows.findIndex((row) => row.some((place) => place.id === id));
  const x = rows[y]?.findIndex((place) => place.id === id) ?? -1;
  if (x < 0) return null;
  const all = rows.flat();
  const at = all.findIndex((place) => place.id === id);
  const beside = (/** @type {number} */ row) => rows[row]?.[Math.min(x, rows[row].length - 1)] ?? null;
  switch (key) {
    case 'ArrowRight': return rows[y][x + 1] ?? (rows[y][x] === first ? rows[y + 1]?.[0] : null) ?? null;
    case 'ArrowLeft': return rows[y][x - 1] ?? (rows[y][x] === first ? null : first);
    case 'ArrowDown': return isList ? all[at + 1] ?? null : beside(y + 1);
    case 'ArrowUp': return isList ? all[at - 1] ?? null : beside(y - 1);
    case 'Home': return isList ? all[0] : rows[y][0];
    case 'End': return (isList ? all : rows[y]).at(-1) ?? null;
    default: return null;
  }
}

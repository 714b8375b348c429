// The conditions that the menus of the editor can show: a figure, a relation, and a number or another figure. Pure, no
// DOM.

/** @typedef {import('../lessons/expressions.js').Condition} Condition */
/** @typedef {import('../lessons/expressions.js').Lookup} Lookup */
/** @typedef {'more' | 'less' | 'same'} Relation */
/** A condition that the menus can show. `than`: a number, or a figure.
 * @typedef {{ figure: Lookup, relation: Relation, than: number | Lookup, within: number }} Simple */

export const RELATIONS = [{ value: 'more', text: 'is more than' }, { value: 'less', text: 'is less than' },
  { value: 'same', text: 'is the same as' }];

/** A condition of the menus, null for any other. @param {Condition} condition @returns {Simple | null} */
export function simpleOf(condition) {
  const { within = 0, ...rest } = /** @type {{ within?: number, same?: unknown[] }} */ (condition);
  const [[relation, parts] = ['', null]] = Object.entries(rest);
  if (!RELATIONS.some(({ value }) => value === relation) || !Array.isArray(parts)) return null;
  const [figure, than] = /** @type {any[]} */ (parts);
  const isFigure = (/** @type {any} */ one) => typeof one?.value === 'string';
  if (!isFigure(figure) || !(typeof than === 'number' || isFigure(than))) return null;
  return { figure, relation: /** @type {Relation} */ (relation), than, within };
}

/** @param {Simple} simple @returns {Condition} */
export function conditionOf({ figure, relation, than, within }) {
  return /** @type {Condition} */ ({ [relation]: [figure, than],
    ...(relation === 'same' && within ? { within } : {}) });
}

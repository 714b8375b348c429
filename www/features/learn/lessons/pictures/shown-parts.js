// What a step shows of its picture. A name with a question mark is hidden until the question is answered. Pure.

/** @typedef {'shown' | 'asked' | 'absent'} Presence `asked`: a dashed outline stands for it */

/**
 * @param {{ show: readonly string[], revealed: boolean } | null} scene null before the first step
 * @param {string} part @returns {Presence}
 */
export function presenceOf(scene, part) {
  if (scene?.show.includes(part)) return 'shown';
  if (!scene?.show.includes(`${part}?`)) return 'absent';
  return scene.revealed ? 'shown' : 'asked';
}

/** The part that the question is about, also once it is answered. @template {string} Part
 * @param {{ show: readonly string[] } | null} scene @param {{ parts: Readonly<Record<Part, string>> }} description
 */
export const askedPart = (scene, { parts }) =>
  /** @type {Part[]} */ (Object.keys(parts)).find((part) => scene?.show.includes(`${part}?`));

/**
 * What has changed since the scene that was drawn before: `isNew` for another step, `isAnswered` for an answer to the
 * question of the same step.
 * @param {import('../stage/picture.js').Scene | null} before @param {import('../stage/picture.js').Scene} next
 */
export function changeOf(before, next) {
  const isNew = before?.step !== next.step;
  return { isNew, isAnswered: !isNew && next.revealed && !before.revealed };
}

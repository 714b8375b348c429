// Which runs a step shows: its own, and the earlier ones that it is compared with. Pure.

/** @typedef {import('../../stage/picture.js').Scene} Scene */
/** @typedef {import('../../expressions.js').LessonSnapshot} Snapshot */
/**
 * `main`: the run of the step, null while it waits for the answer. `start`: the run that stands at w = 0 until then.
 * `before`, `first`: earlier runs, if the step names them. `isAnew`: the question trains a run of its own.
 * @typedef {{ main: Snapshot | null, start: Snapshot | null, before: Snapshot | null, first: Snapshot | null,
 *   isAnew: boolean }} Runs
 */

/** @param {Scene} scene @returns {Runs | null} null until the page is set up */
export function runsOf(scene) {
  const { open, step, show, revealed } = scene;
  const { now, after } = open.snapshots[open.step] ?? {};
  if (!now) return null;
  const isAnew = step.question?.state !== undefined;
  const main = !isAnew ? now : revealed && after ? after : null;
  const names = rememberedBefore(scene);
  const earlier = names.map((name) => open.remembered[name]).filter((run) => run && run.reports !== now.reports);
  const last = isAnew && now.reports.length > 1 ? now : earlier.at(-1);
  return { main, start: isAnew ? now : null, isAnew,
    before: show.includes('before') ? last ?? null : null,
    first: show.includes('first') ? earlier[0] ?? null : null };
}

/** The names of the runs that are remembered up to a step, the first one first. @param {Scene} scene */
function rememberedBefore({ open: { lesson, step } }) {
  return lesson.steps.slice(0, step + 1).flatMap(({ remember, question }, at) =>
    [remember, at < step ? question?.remember : undefined].filter((name) => name !== undefined));
}

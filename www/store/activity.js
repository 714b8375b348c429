// Whether iterations follow each other by themselves. Pure.

/**
 * The slices that this depends on.
 * @typedef {{ run: { status: string, steps?: number } | null, playback: { playing: boolean } }} Activity
 */

/**
 * Returns whether training or Play moves the page from one iteration to the next. A single Step does not count.
 * @param {Activity} state
 */
export function isMoving({ run, playback }) {
  return playback.playing || run?.status === 'running' || (run?.status === 'stepping' && (run.steps ?? 1) > 1);
}

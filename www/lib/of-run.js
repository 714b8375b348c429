// Whether a reply of the worker is about the current run. Pure.

/**
 * Returns the reply if it is about the run, else null, because a reply to an earlier request may come late.
 * @template {{ run: number }} Reply
 * @param {Reply | null | undefined} reply
 * @param {{ id: number } | null | undefined} run
 * @returns {Reply | null}
 */
export function ofRun(reply, run) {
  return reply && reply.run === run?.id ? reply : null;
}

// Runs stages in parallel if they need different resources, and keeps their output separate.

import { writingTo } from './steps.mjs';

/**
 * Runs lists of stages in parallel. The output of the first list is shown at once. The output of the other lists is
 * shown stage by stage between its stages, and at once after the first list has ended.
 *
 * @template S
 * @param {S[][]} lanes
 * @param {(stage: S) => Promise<void>} perform
 * @param {(text: string) => void} [show]
 */
export async function inLanes([first = [], ...others], perform, show = (text) => void process.stdout.write(text)) {
  let leading = first.length > 0;
  let finished = '';
  const holders = others.map(() => ({ held: '' }));
  const release = () => {
    const text = finished;
    finished = '';
    if (text) show(text);
  };
  const releaseAll = () => {
    release();
    for (const holder of holders) {
      if (holder.held) show(holder.held);
      holder.held = '';
    }
  };
  const lead = async () => {
    for (const stage of first) {
      await perform(stage);
      release();
    }
    leading = false;
    releaseAll();
  };
  const follow = async (/** @type {S[]} */ lane, /** @type {{ held: string }} */ holder) => {
    for (const stage of lane) {
      await writingTo((text) => {
        if (leading) holder.held += text;
        else show(text);
      }, () => perform(stage));
      finished += holder.held;
      holder.held = '';
      if (!leading) release();
    }
  };
  await Promise.all([lead(), ...others.map((lane, index) => follow(lane, holders[index]))]);
}

// Two documents on their ways through a tree: where they part, every split that they meet, and the chart of their
// scores tree by tree. The views of a run and of the model of a file share it. Knows no run and no model.

import { count, plural, sentence, signed } from '../lib/format.js';
import { documentName } from '../lib/document-name.js';
import { documentOptions } from '../ui/document-options.js';
import { fill, h, say } from '../ui/dom.js';
import { selectField } from '../ui/fields.js';
import { quietWhileMoving } from '../ui/live-regions.js';
import { sizedPicture } from '../ui/sized-picture.js';
import { smallChart } from './small-chart.js';
import { partingOf, stepsOf } from './tree-words.js';

/** @typedef {import('../wasm/rankscope.js').TreeNode} TreeNode */
/** @typedef {import('../wasm/rankscope.js').TreePaths} TreePaths */
/** @typedef {import('../ui/explanation-view.js').Pair} Pair */
/** @typedef {import('../ui/explanation-view.js').RankedQuery} RankedQuery */

/**
 * What the core said of two documents, by their index in the query; equal ones are one document alone.
 * @typedef {{ documents: readonly [number, number], value: TreePaths | null, problem: string }} Reply
 */
/**
 * What is shown. `ranked`: the query with the documents; null: none, and `without` says so. `reply`: null until it is
 * there. `round` and `sum`: of the tree, as in `NamedTerm`.
 * @typedef {{ nodes: TreeNode[], weight: number, round: number, sum: string, ranked: RankedQuery | null | undefined,
 *   without: string, reply: Reply | null, nameOf: (feature: number) => string }} Shown
 */

const NONE = ''; // no second document

/**
 * The choice of both documents, the second of which may be none.
 * @param {(change: Partial<Pair>) => void} choose
 * @param {() => void} update is called when the first document is to be alone
 */
export function pairChoice(choose, update) {
  let isAlone = false;
  const first = selectField('Document A', (value) => choose({ first: Number(value) }));
  const second = selectField('Document B', (value) => {
    isAlone = value === NONE;
    if (isAlone) update();
    else choose({ second: Number(value) });
  });
  return {
    elements: [first.element, second.element],
    /** @param {Pair | null} pair @param {RankedQuery | null | undefined} ranked */
    update(pair, ranked) {
      const options = ranked ? documentOptions(ranked) : [];
      first.select.disabled = second.select.disabled = !pair;
      first.update(options, String(pair?.first ?? NONE), null);
      second.update([{ value: NONE, text: 'none' }, ...options], isAlone || !pair ? NONE : String(pair.second), null);
    },
    /** The documents to follow, the first one twice if it is alone. @param {Pair} pair @returns {[number, number]} */
    documents: ({ first, second }) => [first, isAlone ? first : second],
  };
}

/** @param {import('../store/store.js').Store<import('../store/activity.js').Activity, never>} store */
export function treeWays(store) {
  /** @type {Shown | null} */
  let now = null;
  const words = h('p', { class: 'tree-words' });
  quietWhileMoving(store, words);
  const ways = h('div', { class: 'tree-ways' });
  const drawn = h('div', { class: 'tree-chart' });
  const chart = h('div', { hidden: true }, h('h3', {}, 'Score of A minus score of B, tree by tree'), drawn);
  const draw = sizedPicture(drawn, (width) => chartOf(now, width));
  return {
    words, ways, chart,
    /** @param {Shown} shown */
    update(shown) {
      const { nodes, weight, sum, reply, ranked, nameOf } = shown;
      // What was told stays until the reply.
      if (ranked && !reply) return;
      now = shown;
      const paths = reply?.value;
      const isPair = Boolean(paths) && isOfTwo(reply);
      chart.hidden = !isPair;
      if (!reply || !paths || !ranked) {
        fill(ways);
        return say(words, reply ? sentence(reply.problem) : shown.without);
      }
      const steps = [0, 1].map((place) =>
        stepsOf(nodes, weight, paths.nodes[place], paths.values[place], nameOf, sum));
      say(words, isPair ? partingOf(nodes, weight, paths, nameOf) : steps[0].at(-1) ?? '');
      fill(ways, (isPair ? ['A', 'B'] : ['A']).map((letter, place) => {
        const document = reply.documents[place];
        return h('div', { class: `way way-${letter.toLowerCase()}` },
          h('h3', {}, h('b', { class: 'on-way' }, letter), ` ${documentName(ranked.documents[document], document)}`),
          h('ol', {}, steps[place].map((step) => h('li', {}, step))));
      }));
      if (isPair) draw();
    },
  };
}

/** The nodes that the documents pass, for the picture of the tree. @param {Reply | null} reply */
export function waysOf(reply) {
  const [a, b] = reply?.value?.nodes ?? [];
  /** @type {import('./tree-picture.js').Ways} */
  const ways = {};
  if (a) ways.A = new Set(a);
  if (b && isOfTwo(reply)) ways.B = new Set(b);
  return ways;
}

/** @param {Reply | null} reply */
const isOfTwo = (reply) => reply !== null && reply.documents[0] !== reply.documents[1];

/** @param {Shown | null} shown @param {number} width */
function chartOf(shown, width) {
  const ys = shown?.reply?.value?.differences;
  if (!shown || !ys) return null;
  const { round } = shown;
  return [smallChart(width, { xs: ys.map((_, at) => at + 1), ys, axis: 'rounds', marked: round, format: count,
    label: `Score of A minus score of B: ${signed(ys[0])} after round 1, ${signed(ys[ys.length - 1])} after `
      + `${plural(ys.length, 'round')}.` }),
  h('p', { class: 'muted' }, `At the mark, after round ${round + 1}: ${signed(ys[round])}. `
    + `After all ${plural(ys.length, 'round')}: ${signed(ys[ys.length - 1])}, the difference of both scores.`)];
}

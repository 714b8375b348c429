// The oracle picture: the reader's list beside the oracle's. Loss, margin and H of both stand below as bars, the margin
// cut off the loss. The reader drags rows and looks for a large H.

import './oracle.css';
import { messageOf } from '../../../../core/errors.js';
import { fixed } from '../../../../lib/format.js';
import { fill, h, say } from '../../../../ui/dom.js';
import { changeOf, presenceOf } from './shown-parts.js';
import { allLists } from './all-lists.js';
import { barsOf, worthOf } from './oracle-bars.js';
import { OracleRun } from './oracle-run.js';
import { moveInOrder, ownOrder } from './own-order.js';
import { RowList, rowParts } from './row-list.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */
/** @typedef {import('./own-order.js').OwnOrder} OwnOrder */
/** @typedef {import('../figures/small-run.js').SmallRun} SmallRun */
/** @typedef {import('./oracle-bars.js').Worth} Worth */
/** `margin` and `h`: bars below the loss; `oracle`: the oracle's list and bars; `lists`: a cell for every list. */
export const description = {
  name: 'Two lists', shows: 'the reader’s list beside the oracle’s, with loss, margin and H',
  parts: { margin: 'margin', h: 'H', oracle: 'oracle, worst (list)', lists: 'lists (all)' },
};

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export function create({ store, announce }) {
  const oracleRun = new OracleRun();
  /** The largest H that the reader has found at this w. */
  let best = -Infinity;
  /** The order at the step's begin; empty once the reader has built another list. */
  let begun = '';
  /** @type {Worth | null} */
  let own = null;
  /** @type {Scene | null} */
  let scene = null;
  const caption = h('p', { class: 'oracle-caption' });
  const list = new RowList({
    label: 'Your list',
    move: (document, to) => moveInOrder(store, document, to),
    rest: (document) => {
      const order = ownOrder(store, store.get());
      if (!order || !own || !scene) return;
      const { name } = rowParts(0, order.documents[document], document, 1);
      announce(`${name} at rank ${order.list.indexOf(document) + 1}: ${wordsOf(own, shownBars(scene))}.`);
    },
  });
  const theirs = h('ol', { class: 'stage-rows' });
  const frame = h('div', { class: 'oracle-frame' }, theirs,
    h('span', { class: 'oracle-sign', 'aria-hidden': 'true' }, '?'));
  const status = h('span', { class: 'oracle-note' });
  const side = h('section', { class: 'oracle-side theirs', 'aria-label': 'The oracle’s list' },
    h('div', { class: 'oracle-head' }, h('h3', {}, 'The oracle’s list'), status), frame);
  const mine = barsOf('Your list in bars');
  const found = barsOf('The oracle’s list in bars');
  const cells = allLists();
  const problem = h('p', { class: 'problem' });
  const element = h('div', { class: 'rows-picture' },
    h('section', { class: 'list-picture oracle', 'aria-label': 'Your list and the oracle’s' }, caption,
      h('div', { class: 'oracle-lists' },
        h('section', { class: 'oracle-side', 'aria-label': 'Your list' },
          h('div', { class: 'oracle-head' }, h('h3', {}, 'Your list'),
            h('span', { class: 'oracle-note' }, 'drag a row')),
          list.element), side, cells.element),
      h('div', { class: 'oracle-bars' }, mine.element, found.element), problem));

  /** @param {Scene} next */
  function update(next) {
    const order = ownOrder(store, next.state);
    if (!order || !next.ready) return;
    const { isNew, isAnswered } = changeOf(scene, next);
    if (isNew || isAnswered) [best, begun] = [-Infinity, order.list.join()];
    scene = next;
    problem.hidden = true;
    try {
      const run = oracleRun.of(scene);
      if (run) draw(scene, order, run);
    } catch (error) {
      problem.hidden = false;
      say(problem, `The picture could not be drawn: ${messageOf(error)}.`);
    }
  }

  /** @param {Scene} scene @param {OwnOrder} order @param {SmallRun} run */
  function draw(scene, order, run) {
    const iteration = Math.min(run.iterations, scene.state.cursor.iteration);
    const query = scene.state.query ?? 0;
    const answer = oracleRun.answerAt(run, iteration, query);
    own = worthOf(run.training.value(iteration, query, Uint32Array.from(order.list)));
    best = Math.max(best, own.hinge);
    list.update(order.list, order.documents);
    const oracle = presenceOf(scene, 'oracle');
    const shown = shownBars(scene);
    side.hidden = oracle === 'absent';
    frame.classList.toggle('asked', oracle === 'asked');
    drawList(theirs, oracle === 'shown' ? answer.list : null, order);
    say(status, oracle === 'shown' ? `largest H of ${answer.lists} lists` : 'hidden');
    mine.update({ title: shown.hinge === 'absent' ? 'Your list' : 'Your H', worth: own, range: answer, shown, best });
    found.element.hidden = oracle === 'absent';
    found.update({ title: 'The oracle’s H', worth: answer.worth, range: answer, best: null,
      shown: { loss: oracle, margin: oracle, hinge: oracle } });
    const lists = presenceOf(scene, 'lists');
    cells.element.hidden = lists === 'absent';
    element.classList.toggle('one-sum', oracle === 'absent');
    element.classList.toggle('alone', oracle === 'absent' && lists === 'absent');
    if (lists !== 'absent') cells.update(lists === 'shown' ? run : null, query, order.documents);
    if (order.list.join() !== begun) begun = '';
    fill(caption, captionOf(shown.hinge, oracle, begun ? null : best));
  }
  return { element, update, end: () => oracleRun.end() };
}

/** Which bars of the reader's list are shown. @param {Scene} scene */
const shownBars = (scene) => ({ loss: /** @type {const} */ ('shown'), margin: presenceOf(scene, 'margin'),
  hinge: presenceOf(scene, 'h') });

/** The bars that are shown, in words. @param {Worth} worth @param {ReturnType<typeof shownBars>} shown */
const wordsOf = ({ words }, { margin, hinge }) =>
  [words.loss, margin === 'shown' && words.margin, hinge === 'shown' && words.hinge].filter(Boolean).join(', ');

/** @typedef {import('./shown-parts.js').Presence} Presence */
/** @param {Presence} hinge @param {Presence} oracle @param {number | null} best null until the reader builds a list */
function captionOf(hinge, oracle, best) {
  if (oracle === 'shown') return ['The largest H is the slack of this search.'];
  const how = h('span', { class: hinge === 'shown' ? 'for-hands wide-only' : 'for-hands' },
    'Drag a row: the bars follow. ');
  return [how, ...(hinge === 'shown' && best !== null ? ['Your largest H at this ', h('i', { class: 'w-letter' }, 'w'),
    `: ${fixed(best, 3)}.`] : [])];
}

/**
 * A hidden list has rows of fixed size without words.
 * @param {HTMLElement} place @param {number[] | null} list @param {OwnOrder} order
 */
function drawList(place, list, { documents }) {
  const key = list ? list.join() : 'hidden';
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  const most = Math.max(...documents.map(({ grade }) => grade));
  fill(place, documents.map((_, rank) => {
    if (!list) {
      return h('li', { class: 'stage-row blank' }, h('span', { class: 'stage-rank' }, rank + 1),
        h('span', { class: 'blank-bar' }));
    }
    const { nodes, shade } = rowParts(rank, documents[list[rank]], list[rank], most);
    return h('li', { class: 'stage-row', dataset: { shade } }, nodes);
  }));
}

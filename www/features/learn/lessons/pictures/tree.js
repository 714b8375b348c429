// The last tree of the run at its iteration, and the ways of two documents through it: A is the first one of the query,
// and the handle chooses B. The step has lines of its own.

import '../../../../pictures/trees.css';
import './chart/chart.css';
import './tree.css';
import { fill, h, s, say } from '../../../../ui/dom.js';
import { signed } from '../../../../lib/format.js';
import { documentName } from '../../../../lib/document-name.js';
import { wayOf } from '../../../../pictures/tree-layout.js';
import { treePicture } from '../../../../pictures/tree-picture.js';
import { namedTerms } from '../../../inspect/model/named-terms.js';
import { featureName } from '../../../inspect/model/weight-names.js';
import { pictureFrame } from './drawn-frame.js';
import { changeOf, presenceOf } from './shown-parts.js';
import { animatedSlider, shareOf } from './value-slider.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */
/** @typedef {import('../../../../wasm/rankscope.js').TreeNode} TreeNode */

/** `half`: until it is shown, the handle stops in the middle of the documents. */
export const description = {
  name: 'Tree',
  shows: 'one tree of the model, and the ways of two documents through it. The step has data of its own',
  parts: { ways: 'way, follow', half: 'B' },
};

/** Letters of 16 and 14 px. */
const WIDE = { left: 36, top: 64, width: 812, track: { left: 70, right: 784, y: 570 },
  sizes: { row: 120, leaf: /** @type {const} */ ([232, 56]), split: 96, narrowest: 150, widest: 200, gap: 52, pad: 12,
    word: /** @type {const} */ ([34, 22]) } };
const PHONE = { left: 0, top: 28, width: 390, track: { left: 30, right: 360, y: 306 },
  sizes: { row: 66, leaf: /** @type {const} */ ([92, 46]), split: 84, narrowest: 84, widest: 118, gap: 27, pad: 4,
    word: /** @type {const} */ ([25, 18]) } };

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new TreePicture(context);

class TreePicture {
  #frame = pictureFrame({ label: 'One tree', kind: 'chart-stage tree-stage', redraw: () => this.#draw() });
  element = this.#frame.element;
  #place = h('div', { class: 'tree-room' });
  /** @type {Scene | null} */
  #scene = null;
  /** The place of B among the documents. */
  #second = 0;
  #slider;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#frame.canvas.append(this.#place);
    this.#slider = animatedSlider(this.#frame, {
      range: () => [0, this.#last()], value: () => this.#second,
      valueAt: ([x]) => (this.#documents().length - 1) * shareOf(this.#layout().track, x),
      take: (to) => { this.#second = to; },
      words: () => this.#words(), announce,
    });
  }

  /** @param {Scene} next */
  update(next) {
    const { isNew, isAnswered } = changeOf(this.#scene, next);
    this.#scene = next;
    if (isNew) this.#second = 0;
    if (isAnswered || (isNew && next.revealed)) this.#second = this.#last();
    this.#draw();
  }

  #layout() {
    return this.#frame.isPhone() ? PHONE : WIDE;
  }

  #documents() {
    return this.#scene?.state.snapshot?.pulls?.documents ?? [];
  }

  /** The last place that the handle reaches. */
  #last() {
    const last = Math.max(0, this.#documents().length - 1);
    return presenceOf(this.#scene, 'half') === 'asked' ? Math.ceil(last / 2) : last;
  }

  /** @returns {TreeNode[]} */
  #nodes() {
    const scorer = this.#scene?.state.snapshot?.scorer?.scorer;
    const weak = scorer ? namedTerms(scorer).at(-1)?.term.weak : null;
    return weak?.kind === 'tree' ? weak.nodes : [];
  }

  /** The way of a document, with the value of its leaf. @param {number} at @param {TreeNode[]} nodes */
  #way(at, nodes) {
    const line = this.#scene?.lines?.[(this.#documents()[at].line ?? 0) - 1] ?? '';
    const way = wayOf(nodes, (feature) => Number(line.match(new RegExp(` ${feature + 1}:(\\S+)`))?.[1] ?? 0));
    return { nodes: new Set(way), value: nodes[way[way.length - 1]].value };
  }

  #words() {
    const nodes = this.#nodes();
    return nodes.length === 0 ? '' : [0, this.#second].map((at, place) => `${place ? 'B' : 'A'}, `
      + `${documentName(this.#documents()[at], at)}: ${signed(this.#way(at, nodes).value)}`).join('. ');
  }

  #draw() {
    const [nodes, documents, scene] = [this.#nodes(), this.#documents(), this.#scene];
    if (!scene || !nodes.length || !documents.length || !scene.lines) return;
    const { left, top, width, track, sizes } = this.#layout();
    const isPhone = this.#frame.isPhone();
    const words = this.#words();
    const x = (/** @type {number} */ at) =>
      track.left + (at * (track.right - track.left)) / Math.max(1, documents.length - 1);
    const last = this.#last();
    this.#frame.show(words,
      s('line', { class: 'chart-track', x1: x(0), x2: x(last), y1: track.y, y2: track.y }),
      last < documents.length - 1 && s('line', { class: 'chart-track closed', x1: x(last) + 4,
        x2: x(documents.length - 1), y1: track.y, y2: track.y }),
      documents.flatMap((document, at) => [s('circle', { class: 'chart-stop', cx: x(at), cy: track.y, r: 4 }),
        isPhone && at % (documents.length - 1) !== 0 ? null
          : s('text', { class: 'axis', x: x(at), y: track.y + (isPhone ? 40 : 46), 'text-anchor': 'middle' },
            documentName(document, at))]),
      s('text', { class: 'strong', x: x(0), y: track.y - 30, 'text-anchor': 'middle' }, this.#second ? 'A' : 'A B'),
      this.#second ? s('text', { class: 'strong', x: x(this.#second), y: track.y - 30, 'text-anchor': 'middle' }, 'B')
        : null);
    const tree = treePicture(nodes, (feature) => featureName(scene.state, feature),
      { A: this.#way(0, nodes).nodes, B: this.#way(this.#second, nodes).nodes }, width, sizes,
      { documents: 'cups', gain: 'better by' });
    const scale = this.#frame.canvas.clientWidth / (isPhone ? 390 : 848);
    this.#place.style.transform = `scale(${scale}) translate(${left}px, ${top}px)`;
    this.#place.classList.toggle('phone', isPhone);
    fill(this.#place, tree);
    say(this.#frame.caption, words);
    this.#slider.show('Document B', [x(this.#second), track.y], words);
  }
}

// The gallery of figures: a small picture for each, which chooses the study that repeats the figure.

import { count, plural } from '../../../../lib/format.js';
import { fill, h } from '../../../../ui/dom.js';
import { handOn } from '../../../../ui/focus.js';
import { keptChoice } from '../../../../ui/kept-choice.js';
import { isNarrow } from '../../../../ui/media.js';
import { paperOf } from '../study-state.js';
import { verdictMark } from '../verdict.js';
import { claimsFor, plotFor } from './kept-picture.js';
import { tilePicture } from './tile-picture.js';

/** @typedef {import('../study-state.js').StudyStore} Store */
/** @typedef {import('../study-state.js').BuiltInStudy} BuiltInStudy */
/** @typedef {import('./gallery.js').Tile} Tile */
/** @typedef {import('./kept-picture.js').KeptPicture} KeptPicture */

/** Whether the user has folded the gallery beside a study, or opened it. */
const KEPT = keptChoice('gallery');

/** Whether the gallery would be more than the window shows beside a study. */
const isShort = () => matchMedia('(height < 56.25em)').matches;

/** Whether the gallery is open beside a study: as the user left it, else where the window is high. */
function isOpenBeside() {
  if (isNarrow()) return false;
  const kept = KEPT.read();
  return kept === null ? !isShort() : kept === 'open';
}

/**
 * The gallery, folded or not.
 * @param {Store} store
 * @param {() => ReturnType<typeof import('./gallery.js').galleryOf>['groups']} groups
 */
export function galleryPart(store, groups) {
  const place = h('div', { class: 'gallery-papers' });
  const summary = h('summary', { onclick: () => {
    // The click changes the fold after this. Without a study the gallery is the page, and its fold means nothing.
    const { chosen, shownFigure } = store.get().study;
    if ((chosen || shownFigure) && !isNarrow()) KEPT.write(details.open ? 'folded' : 'open');
  } }, 'All figures');
  const details = h('details', { class: 'gallery', open: true }, summary,
    h('p', { class: 'note' }, 'Grey is what a paper prints, colour what this device has computed.'), place);
  /** @type {ReturnType<typeof tileView>[]} */
  let views = [];
  const update = () => {
    const { pictures, chosen, shownFigure } = store.get().study;
    for (const view of views) view.update(pictures, shownFigure ? null : paperOf(chosen), shownFigure);
  };
  store.watch(({ study }) => [study.pictures, paperOf(study.chosen), study.shownFigure], update);
  // On a narrow screen the gallery stands above the study, on others beside it.
  store.watch(({ study }) => [study.chosen !== null || study.shownFigure !== null, study.chosen, study.shownFigure],
    ([isChosen]) => {
      if (isChosen && !isOpenBeside()) handOn(details, () => { details.open = false; }, summary);
      else if (!isChosen) details.open = true;
    });
  return {
    element: details,
    /** Makes the tiles anew. */
    render() {
      views = [];
      fill(place, groups().map(({ paper, tiles }) => {
        const made = tiles.map((tile) => tileView(store, tile));
        views.push(...made);
        return h('section', {}, h('h4', {}, paper.paper, h('small', {}, ` ${paper.by}`)),
          h('ul', { class: 'gallery-tiles', 'aria-label': paper.paper }, made.map(({ element }) => element)));
      }));
      update();
    },
  };
}

/** @param {Store} store @param {Tile} tile */
function tileView(store, tile) {
  const { figure, studies: [study, ...others] } = tile;
  const picture = h('span', {});
  const state = h('small', {});
  const marks = h('span', { class: 'tile-marks' });
  const button = h('button', { type: 'button', class: 'tile', onclick: () => openTile(store, tile) },
    picture, h('span', { class: 'tile-name' }, figure.figure.replace(/^./, (letter) => letter.toUpperCase())),
    h('span', { class: 'tile-title' }, figure.title), state, marks);
  const links = others.map((other) => ({ other, link: h('button', { type: 'button', class: 'quiet tile-other',
    onclick: () => choose(store, other.name) }, `Also: ${other.outline.title}`) }));
  /** @type {KeptPicture | null | undefined} */
  let shown;
  const press = (/** @type {boolean} */ isPressed) => {
    const isNew = isPressed && button.getAttribute('aria-pressed') === 'false';
    button.setAttribute('aria-pressed', String(isPressed));
    // A chosen study makes the gallery narrow, which moves the tile.
    if (isNew && !isNarrow()) requestAnimationFrame(() => button.scrollIntoView({ block: 'nearest' }));
  };
  return {
    element: h('li', {}, button, links.map(({ link }) => link)),
    /** @param {Record<string, KeptPicture>} pictures @param {{ isBuiltIn: boolean, name: string } | null} chosen
     * @param {string | null} shownFigure */
    update(pictures, chosen, shownFigure) {
      const isChosen = (/** @type {BuiltInStudy} */ one) => chosen?.isBuiltIn === true && chosen.name === one.name;
      press(study ? isChosen(study) : shownFigure === tile.key);
      for (const { other, link } of links) link.setAttribute('aria-pressed', String(isChosen(other)));
      const kept = keptFor(tile, pictures);
      if (kept === shown) return;
      shown = kept;
      fill(picture, tilePicture(tile, kept));
      fill(state, stateOf(tile, kept));
      const claims = claimsFor(kept, tile.key);
      marks.hidden = !claims.length;
      fill(marks, claims.map(({ claim, verdict }) => verdictMark(claim, verdict)));
    },
  };
}

/**
 * The results that a tile shows: of the first study with a plot of the figure, else of the first with results. Results
 * of another text are not shown.
 * @param {Tile} tile @param {Record<string, KeptPicture>} pictures
 */
function keptFor({ figure, studies }, pictures) {
  const all = studies.flatMap(({ name, json }) => {
    const kept = Object.hasOwn(pictures, name) ? pictures[name] : null;
    return kept?.json === json && kept.done > 0 ? [kept] : [];
  });
  return all.find((one) => plotFor(one, figure.shows)) ?? all[0] ?? null;
}

/** In what state a figure is, in words. @param {Tile} tile @param {KeptPicture | null} kept */
function stateOf({ figure: { needs, exact, opens }, studies: [study] }, kept) {
  if (exact) return 'exact, by the formulas';
  if (!study) return opens ? `opens ${opens.name}` : 'no study yet';
  const far = !kept ? `not run, ${plural(study.outline.trainings, 'training')}`
    : (kept.done < kept.cells ? `${count(kept.done)} of ${plural(kept.cells, 'cell')}` : 'done')
      + (kept.name === study.name ? '' : ' with the other study');
  return needs ? `${far}. † needs ${needs}` : far;
}

/** @param {Store} store @param {string} name of a study */
function choose(store, name) {
  store.dispatch({ type: 'study/set', change: { shownFigure: null } });
  store.dispatch({ type: 'study/choose', name });
}

/** @param {Store} store @param {Tile} tile */
function openTile(store, { key, figure: { opens }, studies: [study] }) {
  if (study) return choose(store, study.name);
  if (opens?.panel) return store.dispatch({ type: 'panel', panel: opens.panel, open: true });
  store.dispatch({ type: 'study/set', change: { shownFigure: key } });
}

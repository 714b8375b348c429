// The chosen study: what it is, Run study and Cancel, and how far it is.

import { count, plural } from '../../../lib/format.js';
import { h, say } from '../../../ui/dom.js';
import { isNarrow, scrollTo } from '../../../ui/media.js';
import { dataChoice } from './data-choice.js';
import { doneOf, progressText } from './study-plan.js';

/** @typedef {import('./study-state.js').StudyStore} Store */

/** @param {Store} store */
export function runPart(store) {
  const title = h('h3', {});
  const paper = h('p', {});
  const here = h('p', {});
  const about = h('details', { class: 'study-about' }, h('summary', {}, 'About this study'), paper, here);
  const size = h('p', { class: 'muted' });
  const run = h('button', { type: 'button', class: 'primary', onclick: () => {
    if (run.getAttribute('aria-disabled') !== 'true') store.dispatch({ type: 'study/run' });
  } }, 'Run study');
  const cancel = h('button', { type: 'button', title: 'Stop at once; finished cells stay',
    onclick: () => store.dispatch({ type: 'study/cancel' }) }, 'Cancel');
  const { choice, told } = dataChoice(store);
  const bar = h('progress', { 'aria-label': 'Work done' });
  const progress = h('p', { class: 'study-progress' });
  const spoken = h('p', { class: 'study-spoken', 'aria-live': 'polite' });

  // On a narrow screen the list of studies is above.
  store.watch(({ study }) => [study.cells], ([cells]) => {
    if (cells && isNarrow()) requestAnimationFrame(() => scrollTo(title));
  });
  store.watch(({ study }) => [study.outline, study.cells, study.missing], ([outline, cells, missing]) => {
    if (!outline) return;
    say(title, outline.title);
    say(paper, outline.found && `The paper: ${outline.found}`);
    say(here, outline.here && `Here: ${outline.here}`);
    paper.hidden = !outline.found;
    here.hidden = !outline.here;
    about.hidden = !outline.found && !outline.here;
    const unique = new Set(cells?.map(({ key }) => key)).size;
    say(size, `${plural(outline.cells, 'cell')}, ${plural(outline.trainings, 'training')}.`
      + (cells && unique < outline.cells ? ` ${count(outline.cells - unique)} of the cells equal others and share `
        + 'their trainings.' : '')
      + (!cells && !missing.length && !store.get().study.failure ? ' Reading the data …' : ''));
  });
  // Results need the room of the text.
  store.watch(({ study }) => [study.chosen, study.status === 'none'], ([, isNew]) => { about.open = isNew; });
  store.watch(({ study }) => [study], ([study]) => {
    const { status, marks, cells } = study;
    const running = status === 'running';
    run.setAttribute('aria-disabled', String(running || !cells || status === 'done' && !study.reasons.size));
    cancel.disabled = !running;
    bar.hidden = !running;
    Object.assign(bar, { max: Math.max(1, marks.length), value: doneOf(marks) });
    say(progress, progressText(study));
    progress.classList.toggle('problem', status === 'failed');
  });
  // A screen reader hears the beginning, each quarter, and the end.
  store.watch(({ study: { status, marks, note } }) => [
    status, Math.floor(4 * doneOf(marks) / (marks.length || 1)), note,
  ], () => say(spoken, progressText(store.get().study)));
  return h('section', { class: 'study-run', 'aria-label': 'The chosen study' },
    h('div', { class: 'study-head' }, title, h('div', { class: 'study-on' }, choice, size), told), about,
    h('div', { class: 'study-buttons' }, run, cancel, progress), bar, spoken);
}

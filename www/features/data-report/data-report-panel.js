// The data report: sizes, grades, features that order the data alone, and findings with their places.

import './data-report.css';
import { count, fixed, percent, plural, sentence } from '../../lib/format.js';
import { fill, h } from '../../ui/dom.js';
import { lengthsView } from './histogram-view.js';

/** @typedef {import('../../wasm/rankscope.js').DataReport} DataReport */
/** @typedef {import('../../wasm/rankscope.js').Place} Place */

const SHOWN_FEATURES = 10;

/** What stands in it. @param {import('./data-report-state.js').ReportStore} store */
export function body(store) {
  const place = h('div', { class: 'data-report', 'aria-live': 'polite' });
  store.watch(({ datareport, data }) => [datareport.told, data], ([told, data]) => {
    if (!data) return fill(place, h('p', { class: 'muted' }, 'No data are loaded.'));
    if (told?.of !== data) return fill(place, h('p', { class: 'muted' }, 'Reading the data …'));
    if (!told.report) return fill(place, h('p', { class: 'problem' }, sentence(told.problem)));
    fill(place, h('div', { class: 'data-report-facts' }, sizes(told.report),
      told.lengths && lengthsView(told.lengths), grades(told.report), features(told.report)), findings(told.report));
  });
  return [place];
}

/** @param {DataReport} report */
function sizes({ overview: { files, documents_per_query: lengths, zero_share: zeros, missing_share: gaps } }) {
  return h('section', {}, h('h3', {}, 'Sizes'),
    h('table', { class: 'numbers' }, h('caption', { class: 'hidden' }, 'Sizes of the data'),
      h('thead', {}, h('tr', {}, ['data', 'queries', 'documents', 'features'].map((head) =>
        h('th', { scope: 'col' }, head)))),
      h('tbody', {}, files.map((file) => h('tr', {}, h('th', { scope: 'row' }, file.name),
        [file.queries, file.documents, file.features].map((number) => h('td', {}, count(number))))))),
    h('p', { class: 'muted' }, `Documents per query: ${count(lengths.lowest)} to ${count(lengths.highest)}, median `
      + `${count(lengths.median)}, mean ${fixed(lengths.mean, 1)}. Of all values ${percent(zeros)} are 0, `
      + `${percent(gaps)} are missing.`));
}

/** @param {DataReport} report */
function grades({ overview: { grades: all, documents, queries } }) {
  const most = Math.max(1, ...all.map((one) => one.documents));
  return h('section', {}, h('h3', {}, 'Grades'),
    h('table', { class: 'numbers data-bars' }, h('caption', { class: 'hidden' }, 'Documents of each grade'),
      h('thead', {}, h('tr', {}, ['grade', 'documents', 'share', 'queries'].map((head) =>
        h('th', { scope: 'col' }, head)))),
      h('tbody', {}, all.map((one) => h('tr', {}, h('th', { scope: 'row' }, count(one.grade)),
        h('td', { class: 'bar-cell' }, bar(one.documents / most), count(one.documents)),
        h('td', {}, percent(one.documents / Math.max(1, documents))),
        h('td', {}, `${count(one.queries)} of ${count(queries)}`))))));
}

/** @param {DataReport} report */
function features({ features: all, random_ndcg: random }) {
  const best = all.filter(({ ndcg }) => ndcg !== undefined).slice(0, SHOWN_FEATURES);
  if (!best.length) return null;
  return h('section', {}, h('h3', {}, 'Features that order the data alone'),
    h('table', { class: 'numbers data-bars' }, h('caption', { class: 'hidden' }, 'Measures of single features'),
      h('thead', {}, h('tr', {}, ['feature', 'order', 'NDCG@10', 'AUC'].map((head) =>
        h('th', { scope: 'col' }, head)))),
      h('tbody', {}, best.map(({ feature, name, ndcg, auc, descending }) => h('tr', {},
        h('th', { scope: 'row' }, name ?? `feature ${feature}`), h('td', {}, descending ? 'high first' : 'low first'),
        h('td', { class: 'bar-cell' }, bar(ndcg ?? 0), fixed(ndcg ?? NaN, 3)),
        h('td', {}, auc === undefined ? '–' : fixed(auc, 3)))))),
    h('p', { class: 'muted' }, random === undefined ? '' : `A random order has NDCG@10 = ${fixed(random, 3)}. `,
      all.length > best.length && `The best ${count(best.length)} of ${plural(all.length, 'feature')}.`));
}

/** @param {DataReport} report */
function findings({ findings: all, not_found: absent, notes }) {
  return h('section', { class: 'data-findings' }, h('h3', {}, all.length ? 'Findings' : 'No findings'),
    h('ol', {}, all.map(({ name, text, places, more_places: more, advice }) => h('li', {},
      h('h4', {}, sentence(name).replace(/\.$/, '')), h('p', {}, sentence(text)),
      places.length > 0 && h('p', { class: 'muted' }, places.map(placeText).join('; '), more > 0 && '; …'),
      h('p', { class: 'advice' }, advice)))),
    absent.length > 0 && h('p', { class: 'muted' }, `Looked for and not found: ${absent.join(', ')}.`),
    notes.map((note) => h('p', { class: 'muted' }, sentence(note))));
}

/** @param {Place} place */
function placeText({ file, line, query, feature, feature_name: name, note }) {
  const words = [file, line !== undefined && `line ${count(line)}`, query !== undefined && `query ${query}`,
    feature !== undefined && (name ? `${name} (feature ${feature})` : `feature ${feature}`)].filter(Boolean).join(', ');
  return [words, note].filter(Boolean).join(': ');
}

/** @param {number} share of the longest bar */
function bar(share) {
  const element = h('span', { class: 'data-bar', 'aria-hidden': 'true' });
  element.style.setProperty('--share', `${100 * share}%`);
  return element;
}

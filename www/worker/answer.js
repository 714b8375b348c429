// Answers requests about a run without changing the run. Keeps no state.

import { run_theory_on, run_theory_with_test } from '../wasm/rankscope.js';
import { faultOf, messageOf } from '../core/errors.js';
import { planeOf } from './plane.js';
import { lengthsOf, reportOn } from './report-data.js';

/** @typedef {import('../core/protocol.js').WorkerRequest} WorkerRequest */
/** @typedef {import('../wasm/rankscope.js').Training} Training */

/**
 * Returns what the open tab of the inspector and the lessons need of a snapshot.
 * @param {Training} training
 * @param {number} iteration
 * @param {number | null} query
 * @param {import('../core/protocol.js').InspectorTab} tab
 */
export function detailsOf(training, iteration, query, tab) {
  return {
    contributions: query !== null && tab === 'contributions' ? training.contributions(iteration, query) : null,
    search: query !== null && tab === 'search' ? training.search_table(iteration, query) ?? null : null,
    greedy: query !== null ? training.greedy(iteration, query) ?? null : null,
  };
}

/**
 * @param {Training} training
 * @param {import('./read-data.js').Sets} sets its raw data
 * @param {Exclude<WorkerRequest, { type: 'snapshot' }>} request
 * @returns {import('../core/protocol.js').FromWorker}
 */
export function answerTo(training, sets, request) {
  const { run } = request;
  switch (request.type) {
    case 'value': {
      const { iteration, query, ranking } = request;
      return { type: 'inspector/valued', run, iteration, query,
        valuation: training.value(iteration, query, Uint32Array.from(ranking)) };
    }
    case 'try all': {
      const { iteration, query } = request;
      return { type: 'inspector/tried all', run, iteration, query, enumeration: training.enumerate(iteration, query) };
    }
    case 'motion': {
      const { planes, iteration, query } = request;
      const { value, problem } = tried(() =>
        (planes ? training.motion(iteration, query) : training.step_motion(iteration, query)));
      return { type: 'playback/motion', run, motion: value, problem };
    }
    case 'certificate': return { type: 'certificate/certificate', run,
      certificate: training.certificate(request.iteration, request.page) };
    case 'bounds along': {
      const { iteration, factors } = request;
      const { value, problem } = tried(() =>
        (factors.length ? training.bounds_along(iteration, Float64Array.from(factors)) : null));
      return { type: 'bounds/along', run, iteration, along: value, problem };
    }
    case 'plane': {
      const { value, problem } = tried(() => planeOf(training, sets.train, request.iteration));
      return { type: 'plane/scored', run, iteration: request.iteration, plane: value, problem };
    }
    case 'weight plane': case 'objective on plane': case 'angle view': case 'probe weights': case 'hinge on line':
      return answerOnPlane(training, request);
    case 'report data': {
      const { value, problem } = tried(() => reportOn(sets));
      return { type: 'datareport/told', run, report: value, lengths: lengthsOf(sets.train), problem };
    }
    case 'theory': {
      const { lab, options } = request;
      const { test, train } = sets;
      const { value, problem } = tried(() =>
        (test ? run_theory_with_test(lab, options, train, test) : run_theory_on(lab, options, train)));
      return { type: 'theory/told', run, lab, options, result: value, problem };
    }
    case 'rank history': {
      const { query, iterations } = request;
      const { value, problem } = tried(() => training.rank_history(query, Uint32Array.from(iterations)));
      return { type: 'ranks/points', run, query, points: value ?? [], problem };
    }
    case 'explain': {
      const { value, problem } = tried(() =>
          training.explain(request.iteration, request.query, request.first, request.second));
      return { type: 'model/explained', run, explanation: value, problem };
    }
    case 'tree paths': {
      const { iteration, query, documents, tree } = request;
      const { value, problem } = tried(() =>
        training.tree_paths(iteration, query, Uint32Array.from(documents), Uint32Array.from(tree)));
      return { type: 'model/paths', run, question: request, value, problem };
    }
    case 'partial dependence': {
      const { value, problem } = tried(() => training.partial_dependence(request.iteration, request.feature));
      return { type: 'model/dependence', run, question: request, value, problem };
    }
    case 'preview': {
      const { iteration, query, decay } = request;
      const { value, problem } = tried(() => training.preview(iteration, query, request.settings));
      return { type: 'settings/preview', run, iteration, query, decay, inspection: value, problem };
    }
    case 'model': {
      const { value, problem } = tried(() => {
        const model = training.model();
        try {
          return model.json();
        } finally {
          model.free();
        }
      });
      return { type: 'exporting/model', run, json: value, problem };
    }
  }
}

/**
 * Answers what the tab *Plane of w* asks.
 * @param {Training} training
 * @param {Extract<WorkerRequest, { type: 'weight plane' | 'objective on plane' | 'angle view' | 'probe weights'
 *   | 'hinge on line' }>} request
 * @returns {import('../core/protocol.js').FromWorker}
 */
function answerOnPlane(training, request) {
  const { run } = request;
  switch (request.type) {
    case 'weight plane': {
      const { iteration, features } = request;
      const { value, problem } = tried(() =>
        training.weight_plane(iteration, Uint32Array.from(features ?? [])));
      return { type: 'weightplane/plane', run, iteration, plane: value, problem };
    }
    case 'objective on plane': {
      const { iteration, key, axes, first, points } = request;
      const { value, problem } = tried(() => training.objective_on_plane(iteration, axes, points));
      return { type: 'weightplane/rows', run, key, first, values: value, problem };
    }
    case 'angle view': {
      const { iteration, key, axes, radius } = request;
      const { value, problem } = tried(() => training.angle_view(iteration, axes, radius));
      return { type: 'weightplane/angle', run, key, view: value, problem };
    }
    case 'probe weights': {
      const { iteration, key, axes, x, y, query } = request;
      const { value, problem } = tried(() => training.probe_weights(
        iteration, axes, Float64Array.of(x, y), Uint32Array.from(query === null ? [] : [query])));
      return { type: 'weightplane/reading', run, key, iteration, x, y, reading: value, problem };
    }
    case 'hinge on line': {
      const { iteration, query } = request;
      const { value, problem } = tried(() => training.hinge_on_line(iteration, query));
      return { type: 'weightplane/line', run, iteration, query, line: value, problem };
    }
  }
}

/**
 * Returns the value, or the reason why the core refuses it. Other errors are faults of the core and are thrown.
 * @template T
 * @param {() => T} work
 * @returns {{ value: T | null, problem: string }}
 */
function tried(work) {
  try {
    return { value: work(), problem: '' };
  } catch (error) {
    if (!faultOf(error)) throw error;
    return { value: null, problem: messageOf(error) };
  }
}

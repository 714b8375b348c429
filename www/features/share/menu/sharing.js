// What the ways to share need from the page. Types only.

/** @typedef {import('../../learn/lessons/lesson-state.js').LessonsState
 *   & import('../export/export-state.js').ExportState
 *   & import('../../library/study/study-state.js').StudySlice} ShareState */
/** @typedef {import('../../../store/store.js').Store<ShareState, import('../../../store/alert-state.js').AlertAction>}
 *   ShareStore */

/**
 * `link`: the address of what is shown. `words`: its fragment, also for the page as it opens. `opening`: that of the
 * page as it opens. `pictures`: those that can be embedded now, each with its title.
 * @typedef {{ link: () => string, words: () => string, opening: string,
 *   pictures: () => Promise<{ id: string, title: string }[]> }} Sharing
 */

export {};

// The page's own lessons: files beside it. Which have been done is remembered on this device, where that is allowed.

/** In the order in which they are best read. */
export const LESSONS = ['cutting-plane', 'slack-bound', 'decay-profile', 'ties', 'auc-ndcg', 'greedy', 'combo', 'overfitting'];

const DONE = 'rankscope-lessons';

/** The text of a lesson. @param {string} id */
export async function fetchLesson(id) {
  if (!LESSONS.includes(id)) throw new Error('this page has no such lesson');
  const response = await fetch(new URL(`lessons/${id}.json`, document.baseURI));
  if (!response.ok) throw new Error(`the host answered ${response.status}`);
  return response.text();
}

/** @returns {string[]} */
export function savedDone() {
  try {
    /** @type {unknown} */
    const saved = JSON.parse(localStorage.getItem(DONE) ?? '[]');
    return Array.isArray(saved) ? LESSONS.filter((id) => saved.includes(id)) : [];
  } catch {
    // Storage that is blocked, or holds something else, remembers nothing: the marks are a convenience.
    return [];
  }
}

/** @param {string[]} done */
export function saveDone(done) {
  try {
    localStorage.setItem(DONE, JSON.stringify(done));
  } catch {
    // As above: the marks then last as long as the page.
  }
}

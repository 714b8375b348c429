// The name of a search in the captions of pictures. Pure.

/** The name of the search that is inspected. @param {import('../lesson-state.js').LessonsState} state */
export function searchName({ snapshot }) {
  return (snapshot?.inspection?.id ?? '').replaceAll('-', ' ');
}

// Words for the captions of pictures. Pure.

const WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

/** A small number as a word, at the beginning of a sentence. @param {number} count */
export function countWord(count) {
  return WORDS[count] ?? String(count);
}

/** The name of the search that is inspected. @param {import('../lesson-state.js').LessonsState} state */
export function searchName({ snapshot }) {
  return (snapshot?.inspection?.id ?? '').replaceAll('-', ' ');
}

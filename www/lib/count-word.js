// Small numbers as words. Pure.

const WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

/** A small number as a word, at the beginning of a sentence; others in digits. @param {number} count */
export const countWord = (count) => WORDS[count] ?? String(count);

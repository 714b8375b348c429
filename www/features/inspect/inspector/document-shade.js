// The shade of a document by its grade. Pure.

const SHADES = 5;

/** 0 for grade 0, otherwise a step on the blue scale. @param {number} grade @param {number} maxGrade */
export function documentShade(grade, maxGrade) {
  return grade === 0 ? 0 : Math.max(1, Math.ceil((SHADES * grade) / Math.max(1, maxGrade)));
}

// The gallery of figures: which studies repeat a figure, and which figures a study repeats. Pure.

/** @typedef {import('../../../../core/study-protocol.js').BuiltInStudy} BuiltInStudy */
/** @typedef {import('./figures.js').Figure} Figure */
/** @typedef {import('./figures.js').Paper} Paper */
/** @typedef {import('./figures.js').PrintedTable} PrintedTable */
/** A figure with its name, such as `DORM, figure 5`. @typedef {{ key: string, paper: Paper, figure: Figure }} Named */
/** @typedef {Named & { studies: BuiltInStudy[] }} Tile */

/** @param {readonly Paper[]} papers @returns {Named[]} */
const named = (papers) => papers.flatMap((paper) =>
  paper.figures.map((figure) => ({ key: `${paper.paper}, ${figure.figure}`, paper, figure })));

/**
 * Returns the tiles paper by paper, and the studies that repeat none of the figures.
 * @param {readonly Paper[]} papers @param {BuiltInStudy[]} studies
 * @returns {{ groups: { paper: Paper, tiles: Tile[] }[], rest: BuiltInStudy[] }}
 */
export function galleryOf(papers, studies) {
  const all = named(papers);
  const keys = new Set(all.map(({ key }) => key));
  return {
    groups: papers.map((paper) => ({ paper, tiles: all.filter((one) => one.paper === paper)
      .map((one) => ({ ...one, studies: studies.filter(({ outline }) => outline.repeats.includes(one.key)) })) })),
    rest: studies.filter(({ outline }) => !outline.repeats.some((key) => keys.has(key))),
  };
}

/**
 * The numbers that the paper prints of a figure, perhaps in another table.
 * @param {Named} one @returns {PrintedTable[]}
 */
export function printedOf({ paper, figure }) {
  const other = figure['printed in'];
  return figure.printed ?? paper.figures.find(({ figure: name }) => name === other)?.printed ?? [];
}

/**
 * Returns the figures that a study repeats. A figure whose numbers stand in a table that the study repeats too is left
 * out.
 * @param {readonly Paper[]} papers @param {string[]} repeats
 */
export function figuresOf(papers, repeats) {
  const found = named(papers).filter(({ key }) => repeats.includes(key));
  return found.filter(({ paper, figure }) => !found.some((other) =>
    other.paper === paper && other.figure.figure === figure['printed in']));
}

/** The figure with a name. @param {readonly Paper[]} papers @param {string | null} key */
export const figureOf = (papers, key) => named(papers).find((one) => one.key === key) ?? null;

// The violator of a query as rows against the model's ranking, and its H as bars that subtract. Pure.

import { documentName } from '../../../lib/document-name.js';
import { addend } from '../../../lib/format.js';
import { documentShade } from '../inspector/document-shade.js';
import { placesOf } from '../inspector/places.js';
import { isUnsorted } from '../inspector/ties.js';

/** @typedef {import('../../../core/protocol.js').Inspection} Inspection */

/**
 * A document of a list. `moved`: how many ranks above its rank in the model's ranking; null where all scores are equal.
 * @typedef {{ document: number, name: string, grade: number, shade: number, moved: number | null }} ListRow
 */

/**
 * The first documents of the violator.
 * @param {Inspection} inspection @param {number} maxGrade of the data @param {number} most rows
 * @returns {ListRow[]}
 */
export function violatorRows(inspection, maxGrade, most) {
  const { documents, violator, predicted } = inspection;
  const before = placesOf(predicted);
  const isTied = isUnsorted(inspection);
  return violator.slice(0, most).map((document, rank) => {
    const { grade } = documents[document];
    return { document, name: documentName(documents[document], document), grade,
      shade: documentShade(grade, maxGrade), moved: isTied ? null : before[document] - rank };
  });
}

/**
 * `from` and `to`: shares of the width.
 * @typedef {{ name: 'loss' | 'margin' | 'hinge', text: string, from: number, to: number }} SumBar
 */

/**
 * H = loss − margin as three bars: the margin is cut off the end of the loss, or added to it where it is negative. The
 * printed numbers add up; the margin takes the rounding.
 * @param {Pick<Inspection, 'loss' | 'hinge'>} inspection
 * @returns {{ bars: SumBar[], zero: number }}
 */
export function hingeSum({ loss, hinge }) {
  const [low, high] = [Math.min(0, hinge), Math.max(loss, hinge)];
  const share = (/** @type {number} */ value) => (value - low) / (high - low || 1);
  const between = (/** @type {number} */ one, /** @type {number} */ other) =>
    ({ from: share(Math.min(one, other)), to: share(Math.max(one, other)) });
  const three = (/** @type {number} */ value) => Number(value.toFixed(3));
  const margin = three(loss) - three(hinge);
  return { zero: share(0), bars: [
    { name: 'loss', text: addend(loss), ...between(0, loss) },
    { name: 'margin', text: `${margin < 0 ? '+' : '−'} ${addend(Math.abs(margin))}`, ...between(hinge, loss) },
    { name: 'hinge', text: `= ${addend(hinge)}`, ...between(0, hinge) },
  ] };
}

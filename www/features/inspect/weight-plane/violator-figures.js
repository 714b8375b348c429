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
 * The numbers of H = loss − margin as they are printed, so that they add up: the margin takes the rounding. And where
 * they stand on a scale, as shares of its width.
 * @param {Pick<Inspection, 'loss' | 'hinge'>} inspection
 */
export function hingeSum({ loss, hinge }) {
  const [low, high] = [Math.min(0, hinge), Math.max(loss, hinge)];
  const at = (/** @type {number} */ value) => (value - low) / (high - low || 1);
  const three = (/** @type {number} */ value) => Number(value.toFixed(3));
  const margin = three(loss) - three(hinge);
  const zero = at(0);
  return { zero, loss: { from: zero, to: at(loss), text: addend(loss) },
    margin: { from: at(hinge), to: at(loss), text: `${margin < 0 ? '+' : '−'} ${addend(Math.abs(margin))}` },
    hinge: { from: zero, to: at(hinge), text: `= ${addend(hinge)}` } };
}

// The documents of a query as options of a menu, in the order of the model. Knows no state.

import { documentName } from '../lib/document-name.js';

/** @param {{ predicted: number[], documents: { grade: number, comment: string }[] }} ranked */
export function documentOptions({ predicted, documents }) {
  return predicted.map((document, rank) => ({ value: String(document),
    text: `rank ${rank + 1} · ${documentName(documents[document], document)} · grade ${documents[document].grade}` }));
}

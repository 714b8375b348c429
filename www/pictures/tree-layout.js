// Where the nodes of a tree stand: the root on the left, every leaf in a row of its own. Pure.

/** @typedef {import('../wasm/rankscope.js').TreeNode} TreeNode */
/**
 * `depth` and `row` of every node, from 0; a split stands between its children. `share`: of the documents of the root,
 * null where it is not known. `parent`: -1 for the root.
 * @typedef {{ depth: number[], row: number[], share: (number | null)[], parent: number[], leaves: number,
 *   deepest: number }} Layout
 */

/** @param {TreeNode[]} nodes the root first, children after their parents @returns {Layout} */
export function layoutOf(nodes) {
  const depth = nodes.map(() => 0);
  const parent = nodes.map(() => -1);
  nodes.forEach((node, at) => {
    if (node.kind !== 'split') return;
    for (const child of [node.left, node.right]) [depth[child], parent[child]] = [depth[at] + 1, at];
  });
  const row = nodes.map(() => 0);
  let leaves = 0;
  for (const open = [0]; open.length > 0;) {
    const at = /** @type {number} */ (open.pop());
    const node = nodes[at];
    if (node.kind === 'split') open.push(node.right, node.left);
    else {
      row[at] = leaves;
      leaves += 1;
    }
  }
  for (let at = nodes.length - 1; at >= 0; at -= 1) {
    const node = nodes[at];
    if (node.kind === 'split') row[at] = (row[node.left] + row[node.right]) / 2;
  }
  const all = nodes[0].documents;
  const share = nodes.map(({ documents }) => (all && documents !== undefined ? documents / all : null));
  return { depth, row, share, parent, leaves, deepest: Math.max(...depth) };
}

/** How many nodes two ways have in common; at least the root. @param {number[]} one @param {number[]} other */
export function common(one, other) {
  const parts = one.findIndex((node, at) => node !== other[at]);
  return parts < 0 ? one.length : parts;
}

/**
 * The nodes from the root to the leaf of a document. @param {TreeNode[]} nodes
 * @param {(feature: number) => number} value the document's value of a feature
 */
export function wayOf(nodes, value) {
  const way = [0];
  for (let node = nodes[0]; node.kind === 'split'; node = nodes[way[way.length - 1]]) {
    way.push(value(node.feature) > node.threshold ? node.right : node.left);
  }
  return way;
}

// What the pictures of the stage show, and their parts, in the words of the page. A part counts as explained where a
// text has one of its words. Pure, no DOM.

/**
 * `parts`: what a part is called. Words in brackets say more; the others are looked for in the texts.
 * @typedef {{ name: string, shows: string, parts: Record<string, string> }} PictureWords
 */

/** @type {Readonly<Record<string, PictureWords>>} */
export const PICTURE_WORDS = {
  bars: { name: 'Two bars', shows: 'for each query, the loss inside the slack; w can be pulled longer',
    parts: { slack: 'slack (outer bars)', handle: 'w (arrow to pull)', curve: 'mean, curve (of the lengths tried)',
      trained: 'trained, training (model)' } },
  circle: { name: 'Circle of w', shows: 'w that turns, its list, and loss and slack over a turn',
    parts: { rim: 'rim, colours, loss (steps over a turn)', count: 'count, lists (met so far)', slack: 'slack (curve)',
      trained: 'trained, training (model)' } },
  'digit-weights': { name: 'Weights of pixels', shows: 'w as a large picture, beside two documents',
    parts: { documents: 'document, digits, picture', w: 'w, weight', pixel: 'pixel' } },
  folds: { name: 'Folds', shows: 'the folds of a cross-validation, their values against C, and the test',
    parts: { deal: 'fold, deal, part', mean: 'mean (of the folds)', test: 'test' } },
  gain: { name: 'Gain', shows: 'titles in the reader’s own order, with the blocks that they bring',
    parts: { blocks: 'blocks, gain', row: 'row, share, NDCG', swaps: 'swap (of two ranks)', loss: 'loss',
      values: 'values, gain, discount', pairs: 'pairs' } },
  'greedy-table': { name: 'Table of cells', shows: 'the search for the violator, the greedy path and the reader’s',
    parts: { path: 'path', bars: 'sum, H (bars)', split: 'loss, margin (H split)',
      rounds: 'iteration, training (rounds)' } },
  losses: { name: 'Losses of a pair', shows: 'the hinge and the logistic loss, and their pulls on pages',
    parts: { hinge: 'hinge', logistic: 'logistic', slope: 'slope, pull, arrow', third: 'third, page',
      trained: 'trained, training (pairs)' } },
  'one-by-one': { name: 'One by one', shows: 'what an online learner pays, and the best fixed w in hindsight',
    parts: { paid: 'paid, pay, loss', best: 'best, hindsight, regret', bound: 'bound, proof' } },
  oracle: { name: 'Two lists', shows: 'the reader’s list beside the oracle’s, with loss, margin and H',
    parts: { margin: 'margin', h: 'H', oracle: 'oracle, worst (list)', lists: 'lists (all)' } },
  'pair-weights': { name: 'Weights of pairs', shows: 'the pairs of a search, the worst first, and the list',
    parts: { iterations: 'iteration, training', weights: 'weight', share: 'count (the worst pairs)',
      between: 'between, 1/j', maximum: 'maximum' } },
  plane: { name: 'Plane of w', shows: 'one query with the lines and the floor of training',
    parts: { dot: 'dot, point (w)', list: 'list', violator: 'violator', line: 'line (newest)', lines: 'lines (all)',
      cut: 'cut', side: 'side (view)', floor: 'floor', ring: 'ring, phases, round', shades: 'shade, colour, price',
      price: 'price, slack' } },
  'planes-rounds': { name: 'Two runs', shows: 'as paths: planes across, iterations upwards',
    parts: { first: 'slack for each, n slacks (first run)', second: 'slack for all, one slack (second run)',
      objective: 'objective' } },
  points: { name: 'Scores and grades', shows: 'the score of each page against its grade, and the list',
    parts: { scores: 'score', fit: 'fit, squared (error)', blend: 'RankNet, pairs (between two models)',
      classes: 'class, good' } },
  price: { name: 'Measures against C', shows: 'on training, validation and test data',
    parts: { training: 'training', validation: 'validation, new searches', test: 'test' } },
  profile: { name: 'Decay profile', shows: 'c as bars, and what training makes of other profiles',
    parts: { scores: 'score', rising: 'rise, rises (c)', shapes: 'flat, steep (shapes of c)' } },
  steps: { name: 'Score of a feature', shows: 'a line or a staircase over one feature, and its list',
    parts: { line: 'line', threshold: 'threshold, step', model: 'training, trained, tree, stump, round (model)' } },
  ties: { name: 'Equal grades', shows: 'the reference beside the model, and training with each reference',
    parts: { best: 'best', count: 'count, how many', links: 'dots, link (between two lists)',
      aligned: 'aligned, model’s order',
      training: 'training, trained' } },
  'two-losses': { name: 'Methods as dots', shows: 'in the plane of two measures',
    parts: { auc: 'AUC, pairs (method)', ndcg: 'top, NDCG (method)', both: 'two, both (one slack)' } },
  'two-meters': { name: 'Two meters', shows: 'w that turns, its list, and a meter for each of two measures',
    parts: { best: 'best, meters (values)', trained: 'trained, training (model)' } },
  'two-wishes': { name: 'Two wishes', shows: 'one search, the mean DCG of every list, and the picks of losses',
    parts: { lists: 'list', grade: 'grade, gain', pairs: 'pair', regret: 'regret' } },
};

/** What a part is called in the editor. @param {string} picture @param {string} part */
export function partName(picture, part) {
  const [first, ...more] = PICTURE_WORDS[picture]?.parts[part]?.split(/, | (?=\()/) ?? [part];
  const note = more.find((one) => one.startsWith('('));
  return note ? `${first} ${note}` : first;
}

/** The words of which a text must have one to explain a part. @param {string} picture @param {string} part */
export function wordsOfPart(picture, part) {
  return (PICTURE_WORDS[picture]?.parts[part] ?? part).replace(/ ?\(.*?\)/g, '').split(/, /).filter(Boolean);
}

// The recipes of first sight: the sample Kitchen by two of its features, read, measured and trained in the core.

import { Dataset, LetorReader, Sketch } from '../../../wasm/rankscope.js';
import { SAMPLES } from '../../data/samples.js';
import { startSettings } from '../../settings/settings.js';

/** @typedef {[number, number]} Pair */
/** @typedef {{ title: string, grade: number, x: number, y: number }} Recipe */

/**
 * The two features of the sample, and the search whose list is shown.
 * @type {{ features: Pair, search: string }}
 */
const SHOWN = { features: [1, 2], search: 'apple-pie' };

/**
 * What an arrow is worth: NDCG of the search that is shown, its mean over the others, its value for each of the others,
 * and the first and last rank of each recipe.
 * @typedef {{ here: number, elsewhere: number, others: { search: string, ndcg: number }[], ranks: Pair[] }} Worth
 */

/** Returns the lines of the sample. Throws if the host does not send them. */
export async function fetchRecipes() {
  const source = sample().train;
  if (source.kind !== 'url') throw new Error('the sample has no address');
  const file = await fetch(source.url);
  if (!file.ok) throw new Error(`the host does not send the recipes (${file.status})`);
  return file.text();
}

function sample() {
  const found = SAMPLES.find(({ id }) => id === 'kitchen');
  if (!found) throw new Error('there is no sample Kitchen');
  return found;
}

export class Kitchen {
  #settings;
  #all;
  #here;
  #others;
  #names;
  /** The recipes of the search that is shown. @type {Recipe[]} */
  recipes;
  /** Sizes of the whole sample. */
  size;

  /** @param {string} text @param {import('../../../core/protocol.js').Catalog} catalog */
  constructor(text, catalog) {
    this.#settings = { ...startSettings(catalog), ...sample().settings };
    const reader = new LetorReader();
    reader.push(new TextEncoder().encode(text));
    const data = reader.finish();
    const { queries, documents } = data.summary();
    const ids = [...new Set([...text.matchAll(/ qid:(\S+)/g)].map(([, id]) => id))];
    const here = data.find_query(SHOWN.search) ?? 0;
    const shelves = Array.from({ length: queries }, (_, query) => recipesOf(data, query));
    data.free();
    const rest = shelves.filter((_, query) => query !== here);
    this.size = { searches: queries, recipes: documents };
    this.recipes = shelves[here];
    this.#names = ids.filter((_, query) => query !== here).map(spoken);
    this.search = spoken(ids[here]);
    this.#all = shelves;
    // These two only measure; one step of training is the least that a sketch takes.
    this.#here = this.#sketch([shelves[here]], 1);
    this.#others = this.#sketch(rest, 1);
  }

  /** @param {Recipe[][]} shelves @param {number} [steps] */
  #sketch(shelves, steps) {
    const all = shelves.flatMap((recipes, query) => recipes.map((recipe) => ({ ...recipe, query })));
    const data = Dataset.from(Float64Array.from(all.flatMap(({ x, y }) => [x, y])),
      Uint8Array.from(all.map(({ grade }) => grade)), Uint32Array.from(all.map(({ query }) => query)));
    try {
      return new Sketch(data, steps ? { ...this.#settings, max_iterations: steps } : this.#settings);
    } finally {
      data.free();
    }
  }

  /** @param {Pair} w @returns {Worth} */
  worth(w) {
    const here = this.#here.figures(Float64Array.from(w));
    const others = this.#others.figures(Float64Array.from(w));
    return { here: here.mean.ndcg ?? NaN, elsewhere: others.mean.ndcg ?? NaN, ranks: here.ranks[0],
      others: others.queries.map(({ ndcg }, at) => ({ search: this.#names[at], ndcg: ndcg ?? NaN })) };
  }

  /** Trains on all searches, and returns the learned w. @returns {Pair} */
  learn() {
    const sketch = this.#sketch(this.#all);
    const { w, without_w: reason } = sketch.training();
    sketch.free();
    if (!w) throw new Error(reason);
    return [w[0], w[1]];
  }
}

/** @param {Dataset} data @param {number} query @returns {Recipe[]} */
function recipesOf(data, query) {
  return data.documents(query).map(({ document, grade, comment }) => {
    const all = data.features(query, document);
    return { title: comment, grade, x: all[SHOWN.features[0]], y: all[SHOWN.features[1]] };
  });
}

/** @param {string} id */
const spoken = (id) => id.replaceAll('-', ' ');

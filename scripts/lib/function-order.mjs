// An order of a WebAssembly module's functions in which similar ones stand near each other. gzip looks back only 32 kB,
// so the module becomes 4 % smaller than in the order of names. Must not know what the functions do.

/** Length in bytes of the pieces of code that are compared. */
const PIECE = 5;

/** A piece that is in more functions than this says nothing about their likeness. */
const MOST_OWNERS = 60;

/** How far gzip looks back, less the function itself. */
const WINDOW = 31_000;

/** More functions than a module has, so that a piece and a function fit into one exact number. */
const MOST_FUNCTIONS = 2 ** 13;

/** Identifiers of sections, and of the part of the names that functions have. */
const section = { custom: 0, imports: 2, code: 10 };
const functionNames = 1;

/**
 * Returns the module with names of its functions that are in alphabetical order where similar functions are neighbours.
 * @param {Uint8Array} module without names
 */
export function withOrderedNames(module) {
  const { bodies, imports } = functionsOf(module);
  const width = String(bodies.length).length;
  const places = new Array(bodies.length);
  similarityOrder(bodies).forEach((index, place) => {
    places[index] = place;
  });
  const names = places.map((place, index) => [...leb(imports + index), ...text(String(place).padStart(width, '0'))]);
  const map = [...leb(names.length), ...names.flat()];
  const content = [...text('name'), functionNames, ...leb(map.length), ...map];
  return Buffer.concat([module, Uint8Array.from([section.custom, ...leb(content.length), ...content])]);
}

/**
 * Returns the places of functions in an order in which each is the most similar one to those shortly before it.
 *
 * Functions are similar if they share pieces, of which rare ones count more. The order depends only on the bodies,
 * because addition, division and square roots give the same bits everywhere. Takes seconds for a thousand kilobytes.
 *
 * @param {Uint8Array[]} bodies
 */
export function similarityOrder(bodies) {
  const { owners, pieces } = sharedPieces(bodies);
  const weights = owners.map((those) => 1 / Math.sqrt(those.length));
  // A large function shares much with any; a small one fits in anywhere.
  const sizes = bodies.map((body) => body.length / Math.sqrt(Math.sqrt(body.length)));
  const seen = new Uint16Array(owners.length);
  const likeness = new Float64Array(bodies.length);
  /** @param {number} piece @param {number} weight */
  const weigh = (piece, weight) => {
    for (const owner of owners[piece]) likeness[owner] += weight;
  };
  const left = Uint32Array.from(bodies.keys());
  /** @type {number[]} */
  const order = [];
  let oldest = 0;
  let bytes = 0;
  for (let count = bodies.length, next = 0; count > 0;) {
    const chosen = left[next];
    left[next] = left[--count];
    order.push(chosen);
    bytes += bodies[chosen].length;
    for (const piece of pieces[chosen]) if (seen[piece]++ === 0) weigh(piece, weights[piece]);
    for (; bytes > WINDOW && oldest < order.length - 1; oldest++) {
      bytes -= bodies[order[oldest]].length;
      for (const piece of pieces[order[oldest]]) if (--seen[piece] === 0) weigh(piece, -weights[piece]);
    }
    next = 0;
    for (let place = 1; place < count; place++) {
      if (likeness[left[place]] * sizes[left[next]] > likeness[left[next]] * sizes[left[place]]) next = place;
    }
  }
  return order;
}

/**
 * Returns the pieces that several functions have: the functions of each piece, and the pieces of each function.
 * @param {Uint8Array[]} bodies
 */
function sharedPieces(bodies) {
  if (bodies.length > MOST_FUNCTIONS) throw new Error(`${bodies.length} functions are more than ${MOST_FUNCTIONS}`);
  const ends = bodies.map((body) => Math.max(0, body.length - PIECE + 1));
  const all = new Float64Array(ends.reduce((sum, end) => sum + end, 0));
  let filled = 0;
  bodies.forEach((body, index) => {
    for (let start = 0; start < ends[index]; start++) {
      let piece = 0;
      for (let byte = start; byte < start + PIECE; byte++) piece = piece * 256 + body[byte];
      all[filled++] = piece * MOST_FUNCTIONS + index;
    }
  });
  all.sort();
  /** @type {Uint32Array[]} */
  const owners = [];
  /** @type {number[][]} */
  const pieces = bodies.map(() => []);
  for (let start = 0, end = 0; start < all.length; start = end) {
    const piece = Math.floor(all[start] / MOST_FUNCTIONS);
    /** @type {number[]} */
    const those = [];
    for (; end < all.length && Math.floor(all[end] / MOST_FUNCTIONS) === piece; end++) {
      if (end === start || all[end] !== all[end - 1]) those.push(all[end] % MOST_FUNCTIONS);
    }
    if (those.length < 2 || those.length > MOST_OWNERS) continue;
    for (const owner of those) pieces[owner].push(owners.length);
    owners.push(Uint32Array.from(those));
  }
  return { owners, pieces };
}

/**
 * Returns the bodies of a module's functions, and the number of its imported functions.
 * @param {Uint8Array} module
 */
function functionsOf(module) {
  /** @type {Uint8Array[]} */
  const bodies = [];
  let at = 8;
  const number = () => {
    for (let value = 0, unit = 1; ; unit *= 128) {
      const byte = module[at++];
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  };
  while (at < module.length) {
    const id = module[at++];
    const length = number();
    const end = at + length;
    if (id === section.code) {
      for (let count = number(); count > 0; count--) {
        const size = number();
        bodies.push(module.subarray(at, at + size));
        at += size;
      }
    }
    at = end;
  }
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(/** @type {BufferSource} */ (module)));
  return { bodies, imports: imports.filter(({ kind }) => kind === 'function').length };
}

/** Returns a number of variable length. @param {number} value @returns {number[]} */
const leb = (value) => value < 128 ? [value] : [value % 128 + 128, ...leb(Math.floor(value / 128))];

/** Returns a text behind its length. @param {string} value */
const text = (value) => [...leb(value.length), ...Buffer.from(value)];

// Formulas that are written as plain text, such as "½‖w‖² + C · ξ_q", as MathML. Words stay words, so a long formula
// breaks between them. Knows no state.
//
// Texts in Rust, in the glossary and in lessons share this notation, and it can be read as it stands. A library for TeX
// would need a second spelling of each formula and weighs more than all lessons together.

import { mathElement as m } from './dom.js';

/** @typedef {import('./dom.js').Child} Child */
/** A piece of a formula. `depth`: 1 for an opening bracket, −1 for a closing one. */
/** @typedef {'words' | 'space' | 'math' | 'relation'} Kind */
/** @typedef {{ kind: Kind, text: string, element?: MathMLElement, depth?: number }} Token */

/** What stands below a symbol: {…}, the document at a rank, or one short name. */
const INDEX = /_(?:\{([^{}]*)\}|(y\*?\([a-z]\)|\([a-z]\)|[a-z]+₀?|\d+))/y;
/** What stands above a symbol: (…), {…}, or one short name, which may have an index. */
const EXPONENT =
  /\^(?:\(([^()]*(?:\([^()]*\)[^()]*)*)\)|\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}|([−-]?[a-zA-Z0-9]+(?:_[a-z])?))/y;
const SMALL = /[₊₋₀₁₂²']/y;
/** @type {Record<string, { below?: string, above?: string }>} */
const SMALL_SIGNS = {
  '₊': { below: '+' }, '₋': { below: '−' }, '₀': { below: '0' }, '₁': { below: '1' }, '₂': { below: '2' },
  '²': { above: '2' }, "'": { above: '′' },
};

const SPACE = /\s+/y;
const LOG2 = /log2(?=\()/y;
const FUNCTION = /(?:log|max|min|exp|tanh|softmax|KL)(?![a-zA-Z])/y;
const MEASURE = /Δ?(?:[A-Z]{2,}|P(?=@))(?:@(?:k|t|\d+))?(?![a-z])/y;
/** One letter is a symbol, two or more are a word, if they are no function. */
const WORD = "(?!(?:log2?|max|min|exp|tanh|softmax)(?![a-z]))[A-Za-zäöü][a-zäöü’'-]*[a-zäöü]|[aA](?= [a-z]{2})";
const WORDS = new RegExp(`\\s*(?:${WORD})(?:[,;:.]?\\s+(?:${WORD}))*[,;:.]?\\s*`, 'y');
const NUMBER = /\d+(?:[.,]\d+)*|[½¼¾]/y;
const LETTER = /[a-zA-Zα-ωŷℓ]/y;
const STAR = /\*(?=[(\s]|$)/y;

const RELATIONS = '=≤≥<>∝←→';

/**
 * Returns a formula as pieces of MathML between plain words. No line breaks within a piece; it may break at words, at a
 * comma and in front of a relation.
 * @param {string} text
 * @returns {Child[]}
 */
export function formula(text) {
  /** @type {Child[]} */
  const parts = [];
  /** @type {MathMLElement[]} */
  let piece = [];
  let depth = 0;
  /** @param {string} [behind] */
  const close = (behind = '') => {
    if (piece.length) parts.push(m('math', {}, trimmed(piece, parts.length > 0)));
    if (behind) parts.push(behind);
    piece = [];
  };
  for (const { kind, text: written, element, depth: change = 0 } of tokensOf(text)) {
    if (kind === 'words' || !element) {
      if (kind === 'words') close(written);
      else if (written.length > 1 || (depth === 0 && piece.at(-1)?.textContent === ',')) close(' ');
      continue;
    }
    if (kind === 'relation' && depth === 0 && piece.length) close(' ');
    depth += change;
    piece.push(element);
  }
  close();
  return parts;
}

/**
 * No space in front of the first sign or behind the last: there the words have theirs. A + behind words adds to them,
 * so it keeps its other space.
 * @param {MathMLElement[]} piece @param {boolean} isBehindWords
 */
function trimmed(piece, isBehindWords) {
  const [first, last] = [piece[0], piece[piece.length - 1]];
  if (first.localName === 'mo') first.setAttribute('lspace', '0');
  if (isBehindWords && first.textContent === '+') first.setAttribute('form', 'infix');
  if (last.localName === 'mo') last.setAttribute('rspace', '0');
  return piece;
}

/** A formula in one piece, for a script or below a root. @param {string} text @returns {MathMLElement} */
function inOne(text) {
  const parts = tokensOf(text).flatMap(({ kind, text: written, element }) =>
    element ? [element] : kind === 'words' ? [m('mtext', {}, written.replaceAll(' ', '\u00a0'))] : []);
  return parts.length === 1 ? parts[0] : m('mrow', {}, parts);
}

/** @param {string} text @returns {Token[]} */
function tokensOf(text) {
  /** @type {Token[]} */
  const tokens = [];
  let at = 0;
  let bars = 0; // signs of a norm so far
  /** @param {RegExp} pattern sticky */
  const take = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at += found[0].length;
    return found;
  };
  /** @returns {MathMLElement} */
  const atom = () => {
    if (take(LOG2)) return m('msub', {}, m('mi', {}, 'log'), m('mn', {}, '2'));
    const name = take(FUNCTION) ?? take(MEASURE);
    if (name) return m('mi', {}, name[0]);
    const number = take(NUMBER);
    if (number) return m('mn', {}, number[0]);
    const letter = take(LETTER);
    if (letter) {
      const symbol = m('mi', letter[0] === 'w' ? { class: 'w-letter' } : {}, letter[0]);
      return take(STAR) ? m('msup', {}, symbol, m('mo', {}, '*')) : symbol;
    }
    const sign = at < text.length ? String.fromCodePoint(Number(text.codePointAt(at))) : '';
    at += sign.length;
    if (sign === '√') {
      const word = take(/[a-z]{2,}/y);
      return m('msqrt', {}, word ? m('mtext', {}, word[0]) : scripted(atom()));
    }
    if (sign === '‖') bars += 1;
    const attributes = { stretchy: 'false' };
    if (sign === '‖') Object.assign(attributes, { form: bars % 2 ? 'prefix' : 'postfix' });
    return m('mo', attributes, sign === '-' ? '−' : sign);
  };
  /** @param {MathMLElement} base */
  const scripted = (base) => {
    /** @type {MathMLElement | undefined} */ let below;
    /** @type {MathMLElement | undefined} */ let above;
    for (;;) {
      const small = take(SMALL);
      const index = small ? null : take(INDEX);
      const exponent = small || index ? null : take(EXPONENT);
      const sign = small && SMALL_SIGNS[small[0]];
      if (sign?.below) below = inOne(sign.below);
      else if (sign?.above) above = inOne(sign.above);
      else if (index) below = inOne(index[1] ?? index[2]);
      else if (exponent) above = inOne(exponent[1] ?? exponent[2] ?? exponent[3]);
      else break;
    }
    if (below && above) return m('msubsup', {}, base, below, above);
    return below ? m('msub', {}, base, below) : above ? m('msup', {}, base, above) : base;
  };
  while (at < text.length) {
    const from = at;
    const isName = [LOG2, FUNCTION, MEASURE].some((one) => {
      one.lastIndex = at;
      return one.test(text);
    });
    const words = isName ? null : take(WORDS);
    const space = words ?? take(SPACE);
    if (space) {
      tokens.push({ kind: words ? 'words' : 'space', text: space[0] });
      continue;
    }
    const first = text[from];
    const element = scripted(atom());
    tokens.push({ kind: RELATIONS.includes(first) ? 'relation' : 'math', text: text.slice(from, at), element,
      depth: '([⟨{'.includes(first) ? 1 : ')]⟩}'.includes(first) ? -1 : 0 });
  }
  return tokens;
}

// The colours and the letter size of a chart, as its style sheet says. Reading them makes the browser compute styles in
// the middle of a frame, so they are kept.

const KEPT = 1000; // ms, because not every change of a style is told, such as the letter size of the browser

/**
 * `letter`: in CSS pixels. `colour` returns the value of a CSS variable. All colours are #rrggbb.
 * @typedef {{ foreground: string, grid: string, letter: number, colour: (variable: string) => string }} ChartStyle
 */

export class StyleCache {
  #element;
  /** @type {ChartStyle | null} */
  #known = null;
  #read = 0; // when

  /** @param {Element} element */
  constructor(element) {
    this.#element = element;
  }

  /** The styles change. */
  forget() {
    this.#known = null;
  }

  now() {
    const now = performance.now();
    if (this.#known && now - this.#read < KEPT) return this.#known;
    this.#read = now;
    this.#known = styleOf(getComputedStyle(this.#element));
    return this.#known;
  }
}

/** @param {CSSStyleDeclaration} style @returns {ChartStyle} */
function styleOf(style) {
  /** @type {Map<string, string>} */
  const colours = new Map();
  return {
    foreground: hex(style.color), grid: hex(style.borderTopColor), letter: parseFloat(style.fontSize),
    colour(variable) {
      const known = colours.get(variable) ?? hex(style.getPropertyValue(variable).trim());
      colours.set(variable, known);
      return known;
    },
  };
}

/** `rgb(1, 2, 3)` or `#abc` as `#rrggbb`. @param {string} color */
function hex(color) {
  if (/^#[0-9a-f]{6}$/i.test(color)) return color;
  const parts = color.match(/[\d.]+/g)?.slice(0, 3).map(Number);
  if (!parts || parts.length < 3) return '#808080';
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

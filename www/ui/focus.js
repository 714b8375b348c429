// Moves the focus when its control is hidden, removed or disabled. Knows no state.

/** @typedef {Element | null | undefined} Heir */

/**
 * Makes a change. If the change takes the focus away from `part`, the focus goes to the first of the heirs that can
 * hold it, else to the main part of the page. Without that, Tab would start at the top again.
 * @param {Element} part
 * @param {() => void} change
 * @param {...(Heir | (() => Heir))} heirs what is known only after the change is a function
 */
export function handOn(part, change, ...heirs) {
  const { activeElement: held } = document;
  if (!part.contains(held)) return change();
  change();
  if (canHold(document.activeElement)) return;
  for (const heir of [held, ...heirs, document.getElementById('main')]) {
    const next = typeof heir === 'function' ? heir() : heir;
    if (!canHold(next)) continue;
    next.focus({ preventScroll: true });
    if (document.activeElement === next) return;
  }
}

/**
 * A control that has just been hidden keeps the focus until the next frame, so visibility is checked too.
 * @param {Heir} element
 * @returns {element is HTMLElement}
 */
function canHold(element) {
  return element instanceof HTMLElement && element !== document.body && element.isConnected && element.checkVisibility()
    && !element.matches(':disabled');
}

/**
 * Moves the focus, unless the page stands in a frame that the reader has not come to: the page around it keeps its own.
 * @param {HTMLElement} element
 */
export function focusHere(element) {
  if (parent === self || document.hasFocus()) element.focus({ preventScroll: true });
}

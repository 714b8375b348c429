// Keeps the keyboard's place where a control goes away, or is refused, while it has the focus. Knows no state.

/** @typedef {Element | null | undefined} Heir */

/**
 * Makes a change. If the focus was within `part` and is lost by it, it goes to the first of the heirs that can take it,
 * else to the main part of the page: from nowhere Tab would begin at the top again.
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

/** What is about to be hidden has the focus until the next frame. @param {Heir} element @returns {element is HTMLElement} */
function canHold(element) {
  return element instanceof HTMLElement && element !== document.body && element.isConnected && element.checkVisibility() && !element.matches(':disabled');
}

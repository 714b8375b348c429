// Finds what a lesson points at by its role and accessible name, draws a ring around it and brings it into view.

const WITH_ROLE = /** @type {Record<string, string>} */ ({
  button: 'button, summary, [role=button]', checkbox: 'input[type=checkbox]', combobox: 'select', heading: 'h2, h3', img: 'canvas, [role=img]', link: 'a',
  radio: 'input[type=radio]', region: 'section, [role=region]', slider: 'input[type=range]', spinbutton: 'input[type=number]', status: '[role=status]', table: 'table', textbox: 'textarea, input[type=text]',
});

/** @type {Element | null} */
let ringed = null;

/** @param {{ role: string, name: string } | null} wanted */
export function pointAt(wanted) {
  ringed?.classList.remove('pointed-at');
  ringed = wanted && find(wanted);
  if (!ringed) return;
  ringed.classList.add('pointed-at');
  // Within a folded panel of the rail it could not be seen.
  const folded = ringed.closest('details:not([open])');
  if (folded instanceof HTMLDetailsElement && folded.closest('#choices')) folded.open = true;
  // Where the lesson does not stay in sight, going there is left to the reader.
  if (matchMedia('(min-width: 1000px) and (min-height: 800px)').matches) showPointed();
}

/** Brings what is pointed at into view. */
export function showPointed() {
  // The rail fades at its ends.
  const block = ringed?.closest('#choices') ? 'center' : 'nearest';
  ringed?.scrollIntoView({ block, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
}

/** @param {{ role: string, name: string }} wanted */
function find({ role, name }) {
  // The lesson does not point at itself.
  const all = [...document.querySelectorAll(WITH_ROLE[role] ?? 'none')].filter((one) => !one.closest('#lesson, .chooser'));
  const found = all.find((one) => nameOf(one) === name) ?? all.find((one) => nameOf(one).startsWith(name)) ?? null;
  // A drawing or a table is clipped by what it scrolls in.
  if (found && (role === 'table' || role === 'img')) return found.closest('.card') ?? found;
  // A control is easier to see with its label.
  return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found.closest('.field') ?? found : found;
}

/** @param {Element} element */
function nameOf(element) {
  const label = element.getAttribute('aria-label');
  const by = element.getAttribute('aria-labelledby');
  const labels = 'labels' in element ? /** @type {HTMLInputElement} */ (element).labels : null;
  const text = label ?? (by && document.getElementById(by)?.textContent) ?? (labels?.length ? labels[0].textContent : null)
    ?? (element instanceof HTMLTableElement ? element.caption?.textContent : element.matches('section') ? null : element.textContent);
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

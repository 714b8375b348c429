// Finds a part of the page by its role and accessible name, as lessons name it.

/** @typedef {{ role: string, name: string }} PartName */

const WITH_ROLE = /** @type {Record<string, string>} */ ({
  button: 'button, summary, [role=button]', checkbox: 'input[type=checkbox]', combobox: 'select', group: '[role=group]',
  heading: 'h2, h3', img: 'canvas, [role=img]', link: 'a', radio: 'input[type=radio]',
  region: 'section, [role=region]', slider: 'input[type=range]', spinbutton: 'input[type=number]',
  status: '[role=status]', table: 'table', textbox: 'textarea, input[type=text]',
});

/** If a lesson names the content of one of these panels, the ring is around the panel. */
const PANELS = '#queries, #views';

/**
 * Returns the element with this role and name, or else the first whose name begins with it, in any letter case. The
 * lesson is not searched.
 * @param {PartName} wanted
 */
export function findPart({ role, name }) {
  const all = [...document.querySelectorAll(WITH_ROLE[role] ?? 'none')].filter((one) =>
      !one.closest('#lesson, #lessons-panel, #lesson-editor'));
  const wanted = name.toLowerCase();
  const names = all.map((one) => nameOf(one).toLowerCase());
  const at = names.includes(wanted) ? names.indexOf(wanted) : names.findIndex((one) => one.startsWith(wanted));
  return all[at] ?? null;
}

/**
 * Returns the element for the ring: the panel that `found` fills, its chart, or a control with its label.
 * @param {Element} part
 */
export function ringedPart(part) {
  const chart = part.matches('canvas, section') ? part.closest('.chart') : null;
  if (chart) return chart;
  const isWhole = part.matches('#inspector, [role=tabpanel] > section:not(.collapsible), table.queries');
  if (isWhole) return part.closest(PANELS) ?? part;
  return part instanceof HTMLInputElement || part instanceof HTMLSelectElement ? part.closest('.field') ?? part
    : part;
}

/**
 * Returns the role and name by which a lesson finds an element, or the nearest part around it; null without one.
 * @param {Element} inside
 * @returns {PartName | null}
 */
export function partAround(inside) {
  for (let element = /** @type {Element | null} */ (inside); element; element = element.parentElement) {
    const at = element;
    const role = Object.keys(WITH_ROLE).find((one) => at.matches(WITH_ROLE[one]));
    const name = role ? nameOf(element) : '';
    if (role && name && name.length <= 120 && findPart({ role, name }) === element) return { role, name };
  }
  return null;
}

/** @param {Element} element */
function nameOf(element) {
  const label = element.getAttribute('aria-label');
  const by = element.getAttribute('aria-labelledby');
  const labels = 'labels' in element ? /** @type {HTMLInputElement} */ (element).labels : null;
  const text = label ?? (by && document.getElementById(by)?.textContent)
    ?? (labels?.length ? labels[0].textContent : null)
    ?? (element instanceof HTMLTableElement ? element.caption?.textContent : element.matches('section') ? null
        : element.textContent);
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

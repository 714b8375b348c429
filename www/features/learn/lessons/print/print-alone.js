// Prints one element of the page without the rest.

import './summary.css';

/**
 * Shows the element alone and opens the browser's print dialog.
 * @param {HTMLElement} element of the class lesson-summary
 */
export function printAlone(element) {
  document.querySelector('body > .lesson-summary')?.remove();
  document.body.append(element);
  document.body.classList.add('printing-lesson');
  window.addEventListener('afterprint', () => {
    document.body.classList.remove('printing-lesson');
    element.remove();
  }, { once: true });
  window.print();
}

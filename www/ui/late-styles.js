// Style sheets of parts that are fetched later. The bundler asks for each only once, so a part whose sheet could not be
// fetched would come without it when it is opened again.

/**
 * Asks for each failed style sheet again at the next key or click, because that may open its part again.
 * @param {Document} page
 */
export function refetchStyles(page) {
  /** @type {Set<HTMLLinkElement>} */
  const failed = new Set();
  // Failures of files do not bubble.
  page.addEventListener('error', ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
  }, true);
  const again = () => {
    for (const link of failed) link.replaceWith(link.cloneNode());
    failed.clear();
  };
  for (const type of ['click', 'keydown']) page.addEventListener(type, again, true);
}

// Where the page is.

/**
 * Returns the address of the page without its fragment, as links to the page begin. Empty for a page that no link can
 * lead to, as in a notebook: the rest of the link belongs behind the address of any other copy of the page.
 */
export const pageAddress = () => (location.protocol === 'blob:' ? '' : location.href.replace(/#.*$/s, ''));

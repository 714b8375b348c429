// Tells the styles whether a box that scrolls goes on above and below what it shows.

/** @param {HTMLElement} box */
export function fadeEnds(box) {
  const tell = () => {
    const { scrollTop, scrollHeight, clientHeight } = box;
    box.classList.toggle('goes-on-above', scrollTop > 4);
    box.classList.toggle('goes-on-below', scrollTop + clientHeight < scrollHeight - 4);
  };
  box.addEventListener('scroll', tell, { passive: true });
  const sizes = new ResizeObserver(tell);
  sizes.observe(box);
  for (const child of box.children) sizes.observe(child);
}

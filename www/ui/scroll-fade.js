// Marks a scrolling box that has more content above or below, for its styles.

/** @param {HTMLElement} box */
export function markScrollEnds(box) {
  const update = () => {
    const { scrollTop, scrollHeight, clientHeight } = box;
    box.classList.toggle('goes-on-above', scrollTop > 4);
    box.classList.toggle('goes-on-below', scrollTop + clientHeight < scrollHeight - 4);
  };
  box.addEventListener('scroll', update, { passive: true });
  const sizes = new ResizeObserver(update);
  sizes.observe(box);
  for (const child of box.children) sizes.observe(child);
}

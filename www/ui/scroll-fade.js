// Has the ends of a scrolling box fade where its content goes on, so that a cut line is not taken for the last one.

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

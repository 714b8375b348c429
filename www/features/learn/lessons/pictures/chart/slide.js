// A handle that slides over a picture: pointer and keys.

/**
 * `at`: where the pointer is, as shares of the width and the height of the picture. `by`: steps of the keys, and
 * whether they go upwards. `rest`: the hand rests.
 * @param {HTMLElement} canvas @param {HTMLElement} handle
 * @param {{ at: (across: number, down: number) => void, by: (steps: number, isUpwards: boolean) => void,
 *   rest: () => void }} slide
 */
export function listenToSlide(canvas, handle, { at, by, rest }) {
  let isHeld = false;
  const follow = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    at((clientX - left) / width, (clientY - top) / height);
  };
  canvas.addEventListener('pointerdown', (event) => {
    const onHandle = event.target instanceof Node && handle.contains(event.target);
    if (event.target instanceof Element && event.target.closest('button')) return;
    if (event.button !== 0 || (event.pointerType === 'touch' && !onHandle)) return;
    event.preventDefault();
    isHeld = true;
    canvas.setPointerCapture(event.pointerId);
    handle.focus({ preventScroll: true });
    if (!onHandle) follow(event);
  });
  canvas.addEventListener('pointermove', (event) => { if (isHeld) follow(event); });
  canvas.addEventListener('pointerup', () => {
    if (isHeld) rest();
    isHeld = false;
  });
  canvas.addEventListener('pointercancel', () => { isHeld = false; });
  handle.addEventListener('keydown', (event) => {
    const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, Home: -Infinity,
      End: Infinity }[event.key];
    if (steps === undefined) return;
    event.preventDefault();
    by(steps, event.key === 'ArrowUp' || event.key === 'ArrowDown');
    rest();
  });
}

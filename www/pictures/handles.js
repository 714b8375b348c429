// Pointer and keys of the handles of a picture.

/**
 * What a pointer moves on. `place`: where the pointer is, in units of the drawing.
 * @typedef {{ canvas: HTMLElement, place: (event: PointerEvent) => [number, number] }} Surface
 */

/**
 * Where a pointer is on an element, in units of a drawing of that width that fills the element.
 * @param {Element} element @param {MouseEvent} event @param {number} width @returns {[number, number]}
 */
export function placeOn(element, { clientX, clientY }, width) {
  const box = element.getBoundingClientRect();
  const unit = width / Math.max(1, box.width);
  return [unit * (clientX - box.left), unit * (clientY - box.top)];
}

/**
 * The value that a key gives to a slider; undefined for other keys, which keep their meaning.
 * @param {KeyboardEvent} event @param {number} value @param {{ step?: number, least: number, most: number }} range
 */
export function keyedValue(event, value, { step = 1, least, most }) {
  const to = { ArrowLeft: value - step, ArrowDown: value - step, ArrowRight: value + step, ArrowUp: value + step,
    Home: least, End: most }[event.key];
  if (to === undefined) return undefined;
  event.preventDefault();
  return Math.min(most, Math.max(least, to));
}

/**
 * Follows a pointer that holds something. `grab` returns what is held at a place, null for nothing; `focus`, which
 * handle gets the focus. `follow` moves it, and `rest` is called when the pointer lets go.
 * @template Held
 * @param {Surface} surface
 * @param {{ grab: (place: [number, number], event: PointerEvent) => Held | null,
 *   focus: (held: Held) => HTMLElement | SVGElement | undefined, follow: (held: Held, place: [number, number]) => void,
 *   rest: (held: Held) => void }} what
 */
export function listenToPointer({ canvas, place }, { grab, focus, follow, rest }) {
  /** @type {Held | null} */
  let held = null;
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    held = grab(place(event), event);
    if (held === null) return;
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    follow(held, place(event));
    focus(held)?.focus({ preventScroll: true });
  });
  canvas.addEventListener('pointermove', (event) => { if (held !== null) follow(held, place(event)); });
  canvas.addEventListener('pointerup', () => {
    if (held !== null) rest(held);
    held = null;
  });
  canvas.addEventListener('pointercancel', () => { held = null; });
}

/**
 * Lets a pointer move a handle over a picture. `at`: where the pointer is. `rest`: the hand rests.
 * @param {Surface} surface @param {HTMLElement} handle
 * @param {{ at: (place: [number, number]) => void, rest?: () => void }} move
 */
export function listenToGrip(surface, handle, { at, rest = () => {} }) {
  listenToPointer(surface, {
    grab(_place, { target, pointerType }) {
      const isOn = target instanceof Node && handle.contains(target);
      if (!isOn && target instanceof Element && target.closest('button')) return null;
      // A touch beside the handle scrolls the page; a press on it does not move it yet.
      return pointerType === 'touch' && !isOn ? null : { isOn };
    },
    focus: () => handle,
    follow(held, place) {
      if (!held.isOn) at(place);
      held.isOn = false;
    },
    rest,
  });
}

/**
 * Lets pointer and keys slide a handle over a picture. `by`: steps of the keys, and whether they go upwards.
 * @param {Surface} surface @param {HTMLElement} handle
 * @param {{ at: (place: [number, number]) => void, by: (steps: number, isUpwards: boolean) => void,
 *   rest: () => void }} slide
 */
export function listenToSlide(surface, handle, { at, by, rest }) {
  listenToGrip(surface, handle, { at, rest });
  handle.addEventListener('keydown', (event) => {
    const steps = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1,
      Home: -Infinity, End: Infinity })[event.key];
    if (steps === undefined) return;
    event.preventDefault();
    by(steps, event.key === 'ArrowUp' || event.key === 'ArrowDown');
    rest();
  });
}

/**
 * Says what a slider stands at. @param {HTMLElement} slider
 * @param {{ least: number, most: number, now: number, text: string }} value
 */
export function sayValue(slider, { least, most, now, text }) {
  slider.setAttribute('aria-valuemin', String(least));
  slider.setAttribute('aria-valuemax', String(most));
  slider.setAttribute('aria-valuenow', String(now));
  slider.setAttribute('aria-valuetext', text);
}

/**
 * Whether a place is in a box. @param {readonly [number, number]} place
 * @param {{ x: number, y: number, width: number, height: number }} box
 */
export const isIn = ([px, py], { x, y, width, height }) => px >= x && px <= x + width && py >= y && py <= y + height;

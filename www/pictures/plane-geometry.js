// Places of the plane of w in a drawing: frames, lines and sides of planes, and level curves of the floor. Pure.

/** @typedef {[number, number]} Point */
/** A rectangle of the drawing with the weights at its edges; y of the drawing points down. */
/** @typedef {{ left: number, top: number, width: number, height: number, x: Point, y: Point }} Frame */
/**
 * The line of a plane: it demands `loss − offset − x·w₁ − y·w₂`.
 * @typedef {{ loss: number, x: number, y: number, offset?: number }} Line
 */

/** @param {Frame} frame @param {number} weight on the axis across */
export const across = ({ left, width, x: [from, to] }, weight) => left + ((weight - from) / (to - from)) * width;

/** @param {Frame} frame @param {number} weight on the axis upwards */
export const up = ({ top, height, y: [from, to] }, weight) => top + height - ((weight - from) / (to - from)) * height;

/** The weights at a point of a drawing, within its frame. @param {Frame} frame @param {Point} point @returns {Point} */
export function weightsAt({ left, top, width, height, x, y }, [px, py]) {
  const within = (/** @type {number} */ share) => Math.min(1, Math.max(0, share));
  return [x[0] + within((px - left) / width) * (x[1] - x[0]),
    y[0] + within((top + height - py) / height) * (y[1] - y[0])];
}

/** The point of the drawing that shows some weights. @param {Frame} frame @param {Point} w @returns {Point} */
export const spotOf = (frame, [wx, wy]) => [across(frame, wx), up(frame, wy)];

/** What a plane demands at w. @param {Line} line @param {Point} w */
export const demandAt = ({ loss, x, y, offset = 0 }, [wx, wy]) => loss - offset - x * wx - y * wy;

/**
 * The corners, in the drawing, of the side of a frame on which a plane demands slack; none if there is no such side.
 * @param {Frame} frame @param {Line} line @returns {Point[]}
 */
export function brokenSide(frame, line) {
  const { x: [x0, x1], y: [y0, y1] } = frame;
  /** @type {Point[]} */
  const corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
  return corners.flatMap((corner, at) => {
    const next = corners[(at + 1) % 4];
    const [here, there] = [demandAt(line, corner), demandAt(line, next)];
    const kept = here > 0 ? [corner] : [];
    if ((here > 0) !== (there > 0)) {
      const share = here / (here - there);
      kept.push([corner[0] + share * (next[0] - corner[0]), corner[1] + share * (next[1] - corner[1])]);
    }
    return kept.map((w) => spotOf(frame, w));
  });
}

/**
 * The two ends of a line in the drawing, the left or upper one first; null where the line misses the frame.
 * @param {Frame} frame @param {Line} line @returns {[Point, Point] | null}
 */
export function endsOf(frame, line) {
  const { x: [x0, x1], y: [y0, y1] } = frame;
  const demand = line.loss - (line.offset ?? 0);
  /** @type {Point[]} */
  const ends = [];
  if (line.y !== 0) for (const wx of [x0, x1]) ends.push([wx, (demand - line.x * wx) / line.y]);
  if (line.x !== 0) for (const wy of [y0, y1]) ends.push([(demand - line.y * wy) / line.x, wy]);
  const slack = 1e-9 * (x1 - x0);
  const inside = ends.filter(([wx, wy]) =>
    wx >= x0 - slack && wx <= x1 + slack && wy >= y0 - slack && wy <= y1 + slack)
    .sort(([a, b], [c, d]) => a - c || d - b);
  return inside.length < 2 ? null : [spotOf(frame, inside[0]), spotOf(frame, inside[inside.length - 1])];
}

/** Points as an SVG path or polygon takes them. @param {readonly Point[]} points */
export const pointList = (points) => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');

/** @param {readonly Point[]} points */
export const pathOf = (points) =>
  points.map(([x, y], at) => `${at ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

const RAYS = 180;
const HALVINGS = 36;
const FARTHEST = 12;

/**
 * The curve on which a convex function has a level, as points around its minimum.
 * @param {(w: Point) => number} height @param {Point} lowest @param {number} level @returns {Point[]}
 */
export function levelCurve(height, [cx, cy], level) {
  return Array.from({ length: RAYS }, (_, ray) => {
    const angle = (2 * Math.PI * ray) / RAYS;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    let [near, far] = [0, FARTHEST];
    for (let at = 0; at < HALVINGS; at += 1) {
      const middle = (near + far) / 2;
      if (height([cx + middle * dx, cy + middle * dy]) < level) near = middle;
      else far = middle;
    }
    return [cx + near * dx, cy + near * dy];
  });
}

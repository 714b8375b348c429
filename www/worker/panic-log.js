// Collects the panics of the core, which it writes to the console.

/** @type {string[]} */
const panics = [];
const { error: complain } = console;
console.error = (/** @type {unknown[]} */ ...parts) => {
  panics.push(parts.map(String).join(' ').split('\n')[0]);
  complain.apply(console, parts);
};

/** Returns the newest panic that was not returned before, or undefined. */
export function takePanic() {
  return panics.pop();
}

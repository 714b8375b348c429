// What the core said before it broke: its panics go to the console.

/** @type {string[]} */
const panics = [];
const { error: complain } = console;
console.error = (/** @type {unknown[]} */ ...parts) => {
  panics.push(parts.map(String).join(' ').split('\n')[0]);
  complain.apply(console, parts);
};

/** The newest panic that nobody has asked for; undefined without. */
export function takePanic() {
  return panics.pop();
}

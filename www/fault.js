// What the core throws, read without loading the core. Pure.

/** @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Why the core broke. It tells its panics; where it ended without one, memory could not be had.
 * @param {unknown} error
 * @param {string | undefined} panic
 */
export function breakdownOf(error, panic) {
  const ended = error instanceof WebAssembly.RuntimeError && /unreachable/i.test(error.message);
  const refused = error instanceof RangeError && /alloc|memory|length/i.test(error.message);
  return panic ?? (ended || refused ? 'Memory ran out.' : messageOf(error));
}

/**
 * The fault behind an error of the core; null for anything else.
 * @param {unknown} error
 * @returns {import('./wasm/rankscope.js').Fault | null}
 */
export function faultOf(error) {
  const fault = error instanceof Error && error.name === 'RankscopeError' ? error.cause : null;
  return fault ? /** @type {import('./wasm/rankscope.js').Fault} */ (fault) : null;
}

/**
 * What is wrong: `field` is the key of the setting at fault, if it is one, and then the message does not begin with it.
 * @param {unknown} error
 * @returns {{ field: string | null, message: string }}
 */
export function problemOf(error) {
  const field = faultOf(error)?.field ?? null;
  const message = messageOf(error);
  return { field, message: field !== null && message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message };
}

/** As the page tells it. @param {unknown} error @returns {import('./protocol.js').Failure} */
export function failureOf(error) {
  const fault = faultOf(error);
  return { message: messageOf(error), problems: fault?.problems ?? [], total: fault?.total ?? 0 };
}

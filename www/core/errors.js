// Reads errors of the core without loading the core. Pure.

/** Returns the message of an error, or its name if the message is empty. @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message || error.name : String(error);
}

/**
 * Returns why the core failed. The core logs its panics. If it ended without one, memory ran out.
 * @param {unknown} error
 * @param {string | undefined} panic
 */
export function breakdownOf(error, panic) {
  const ended = error instanceof WebAssembly.RuntimeError && /unreachable/i.test(error.message);
  const refused = error instanceof RangeError && /alloc|memory|length/i.test(error.message);
  return panic ?? (ended || refused ? 'Memory ran out.' : messageOf(error));
}

/**
 * Returns the fault of an error of the core; null for other errors.
 * @param {unknown} error
 * @returns {import('../wasm/rankscope.js').Fault | null}
 */
export function faultOf(error) {
  const fault = error instanceof Error && error.name === 'RankscopeError' ? error.cause : null;
  return fault ? /** @type {import('../wasm/rankscope.js').Fault} */ (fault) : null;
}

/**
 * Returns the message and the key of the faulty setting, if there is one. The message then does not begin with the key.
 * @param {unknown} error
 * @returns {{ field: string | null, message: string }}
 */
export function problemOf(error) {
  const field = faultOf(error)?.field ?? null;
  const message = messageOf(error);
  return { field,
    message: field !== null && message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message };
}

/** Returns an error as the page shows it. @param {unknown} error @returns {import('./protocol.js').Failure} */
export function failureOf(error) {
  const fault = faultOf(error);
  return { message: messageOf(error), problems: fault?.problems ?? [], total: fault?.total ?? 0 };
}

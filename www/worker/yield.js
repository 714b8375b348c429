// Yields to other messages between slices of work.

const channel = new MessageChannel();
/** @type {(() => void)[]} */
const waiting = [];
channel.port1.onmessage = () => waiting.shift()?.();

/** Yields to waiting messages, without the delay of a timer. @returns {Promise<void>} */
export function yieldToMessages() {
  return new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });
}

// Lets other messages in between slices of work.

const channel = new MessageChannel();
/** @type {(() => void)[]} */
const waiting = [];
channel.port1.onmessage = () => waiting.shift()?.();

/** Lets other messages in; unlike a timer it does not wait. @returns {Promise<void>} */
export function breathe() {
  return new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });
}

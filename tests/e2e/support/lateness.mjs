// Makes a page late at random, as a busy machine does: frames, timers, answers of workers and files. A test that reads something
// without waiting for it then fails often, and not once in a hundred runs. RANKSCOPE_LATE=1000 turns it on and is the most milliseconds.

/** @param {import('playwright-core').BrowserContext} context @param {number} latest milliseconds */
export async function makeLate(context, latest) {
  await context.addInitScript((most) => {
    const wait = setTimeout.bind(window);
    // Most are prompt, some are very late.
    const delay = () => (Math.random() < 0.6 ? 0 : Math.random() * most);

    const nextFrame = requestAnimationFrame.bind(window);
    const cancel = cancelAnimationFrame.bind(window);
    /** @type {Map<number, number>} */
    const frames = new Map();
    let count = 0;
    window.requestAnimationFrame = (act) => {
      count += 1;
      const id = count;
      const timer = wait(() => frames.set(id, nextFrame((now) => {
        if (frames.delete(id)) act(now);
      })), delay());
      frames.set(id, -Number(timer));
      return id;
    };
    window.cancelAnimationFrame = (id) => {
      const known = frames.get(id);
      frames.delete(id);
      if (known !== undefined && known < 0) clearTimeout(-known);
      else if (known !== undefined) cancel(known);
    };

    window.setTimeout = /** @type {typeof setTimeout} */ (
      (/** @type {() => void} */ act, /** @type {number} */ after = 0) => wait(act, after + delay() / 4));

    const load = window.fetch.bind(window);
    window.fetch = async (...request) => {
      await new Promise((resolve) => { wait(resolve, delay()); });
      return load(...request);
    };

    // Messages of a worker stay in order.
    const Plain = window.Worker;
    window.Worker = class extends Plain {
      /** @param {ConstructorParameters<typeof Worker>} made */
      constructor(...made) {
        super(...made);
        /** @type {MessageEvent[]} */
        const waiting = [];
        let last = 0;
        let isEnded = false;
        this.terminate = () => {
          isEnded = true;
          super.terminate();
        };
        super.addEventListener('message', (event) => {
          if (!event.isTrusted) return;
          event.stopImmediatePropagation();
          const { data, ports } = /** @type {MessageEvent} */ (event);
          waiting.push(new MessageEvent('message', { data, ports: [...ports] }));
          last = Math.max(last, performance.now() + delay());
          wait(() => {
            const next = /** @type {MessageEvent} */ (waiting.shift());
            if (!isEnded) this.dispatchEvent(next);
          }, last - performance.now());
        });
      }
    };
  }, latest);
}

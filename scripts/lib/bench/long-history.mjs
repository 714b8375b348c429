// The page with a run of 2,000 iterations: script time of an update, memory of an iteration, and frames while the
// time line is dragged. Few real runs last so long, so the reports of a real one are repeated under the next numbers.
// They enter as messages of the worker, and everything behind is the page's own.

/** @typedef {import('./rows.mjs').Row} Row */
/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').CDPSession} Session */

const SAMPLE = /LightGBM/;
const [FEW, ITERATIONS] = [500, 2000];
const REAL = 50; // iterations that the worker makes
const UPDATES = 60;
const REPETITIONS = 3;

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} address of the built page
 * @returns {Promise<Row[]>}
 */
export async function longRows(browser, address) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(watchPage);
  await page.goto(address);
  await beginRun(page);
  const session = await context.newCDPSession(page);
  await feed(page, FEW, 20);
  const few = await heldBytes(session);
  await feed(page, ITERATIONS - REPETITIONS * UPDATES, 20);
  const many = await heldBytes(session);
  const updates = [];
  for (let left = REPETITIONS - 1; left >= 0; left -= 1) {
    updates.push(await feed(page, ITERATIONS - left * UPDATES, 1));
  }
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.waitForTimeout(1000);
  const frames = [];
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) frames.push(await drag(page));
  await context.close();
  return [
    { row: 'long update', unit: 'ms', values: updates,
      note: `the message and the three charts together; medians of ${UPDATES} updates` },
    { row: 'long memory', unit: 'bytes', values: [(many - few) / (ITERATIONS - REPETITIONS * UPDATES - FEW)],
      note: 'objects and typed arrays of the page' },
    { row: 'long drag', unit: '/s', values: frames.map(({ rate }) => rate),
      note: frames.map(({ late }) => `${late} of 180 frames late`).join('; ') },
  ];
}

/** Runs in the page before its own scripts: sees messages of the worker, and times the work of frames. */
function watchPage() {
  const seen = { worker: /** @type {Worker | null} */ (null), run: 0, at: 0, made: 0, asked: 0,
    real: /** @type {any[]} */ ([]), spent: 0, isDrawn: false,
    nextFrame: window.requestAnimationFrame.bind(window) };
  Object.assign(window, { seen });
  const own = ['reports', 'paused', 'runs/model'];
  window.Worker = class extends window.Worker {
    /** @param {string | URL} file @param {WorkerOptions} [options] */
    constructor(file, options) {
      super(file, options);
      this.addEventListener('message', (event) => {
        const { data } = event;
        if (!event.isTrusted) return;
        // The worker has fewer iterations than the page believes.
        if (seen.made && own.includes(data.type)) event.stopImmediatePropagation();
        else if (data.type === 'reports') {
          seen.worker = this;
          seen.real = [...(seen.run === data.run ? seen.real : []), ...data.reports];
          seen.run = data.run;
        }
        for (const one of [data, data.snapshot]) {
          if (seen.made && typeof one?.iteration === 'number') one.iteration = seen.asked;
        }
      });
    }

    /** @override @param {any} message @param {any} [rest] */
    postMessage(message, rest) {
      if (!seen.made || typeof message.iteration !== 'number') return super.postMessage(message, rest);
      seen.asked = message.iteration;
      return super.postMessage({ ...message, iteration: message.iteration % seen.made }, rest);
    }
  };
  for (const name of /** @type {const} */ (['stroke', 'fillRect', 'clearRect'])) {
    const draw = CanvasRenderingContext2D.prototype[name];
    Reflect.set(CanvasRenderingContext2D.prototype, name,
      /** @this {CanvasRenderingContext2D} @param {any[]} args */ function noted(...args) {
      seen.isDrawn = true;
      return Reflect.apply(draw, this, args);
    });
  }
  window.requestAnimationFrame = (work) => seen.nextFrame((time) => {
    const began = performance.now();
    work(time);
    seen.spent += performance.now() - began;
  });
}

/** Trains some iterations in the worker, and pauses it behind the back of the page. @param {Page} page */
async function beginRun(page) {
  const status = page.getByRole('status').first();
  const isReady = () => status.filter({ hasText: /^ready/ }).waitFor({ timeout: 60_000, state: 'attached' });
  await isReady();
  const samples = page.getByRole('combobox', { name: 'Sample data' });
  const label = (await samples.locator('option').allInnerTexts()).find((text) => SAMPLE.test(text)) ?? '';
  await samples.selectOption({ label });
  await page.getByRole('banner').getByText(SAMPLE).waitFor({ timeout: 60_000, state: 'attached' });
  await isReady();
  await page.locator('#rail details').evaluateAll((all) => all.forEach((one) => {
    /** @type {HTMLDetailsElement} */ (one).open = true;
  }));
  await page.getByLabel('Pace', { exact: true }).selectOption({ label: 'full speed' });
  await page.getByLabel('Working set').selectOption({ label: '1-slack' });
  await page.getByRole('spinbutton', { name: 'C', exact: true }).fill('1000000');
  await page.getByRole('spinbutton', { name: 'Stop at gap' }).fill('0.000000001');
  await page.waitForTimeout(500);
  await page.getByRole('button', { name: 'Train', exact: true }).click();
  await page.waitForFunction((least) => /** @type {any} */ (window).seen.real.length > least, REAL,
    { timeout: 120_000, polling: 100 });
  await page.evaluate(() => {
    const { seen } = /** @type {any} */ (window);
    seen.made = seen.at = seen.real.length;
    seen.worker.postMessage({ type: 'pause', run: seen.run });
  });
  await page.waitForTimeout(1000);
}

/**
 * Sends reports until the page has so many iterations, with a frame after each message.
 * @param {Page} page @param {number} to @param {number} each reports of a message
 * @returns {Promise<number>} median ms of the page's script for a message whose frame draws on a canvas
 */
function feed(page, to, each) {
  return page.evaluate(async ([end, most]) => {
    const { seen } = /** @type {any} */ (window);
    const times = /** @type {number[]} */ ([]);
    const last = seen.real.at(-1);
    while (seen.at < end) {
      const reports = Array.from({ length: Math.min(most, end - seen.at) }, (_, place) => {
        const iteration = seen.at + place;
        // The bounds go on to move, so that no two reports are equal.
        const better = 1e-3 * iteration;
        return { ...structuredClone(seen.real[20 + ((iteration * 7919) % (seen.made - 20))]), iteration,
          round: last.round, best_primal: last.best_primal - better, best_objective: last.best_primal - better,
          dual: last.dual + better };
      });
      seen.at += reports.length;
      const data = { type: 'reports', run: seen.run, reports, phase: null,
        seconds: reports.map(({ iteration }) => iteration / 100) };
      Object.assign(seen, { spent: 0, isDrawn: false });
      const began = performance.now();
      seen.worker.dispatchEvent(new MessageEvent('message', { data }));
      const handled = performance.now() - began;
      await new Promise((resolve) => { seen.nextFrame(resolve); });
      await new Promise((resolve) => { setTimeout(resolve); });
      if (seen.isDrawn) times.push(handled + seen.spent);
    }
    return times.sort((a, b) => a - b)[times.length >> 1];
  }, [to, each]);
}

/** Moves the time line in every frame for three seconds. @param {Page} page */
function drag(page) {
  return page.evaluate(async () => {
    const { seen } = /** @type {any} */ (window);
    const slider = /** @type {HTMLInputElement} */ (document.querySelector('input[type=range][id^=iteration]'));
    const end = Number(slider.max);
    const times = /** @type {number[]} */ ([]);
    for (let frame = 0; frame <= 180; frame += 1) {
      times.push(await new Promise((resolve) => { seen.nextFrame(resolve); }));
      slider.value = String(Math.round(end * (0.5 + 0.49 * Math.sin(frame / 20))));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    }
    const late = times.filter((time, frame) => frame > 0 && time - times[frame - 1] > 25).length;
    return { rate: (1000 * 180) / (times[180] - times[0]), late };
  });
}

/**
 * Bytes of objects and typed arrays that are still needed. Compiled code and the browser's own records do not count,
 * because they depend on the time and not on the run.
 * @param {Session} session
 */
async function heldBytes(session) {
  /** @type {string[]} */
  const parts = [];
  const listen = (/** @type {{ chunk: string }} */ { chunk }) => parts.push(chunk);
  await session.send('HeapProfiler.collectGarbage');
  session.on('HeapProfiler.addHeapSnapshotChunk', listen);
  await session.send('HeapProfiler.takeHeapSnapshot', {});
  session.off('HeapProfiler.addHeapSnapshotChunk', listen);
  const { snapshot: { meta }, nodes, strings } = JSON.parse(parts.join(''));
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => meta.node_fields.indexOf(field));
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += meta.node_fields.length) {
    const kind = meta.node_types[type][nodes[at + type]];
    const counts = kind === 'native' ? strings[nodes[at + name]].endsWith('JSArrayBufferData') : kind !== 'code';
    if (counts) bytes += nodes[at + size];
  }
  return bytes;
}

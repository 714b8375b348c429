// The page in the cell of a notebook: a frame without an origin, the messages of docs/embedding.md, and the traits of
// rankscope._explorer.Explorer. The kernel sends page and data when a frame asks for them; nothing else is requested.

/**
 * The model of anywidget. Its events have arguments of several kinds.
 * @typedef {{ get: (name: string) => any, set: (name: string, value: unknown) => void, save_changes: () => void,
 *   send: (content: object) => void, on: (name: string, act: (...values: any[]) => void) => void,
 *   off: (name: string, act: (...values: any[]) => void) => void }} Model
 */
/** A message of the page. @typedef {{ type: string, id?: unknown } & Record<string, any>} Message */

const ENVELOPE = { protocol: 'rankscope-embed', version: 1 };
const GREETING = 200; // ms between two greetings, until the page answers

/** Everything but an origin: the page cannot read the notebook. */
const SANDBOX = 'allow-scripts allow-downloads allow-modals allow-popups';

/** The border is that of a card of the page, in both themes. It takes a pixel of height at either end. */
const FRAME = 'display: block; box-sizing: border-box; width: 100%; height: 0; border: 0 solid; border-radius: 8px; '
  + 'border-color: color-mix(in srgb, currentcolor 20%, transparent)';
const BORDERS = 2;

/** Traits that the page is told when the notebook sets them. */
const TOLD = ['settings', 'query', '_trainings'];

/** Messages whose refusal stands in the trait `problem` until the notebook asks for something else. */
const CHANGING = ['set-data', 'set-state', 'open-lesson', 'train'];

export default {
  /** @param {{ model: Model, el: HTMLElement }} place */
  render({ model, el }) {
    const view = new View(model, el);
    return () => view.end();
  },
};

class View {
  #model;
  #frame = document.createElement('iframe');
  #note = document.createElement('div');
  #life = new AbortController();
  /** Tells the kernel's answers to this view from those to others. */
  #id = String(Math.random());
  #asked = 0;
  /** What waits for a reply, by the id of the message. @type {Map<unknown, (reply: Message) => void>} */
  #waiting = new Map();
  /** The last message `changed`. @type {Message | null} */
  #told = null;
  #hasStarted = false;
  #isSetting = false; // whether a trait changes because the page has told it
  #height = 0; // that the page needs, in pixels
  #trainings = 0;
  #ended = ''; // the end of the run whose model the kernel has or gets; empty while none is at rest

  /** @param {Model} model @param {HTMLElement} el */
  constructor(model, el) {
    this.#model = model;
    this.#note.setAttribute('role', 'status');
    this.#note.style.cssText = 'padding: 8px 0; font-family: system-ui, sans-serif';
    // Without a kernel, as in an exported notebook, the record stays. It may be an output of its own already.
    const record = document.querySelector('.rankscope-record') ? '' : model.get('_record');
    if (record) this.#note.innerHTML = record;
    else this.#say('The page appears here when the kernel has sent it.');
    Object.assign(this.#frame, { title: 'Rankscope', allow: 'clipboard-write' });
    this.#frame.setAttribute('sandbox', SANDBOX);
    this.#frame.style.cssText = FRAME;
    el.append(this.#note, this.#frame);

    const { signal } = this.#life;
    addEventListener('message', (event) => this.#receive(event), { signal });
    const fromKernel = (/** @type {any} */ content, /** @type {DataView<ArrayBuffer>[]} */ buffers) =>
      this.#take(content, buffers);
    const follow = () => void this.#follow();
    const fit = () => this.#fit();
    model.on('msg:custom', fromKernel);
    model.on('change:height', fit);
    for (const name of TOLD) model.on(`change:${name}`, follow);
    signal.addEventListener('abort', () => {
      model.off('msg:custom', fromKernel);
      model.off('change:height', fit);
      for (const name of TOLD) model.off(`change:${name}`, follow);
    });
    model.send({ ask: 'page', view: this.#id });
  }

  end() {
    this.#life.abort();
    this.#frame.remove();
  }

  /** @param {string} text */
  #say(text) {
    this.#note.textContent = text;
    this.#note.hidden = !text;
  }

  /**
   * Takes what the kernel sends.
   * @param {{ answer: string, view: string, names: { name: string, parts: string[] } }} content
   * @param {DataView<ArrayBuffer>[]} buffers
   */
  #take({ answer, view, names }, buffers) {
    if (view !== this.#id) return;
    if (answer === 'page') void this.#open(buffers[0]);
    if (answer === 'data') void this.#begin(names, buffers);
  }

  /** Opens the page, which arrives packed, and greets it until it answers. @param {DataView<ArrayBuffer>} packed */
  async #open(packed) {
    hideRecords();
    this.#say('Starting the page …');
    const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    const page = URL.createObjectURL(new Blob([await new Response(unpacked).arrayBuffer()], { type: 'text/html' }));
    this.#frame.src = `${page}#v=1&embed=true`;
    const timer = setInterval(() => this.#post({ type: 'hello', opaque: true }), GREETING);
    const end = () => clearInterval(timer);
    this.#waiting.set('welcome', end);
    this.#life.signal.addEventListener('abort', () => {
      end();
      URL.revokeObjectURL(page);
    });
  }

  /** @param {Message} message */
  #post(message) {
    // A frame without an origin can only be addressed so. It shows this page and no other.
    this.#frame.contentWindow?.postMessage({ ...ENVELOPE, ...message }, '*');
  }

  /**
   * Sends a message. Returns the reply; null if the page refuses, which the trait `problem` then says.
   * @param {Message} message @returns {Promise<Message | null>}
   */
  #ask(message) {
    this.#asked += 1;
    const id = this.#asked;
    this.#post({ ...message, id });
    return new Promise((resolve) => {
      this.#waiting.set(id, (reply) => {
        const isRefused = reply.type === 'error';
        if (isRefused && CHANGING.includes(message.type)) this.#set({ problem: reply.problem });
        resolve(isRefused ? null : reply);
      });
    });
  }

  /** Takes what the page sends. @param {MessageEvent} event */
  #receive({ source, data }) {
    if (source !== this.#frame.contentWindow || data?.protocol !== ENVELOPE.protocol) return;
    switch (data.type) {
      case 'welcome':
        this.#waiting.get('welcome')?.(data);
        void this.#start();
        break;
      case 'changed':
        this.#told = data;
        void this.#tell();
        break;
      case 'height':
        this.#height = data.height;
        this.#fit();
        break;
      case 'statement':
        this.#set({ statements: [...this.#model.get('statements'), data.statement] });
        break;
      default:
        this.#waiting.get(data.id)?.(data);
        this.#waiting.delete(data.id);
    }
  }

  /** Brings the page to the state that the notebook wants. */
  async #start() {
    this.#followTheme();
    this.#set({ problem: '' });
    const { lesson, name, step } = this.#model.get('_lesson') ?? {};
    if (lesson || name) {
      const opened = await this.#ask({ type: 'open-lesson', step, ...(lesson ? { lesson } : { name }) });
      this.#show();
      if (!opened) this.#say(`The lesson is not open: ${this.#model.get('problem')}.`);
    } else {
      this.#say('Fetching the data from the kernel …');
      this.#model.send({ ask: 'data', view: this.#id });
    }
  }

  /**
   * Gives the page the data, which arrive packed.
   * @param {{ name: string, parts: string[] }} names @param {DataView<ArrayBuffer>[]} buffers
   */
  async #begin({ name, parts }, buffers) {
    this.#say('Reading the data …');
    const files = Object.fromEntries(parts.map((part, at) => [part, new Blob([buffers[at]])]));
    const loaded = await this.#ask({ type: 'set-data', name, ...files });
    if (loaded) await this.#bring();
    this.#show();
    // The reader may have to confirm large data on the page.
    if (!loaded) this.#say(`The data are not loaded: ${this.#model.get('problem')}.`);
    await this.#train();
  }

  #show() {
    this.#hasStarted = true;
    this.#say('');
    this.#fit();
    void this.#tell();
  }

  /** As high as the page needs and the notebook allows. */
  #fit() {
    if (!this.#hasStarted) return;
    this.#frame.style.borderWidth = '1px';
    this.#frame.style.height = `${Math.min(this.#height + BORDERS, this.#model.get('height'))}px`;
  }

  /** Tells the page what the notebook has set. */
  async #follow() {
    if (!this.#hasStarted || this.#isSetting) return;
    if (this.#isTrainingAsked()) this.#set({ problem: '' });
    await this.#bring();
    await this.#train();
  }

  /** Brings the page to the settings and the query of the notebook, where they are others. */
  async #bring() {
    const told = this.#told;
    if (!told) return;
    const settings = Object.fromEntries(Object.entries(this.#model.get('settings'))
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(told.settings[name] ?? null)));
    const query = this.#model.get('query');
    const isOtherQuery = query !== told.query && (query !== null || this.#hasStarted);
    const areOtherSettings = Object.keys(settings).length > 0;
    if (isOtherQuery || areOtherSettings) this.#set({ problem: '' });
    // The page tells later what it has taken. What it refuses is no state of it.
    if (areOtherSettings) {
      if (await this.#ask({ type: 'set-state', settings })) Object.assign(this.#told?.settings, settings);
      else this.#set({ settings: this.#told?.settings });
    }
    if (isOtherQuery) {
      if (!await this.#ask({ type: 'set-state', query })) this.#set({ query: this.#told?.query });
      else if (this.#told && query !== null) this.#told.query = query;
    }
  }

  #isTrainingAsked() {
    return this.#model.get('_trainings') > this.#trainings;
  }

  /** Has the page train if the notebook has asked for it since the last time. */
  async #train() {
    const isAsked = this.#isTrainingAsked();
    this.#trainings = this.#model.get('_trainings');
    if (isAsked) await this.#ask({ type: 'train' });
  }

  /** Tells the kernel what the page has changed; after the end of a run its model and picture too. */
  async #tell() {
    if (!this.#hasStarted || !this.#told) return;
    const { result, settings, query } = this.#told;
    const isAtRest = result && result.iteration > 0 && ['stopped', 'paused'].includes(result.status);
    const end = isAtRest ? JSON.stringify(result) : '';
    const isOther = end !== this.#ended;
    this.#ended = end;
    // A result never stands beside the model of an earlier run.
    this.#set({ result, settings, query, ...(isOther ? { _model: '' } : {}) });
    if (!end || !isOther) return;
    const [model, picture] = await Promise.all([this.#ask({ type: 'get-model' }), this.#ask({ type: 'get-picture' })]);
    if (model?.model && end === this.#ended) this.#set({ _model: model.model, _picture: picture?.svg ?? '' });
  }

  /** @param {Record<string, unknown>} values of traits */
  #set(values) {
    this.#isSetting = true;
    for (const [name, value] of Object.entries(values)) this.#model.set(name, value);
    this.#isSetting = false;
    this.#model.save_changes();
  }

  /** Gives the page the theme of the notebook, which is dark if its texts are bright. */
  #followTheme() {
    let told = '';
    const look = () => {
      const theme = isBright(getComputedStyle(this.#note).color) ? 'dark' : 'light';
      if (theme !== told) void this.#ask({ type: 'set-theme', theme });
      told = theme;
    };
    const observer = new MutationObserver(look);
    for (const element of [document.documentElement, document.body]) observer.observe(element, { attributes: true });
    this.#life.signal.addEventListener('abort', () => observer.disconnect());
    look();
  }
}

/** Records stand for the page where it is not. */
function hideRecords() {
  if (document.getElementById('rankscope-live')) return;
  const style = document.createElement('style');
  style.id = 'rankscope-live';
  style.textContent = '.rankscope-record, .jp-OutputArea-child:has(.rankscope-record) { display: none !important }';
  document.head.append(style);
}

/** Whether a CSS colour, in any notation, is nearer to white than to black. @param {string} colour */
function isBright(colour) {
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) return false;
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
  return red + green + blue > 3 * 127;
}

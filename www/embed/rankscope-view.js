// The element <rankscope-view>: Rankscope in a frame of any page. A file of its own, beside the page and in the npm
// package. It imports nothing, so that it can be copied.

const PROTOCOL = { protocol: 'rankscope-embed', version: 1 };
const PATIENCE = 250; // ms between two greetings: the page hears nothing while it starts
const HEIGHT = 600; // CSS pixels until the page says what it needs
const MOST_HEIGHT = 800; // above it the page fills any frame

/** The page beside this file, as the build puts it there; null for a copy elsewhere. */
const BESIDE = /\/embed\/rankscope-view\.js$/.test(new URL(import.meta.url).pathname)
  ? new URL('../', import.meta.url).href : null;

const STYLE = ':host { display: block; } :host([hidden]) { display: none; } '
  + 'iframe { display: block; width: 100%; border: 0; } p { margin: 0; }';

/** Node has no elements: there the class can be imported, but not made. */
const Base = globalThis.HTMLElement ?? /** @type {typeof HTMLElement} */ (class {});

/** Attributes that choose what the frame shows. */
const OF_ADDRESS = ['page', 'link', 'lesson', 'step', 'picture'];

/**
 * Attributes: `page`, the address of Rankscope; `lesson` with `step`, or `link`; `picture`, the only part that is
 * shown; `query`, the id of a query; `height` in CSS pixels, otherwise as high as the page needs; `theme`; `title`.
 *
 * Events: `rankscope-ready`, `rankscope-changed` and `rankscope-statement` with the message of the page as `detail`,
 * and `rankscope-problem` with a sentence.
 */
export class RankscopeView extends Base {
  static observedAttributes = [...OF_ADDRESS, 'query', 'height', 'theme', 'title'];

  /** @type {HTMLIFrameElement | null} */
  #frame = null;
  /** The origin of the page in the frame. */
  #origin = '';
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #greeting;
  #isReady = false;
  #next = 0;
  /** @type {Map<number, { resolve: (reply: any) => void, reject: (error: Error) => void }>} */
  #asked = new Map();
  #isPlanned = false;

  /** @param {MessageEvent} event */
  #hear = (event) => {
    if (event.source !== this.#frame?.contentWindow || event.origin !== this.#origin) return;
    if (event.data?.protocol === PROTOCOL.protocol) this.#receive(event.data);
  };

  /** The frame; null outside of a document, and where the attributes have a fault. */
  get frame() {
    return this.#frame;
  }

  connectedCallback() {
    if (!this.shadowRoot) this.attachShadow({ mode: 'open' });
    addEventListener('message', this.#hear);
    this.#show();
  }

  disconnectedCallback() {
    removeEventListener('message', this.#hear);
    this.#end('The element was taken out of the document.');
  }

  /** @param {string} name @param {string | null} before @param {string | null} value */
  attributeChangedCallback(name, before, value) {
    if (before === value || !this.isConnected || !this.shadowRoot) return;
    if (OF_ADDRESS.includes(name)) this.#plan();
    else if (!this.#frame) return;
    else if (name === 'height') this.#fit(HEIGHT);
    else if (name === 'title') this.#frame.title = this.title || 'Rankscope';
    else if (this.#isReady) this.#set(name);
  }

  /**
   * Sends a message to the page, and returns its reply. Rejects with the problem if the page refuses the message.
   * @param {{ type: string, [field: string]: unknown }} message such as `{ type: 'train' }`
   * @returns {Promise<any>}
   */
  request(message) {
    if (!this.#isReady) return Promise.reject(new Error('The page is not there yet: wait for rankscope-ready.'));
    this.#next += 1;
    const id = this.#next;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      this.#post({ ...message, id });
    });
  }

  /** Several attributes that change together are one change. */
  #plan() {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      if (this.isConnected) this.#show();
    });
  }

  /** Begins a frame for the present attributes. */
  #show() {
    this.#end('The element shows something else now.');
    const style = document.createElement('style');
    style.textContent = STYLE;
    this.shadowRoot?.replaceChildren(style);
    let address;
    try {
      address = addressOf((name) => this.getAttribute(name));
    } catch (error) {
      return this.#fail(error instanceof Error ? error.message : String(error));
    }
    const frame = document.createElement('iframe');
    frame.title = this.title || 'Rankscope';
    frame.allow = 'clipboard-write; fullscreen';
    frame.src = address.href;
    this.#frame = frame;
    this.#origin = address.origin;
    this.#fit(HEIGHT);
    this.shadowRoot?.append(frame);
    this.#greet();
    // A page that is loaded again, as after an update, has to be greeted again; one that has answered says so again.
    frame.addEventListener('load', () => { if (this.#frame === frame) this.#greet(); });
  }

  /** Greets the page until it answers. */
  #greet() {
    clearInterval(this.#greeting);
    const hello = { type: 'hello', ...(globalThis.origin === 'null' ? { opaque: true } : {}) };
    this.#greeting = setInterval(() => this.#post(hello), PATIENCE);
  }

  /** @param {string} why no reply comes any more */
  #end(why) {
    clearInterval(this.#greeting);
    this.#frame?.remove();
    this.#frame = null;
    this.#isReady = false;
    this.#refuseAll(why);
  }

  /** @param {string} why no reply comes any more */
  #refuseAll(why) {
    for (const { reject } of this.#asked.values()) reject(new Error(why));
    this.#asked.clear();
  }

  /** @param {string} problem */
  #fail(problem) {
    const words = document.createElement('p');
    words.textContent = `rankscope-view: ${problem}`;
    this.shadowRoot?.append(words);
    this.#tell('problem', problem);
  }

  /** @param {object} message */
  #post(message) {
    this.#frame?.contentWindow?.postMessage({ ...PROTOCOL, ...message }, this.#origin);
  }

  /** @param {any} message of the page */
  #receive(message) {
    switch (message.type) {
      case 'welcome': {
        clearInterval(this.#greeting);
        this.#refuseAll('The page was loaded again.');
        this.#isReady = true;
        for (const name of ['theme', 'query']) if (this.hasAttribute(name)) this.#set(name);
        return this.#tell('ready', message);
      }
      // A picture alone fills any frame.
      case 'height': return this.#fit(this.hasAttribute('picture') ? HEIGHT : Math.min(message.height, MOST_HEIGHT));
      case 'changed':
      case 'statement': return this.#tell(message.type, message);
      default: {
        if (message.to === 'hello') {
          clearInterval(this.#greeting);
          return message.type === 'error' && this.#tell('problem', message.problem);
        }
        const asked = this.#asked.get(message.id);
        this.#asked.delete(message.id);
        return message.type === 'done' ? asked?.resolve(message) : asked?.reject(new Error(message.problem));
      }
    }
  }

  /** Sets the theme or the query of the page. @param {string} name */
  #set(name) {
    const value = this.getAttribute(name);
    const request = name === 'theme' ? { type: 'set-theme', theme: value ?? 'system' }
      : { type: 'set-state', query: value };
    this.request(request).catch((error) => this.#tell('problem', `${name}: ${error.message}`));
  }

  /** @param {number} height that the page needs */
  #fit(height) {
    const given = Number(this.getAttribute('height'));
    if (this.#frame) this.#frame.style.height = `${given > 0 ? given : height}px`;
  }

  /** @param {string} name @param {unknown} detail */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(`rankscope-${name}`, { detail, bubbles: true, composed: true }));
  }
}

/**
 * Returns the address of the frame. Throws what is wrong with the attributes.
 * @param {(name: string) => string | null} attribute
 */
export function addressOf(attribute) {
  const link = attribute('link');
  if (link !== null && attribute('lesson') !== null) {
    throw new Error('link and lesson exclude each other; give one of them.');
  }
  const isWhole = link !== null && /^[a-z][a-z0-9+.-]*:/i.test(link);
  const page = attribute('page') ?? (isWhole ? link.replace(/#.*$/s, '') : BESIDE);
  if (page === null) throw new Error('page is missing; give it the address of Rankscope.');
  const base = globalThis.document?.baseURI;
  if (!URL.canParse(page, base)) throw new Error(`page: “${page}” is no address.`);
  const address = new URL(page, base);
  if (!/^(https?|blob):$/.test(address.protocol)) throw new Error(`page: “${page}” is no address of a server.`);
  const words = new URLSearchParams(isWhole ? new URL(link).hash.slice(1) : (link ?? '').replace(/^#/, ''));
  for (const name of ['lesson', 'step', 'picture']) {
    const value = attribute(name);
    if (value !== null) words.set(name, value);
  }
  words.delete('v');
  words.delete('embed');
  const shown = [...words].map(([name, value]) => `&${name}=${encodeURIComponent(value)}`).join('');
  address.hash = `v=1${shown}${words.has('picture') ? '' : '&embed=true'}`;
  return address;
}

if (globalThis.customElements && !customElements.get('rankscope-view')) {
  customElements.define('rankscope-view', RankscopeView);
}

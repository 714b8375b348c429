/**
 * The element <rankscope-view>: Rankscope in a frame of any page. `import 'rankscope/rankscope-view'` defines it.
 * docs/sharing.md of the repository explains its attributes.
 */

import type { HostMessage, PageMessage } from './host-messages.js';

type Message<Type extends PageMessage['type']> = Extract<PageMessage, { type: Type }>;
type Asked = Exclude<HostMessage, { type: 'hello' }>;

/** A message of the host without its envelope. */
export type ViewRequest = Asked extends infer One ? One extends Asked ? Omit<One, 'protocol' | 'version' | 'id'> : never
  : never;

/** Events of the element. Their `detail` is the message of the page, or a sentence that says what is wrong. */
export interface RankscopeViewEvents {
  'rankscope-ready': CustomEvent<Message<'welcome'>>;
  'rankscope-changed': CustomEvent<Message<'changed'>>;
  'rankscope-statement': CustomEvent<Message<'statement'>>;
  'rankscope-problem': CustomEvent<string>;
}

/** `page`, `link`, `lesson`, `step`, `picture`, `query`, `height`, `theme` and `title` are attributes. */
export class RankscopeView extends HTMLElement {
  static readonly observedAttributes: string[];

  /** The frame; null outside of a document, and where the attributes have a fault. */
  readonly frame: HTMLIFrameElement | null;

  /** Sends a message and returns its reply. Rejects with the problem if the page refuses the message. */
  request(message: ViewRequest): Promise<Message<'done'>>;

  addEventListener<Name extends keyof RankscopeViewEvents>(type: Name,
    listener: (this: RankscopeView, event: RankscopeViewEvents[Name]) => void,
    options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions): void;
}

/** Returns the address of the frame. Throws what is wrong with the attributes. */
export function addressOf(attribute: (name: string) => string | null): URL;

declare global {
  interface HTMLElementTagNameMap {
    'rankscope-view': RankscopeView;
  }
}

/**
 * The messages between a page and Rankscope in a frame of the page. docs/embedding.md of the repository explains them.
 *
 * `import type { HostMessage, PageMessage } from 'rankscope/host-messages'` gives the types; there is no code to import.
 */

/** What every message has. */
interface Envelope<Type extends string> {
  protocol: 'rankscope-embed';
  version: 1;
  type: Type;
}

/** A message of the host with a name of its own, which the reply repeats. */
interface Request<Type extends string> extends Envelope<Type> {
  id?: string | number;
}

/** Opens the conversation. `opaque`: the host has no origin, and knows that any page in its place can read the answers. */
export interface Hello extends Request<'hello'> {
  opaque?: boolean;
}

/**
 * Loads data: LETOR lines as texts or as Blobs, which may be packed by gzip. Together they have at most 50,000,000
 * characters of text and bytes of Blobs.
 */
export interface SetData extends Request<'set-data'> {
  letor: string | Blob;
  /** Name of the data, of at most 255 characters. */
  name?: string;
  validation?: string | Blob;
  test?: string | Blob;
}

/** Opens a link of the page. `link`: the part behind `#`, of at most 32,768 characters. */
export interface SetLink extends Request<'set-state'> {
  link: string;
  settings?: undefined;
  query?: undefined;
}

/** Changes settings, all or none. At most 100, by their keys in links. */
export interface SetSettings extends Request<'set-state'> {
  settings: Record<string, string | number | boolean | null | string[]>;
  link?: undefined;
  query?: undefined;
}

/** Shows a query by its id; null for the one with the greatest slack. */
export interface SetQuery extends Request<'set-state'> {
  query: string | null;
  link?: undefined;
  settings?: undefined;
}

/** Chooses the colours of the page. */
export interface SetTheme extends Request<'set-theme'> {
  theme: 'system' | 'light' | 'dark';
}

/** Opens a lesson of the page by its name. `step`: from 1. */
export interface OpenNamedLesson extends Request<'open-lesson'> {
  name: string;
  step?: number;
  lesson?: undefined;
}

/** Opens a lesson of one's own: an object, or its JSON of at most 100,000 characters. `step`: from 1. */
export interface OpenOwnLesson extends Request<'open-lesson'> {
  lesson: string | object;
  step?: number;
  name?: undefined;
}

/** Trains. The reply comes once the run has ended. */
export type Train = Request<'train'>;

/** Asks for the model file of the present run. */
export type GetModel = Request<'get-model'>;

/** Asks for the curves of the present run. */
export type GetPicture = Request<'get-picture'>;

/** Asks for the result of the present run. */
export type GetResult = Request<'get-result'>;

/** Asks for the reader's statements. */
export type GetAnswers = Request<'get-answers'>;

/** What a host can send. */
export type HostMessage = Hello | SetData | SetLink | SetSettings | SetQuery | SetTheme | OpenNamedLesson | OpenOwnLesson
  | Train | GetModel | GetPicture | GetResult | GetAnswers;

/** The types of messages that have a reply. */
export type RequestType = Exclude<HostMessage['type'], 'hello'>;

/** The fields of each message beside `protocol`, `version`, `type` and `id`. */
export type Understood = Record<RequestType, string[]>;

/** Values of measures by their names; null where a measure is undefined. */
export type Measures = Record<'train' | 'valid' | 'test', Record<string, number | null>>;

/** The result of a run. */
export interface RunResult {
  /** Status of the run. */
  status: string;
  /** Name of the data. */
  data: string | null;
  settings: Record<string, unknown>;
  /** The last iteration. */
  iteration: number;
  /** Relative duality gap at that iteration; null without one. */
  gap: number | null;
  /** Objective at that iteration; null without one. */
  objective: number | null;
  /** Why the run stopped; null while it goes on. */
  stop: { reason: string; iterations: number; bestIteration: number; gap: number | null } | null;
  /** At the last iteration. */
  measures: Measures;
  /** The iteration of the kept model and its measures; null while the run goes on. */
  model: { iteration: number; measures: Measures } | null;
}

/** A statement of xAPI without an actor. */
export interface Statement {
  verb: { id: string; display: { en: string } };
  object: { objectType: 'Activity'; id: string; definition: Record<string, unknown> };
  result: { success?: boolean; completion?: boolean; response?: string; extensions?: Record<string, unknown> };
  /** In UTC, as in ISO 8601. */
  timestamp: string;
}

/** The answer to `hello`. */
export interface Welcome extends Envelope<'welcome'> {
  understood: Understood;
}

/** The fields of each reply beside those of every reply. */
interface Replies {
  'set-data': { data: { queries?: number; documents?: number; features?: number } };
  'set-state': { ignored: string[] };
  'set-theme': Record<never, never>;
  'open-lesson': { lesson: { title: string; steps: number } };
  train: { result: RunResult | null };
  'get-model': { model: string | null };
  'get-picture': { svg: string | null };
  'get-result': { result: RunResult | null };
  'get-answers': { statements: Statement[] };
}

/** The reply to a request that was carried out. `to`: the type of the request. */
export type Done = {
  [Type in RequestType]: Envelope<'done'> & { to: Type; id: string | number | null } & Replies[Type]
}[RequestType];

/** The reply to a message that was refused. */
export interface Refusal extends Envelope<'error'> {
  /** The type of the message, as far as it was understood. */
  to: string;
  id: string | number | null;
  /** What is wrong, where, and what to do. */
  problem: string;
  understood: Understood;
}

/** Tells what the reader does in a lesson. */
export interface StatementMessage extends Envelope<'statement'> {
  statement: Statement;
}

/** Tells that the result, the settings or the query have changed, at most four times a second. */
export interface Changed extends Envelope<'changed'> {
  result: RunResult | null;
  /** Those of the controls. */
  settings: Record<string, unknown>;
  /** The query that the page shows. */
  query: string | null;
}

/** Tells the height at which the page has room for all its parts, in CSS pixels. */
export interface Height extends Envelope<'height'> {
  height: number;
}

/** The answer to a `hello` after the first. */
export interface Greeted extends Envelope<'done'> {
  to: 'hello';
  id: string | number | null;
}

/** What the page can send. */
export type PageMessage = Welcome | Greeted | Done | Refusal | Changed | Height | StatementMessage;

// Sessions of one search, played by the core: users look at the ranks of a page and click what they like. The counts of
// each document grow from session to session.

import { ClickSimulator, LetorReader } from '../../wasm/rankscope.js';

/** `documents`: the document at each rank; `examined`, `clicks`: ranks from 0.
 * @typedef {{ documents: number[], examined: number[], clicks: number[] }} Session */
/**
 * `eta`: how fast the chance of being seen falls with the rank. `noise`: the chance that a user who sees a document of
 * grade 0 clicks it. The same seed plays the same sessions.
 * @typedef {import('../../wasm/rankscope.js').SimulationSettings & { noise: number }} Users
 */

/** @type {Users} */
export const USERS = { users: 'pbm', eta: 1, noise: 0.1, seed: 1 };

export class PlayedPage {
  #data;
  #simulator;
  #noise;
  #gains;
  /** @type {Session[]} */
  sessions = [];
  /** Of each document. @type {number[]} */
  clicks;
  /** The sessions that saw each document. @type {number[]} */
  seen;
  /** By document, in the order of the lines. @type {{ title: string, grade: number }[]} */
  documents;

  /**
   * Throws the core's message if the lines cannot be read.
   * @param {readonly string[]} lines LETOR lines of one search
   * @param {string | readonly number[]} logger what sorts the page, as in `feature:4`, or a score for each document
   * @param {Users} users
   */
  constructor(lines, logger, users) {
    const reader = new LetorReader();
    reader.push(new TextEncoder().encode(`${lines.join('\n')}\n`));
    this.#data = reader.finish();
    this.#simulator = typeof logger === 'string' ? new ClickSimulator(this.#data, logger, '', users, false)
      : ClickSimulator.by_scores(this.#data, Float64Array.from(logger), users, false);
    this.#noise = users.noise;
    this.documents = this.#data.documents(0).map(({ comment, grade }) => ({ title: comment, grade }));
    this.#gains = this.documents.map(({ grade }) => 2 ** grade - 1);
    this.clicks = this.documents.map(() => 0);
    this.seen = this.documents.map(() => 0);
  }

  /** Plays one session. @returns {Session} */
  play() {
    const session = this.#simulator.play();
    for (const rank of session.examined) this.seen[session.documents[rank]] += 1;
    for (const rank of session.clicks) this.clicks[session.documents[rank]] += 1;
    this.sessions.push(session);
    return session;
  }

  /** Plays until there are so many sessions. @param {number} sessions */
  playTo(sessions) {
    while (this.sessions.length < sessions) this.play();
  }

  /** The document at each rank, once a session is played. */
  get order() {
    return this.sessions[0]?.documents ?? [];
  }

  /** The share of the sessions that saw a document. @param {number} document */
  seenShare(document) {
    return this.seen[document] / Math.max(1, this.sessions.length);
  }

  /** Clicks divided by the share that saw the document; 0 if no session did. @param {number} document */
  weighed(document) {
    return this.seen[document] ? this.clicks[document] / this.seenShare(document) : 0;
  }

  /** The clicks to expect if every session saw the document. @param {number} document */
  wanted(document) {
    const most = Math.max(1, ...this.#gains);
    const chance = this.#noise + ((1 - this.#noise) * this.#gains[document]) / most;
    return this.sessions.length * Math.min(1, chance);
  }

  end() {
    this.#simulator.free();
    this.#data.free();
  }
}

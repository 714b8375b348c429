// Files for a link that names private files: takes the files that the user chooses, and reports what is missing.

import { checksumOf } from '../../../core/core.js';
import { messageOf } from '../../../core/errors.js';
import { whyUnreadable } from '../../../lib/file-problem.js';
import { ownRequest } from '../../data/data-request.js';
import { sampleRequest } from '../../data/samples.js';
import { PARTS } from './url.js';

/** @typedef {import('./link-state.js').LinkAction} LinkAction */
/** @typedef {import('./link-state.js').LinksStore} Store */
/** @typedef {import('./link-state.js').Offer} Offer */
/** @typedef {import('../../../core/protocol.js').Part} Part */
/** @typedef {import('../../../core/protocol.js').Source} Source */
/** @typedef {import('./url.js').View} View */

/**
 * The faults of the files chosen so far.
 * @typedef {Omit<Extract<LinkAction, { type: 'links/refused' }>, 'type'>} Refusal
 */

export class FileOffers {
  /** @type {Map<Part, Offer>} */
  #offers = new Map();

  /** @param {View} view @param {string[]} ignored what the link says beside that */
  constructor(view, ignored) {
    this.view = view;
    this.ignored = ignored;
  }

  /**
   * Assigns files to the parts of the link. Returns null when every part has the file that the link was made with.
   * @param {File[]} files
   * @param {() => boolean} isWanted whether the link still waits when they have been read
   * @returns {Promise<Refusal | null>}
   */
  async take(files, isWanted) {
    const { files: wanted } = this.view;
    try {
      const { isRight, placed } = await import('./match-files.js');
      const { readableFile } = await import('../../data/file-opening.js');
      /** @type {Offer[]} */
      const read = [];
      for (const chosen of files) {
        const problem = await whyUnreadable(chosen);
        if (problem) throw new Error(`${chosen.name}: ${problem}`);
        // The checksum of a link is that of the text that was read.
        const readable = await readableFile(chosen, files.filter((other) => other !== chosen));
        if (readable) read.push({ file: readable.file, checksum: await checksumOf(readable.file) });
      }
      if (!isWanted()) return { refused: [], anyhow: false, note: '' };
      const { offers, unused } = placed(wanted, this.#offers, read);
      this.#offers = offers;
      if (wanted.every((one) => isRight(one, offers.get(one.part)))) return null;
      const refused = wanted.flatMap((one) => {
        const offer = offers.get(one.part);
        return offer && !isRight(one, offer) ? [{ name: offer.file.name, checksum: offer.checksum }] : [];
      });
      const missing = wanted.filter(({ part }) => !offers.has(part)).map(({ name }) => name);
      const unusedNames = unused.map(({ file }) => file.name);
      const notes = [missing.length && `Still needed: ${missing.join(', ')}.`,
        unused.length && `Not used: ${unusedNames.join(', ')}.`];
      return { refused, anyhow: !missing.length, note: notes.filter(Boolean).join(' ') };
    } catch (error) {
      return { refused: [], anyhow: false, note: `It could not be read: ${messageOf(error)}` };
    }
  }

  /**
   * Returns the data of the chosen files, whatever their checksums; null without a training file.
   * @param {ReturnType<Store['get']>} state
   */
  request(state) {
    const { view } = this;
    const base = view.sample === null ? null : sampleRequest(view.sample);
    const [train, valid, test] = PARTS.map((part) => this.#offers.get(part)?.file ?? null);
    /** @param {File | null} file @returns {Source | null} */
    const source = (file) => file && { kind: 'blob', name: file.name, blob: file };
    const request = train ? ownRequest(train, valid, test, state)
      : base && { ...base, sample: null, valid: source(valid) ?? base.valid, test: source(test) ?? base.test };
    return request && { ...request, holdOut: view.holdOut ?? Boolean(base?.holdOut) };
  }
}

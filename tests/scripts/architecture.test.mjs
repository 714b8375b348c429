// What ARCHITECTURE.md says of the code holds: rooms, arrows, messages, files and names.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import { filesUnder } from '../../scripts/lib/stamps.mjs';
import { importsOfCore } from './support/core-imports.mjs';

const text = readFileSync(at('ARCHITECTURE.md'), 'utf8');
const BUILT = ['wasm']; // folders of www/ that a build writes

/** Returns the folders in a folder. @param {string} path */
const foldersOf = (path) => readdirSync(at(path), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);

/**
 * Returns the rows of the table whose first heading is "room of `PATH/`", each as its cells.
 * @param {string} path
 */
function rowsOf(path) {
  const table = text.slice(text.indexOf(`| room of \`${path}/\` |`)).split('\n\n')[0];
  return table.split('\n').slice(2).map((row) => row.split('|').slice(1, -1).map((cell) => cell.trim()));
}

/** Returns the names between backticks. @param {string} words */
const namesIn = (words) => [...words.matchAll(/`([^`]+)`/g)].map(([, name]) => name);

/** Returns the rooms of a table, from the top. @param {string} path */
const roomsOf = (path) => rowsOf(path).flatMap(([names]) => namesIn(names));

test('the map has every room once', () => {
  for (const path of ['src', 'www', 'www/features']) {
    assert.deepEqual(roomsOf(path).toSorted(), foldersOf(path).filter((name) => path !== 'www' || !BUILT.includes(name)).toSorted(), path);
    for (const cells of rowsOf(path)) assert.ok(cells.length === 3 && cells.every(Boolean), `${path}: ${cells.join(' | ')}`);
  }
});

/** Returns what each room of the core imports; the program imports the library by its name. */
async function importsOfRooms() {
  const { rooms } = await importsOfCore();
  const program = (await filesUnder(at('src', 'cli'))).map((path) => readFileSync(path, 'utf8')).join('\n');
  rooms.set('cli', new Set([...program.matchAll(/\brankscope::(\w+)/g)].map(([, room]) => room)));
  return rooms;
}

/** Returns what each room of the page imports, types of comments included. */
async function importsOfPage() {
  /** @type {Map<string, Set<string>>} */
  const rooms = new Map();
  const roomOf = (/** @type {string} */ path) => relative(at('www'), path).split(sep)[0];
  for (const path of (await filesUnder(at('www'))).filter((name) => name.endsWith('.js') && roomOf(name) !== 'wasm')) {
    const targets = [...readFileSync(path, 'utf8').matchAll(/\b(?:from|import)[\s(]+'(\.[^']*)'/g)].map(([, module]) => roomOf(resolve(dirname(path), module)));
    const known = rooms.get(roomOf(path)) ?? new Set();
    rooms.set(roomOf(path), new Set([...known, ...targets].filter((room) => room !== roomOf(path))));
  }
  return rooms;
}

test('a room imports only rooms above it', async () => {
  for (const [path, imports] of Object.entries({ src: await importsOfRooms(), www: await importsOfPage() })) {
    const rooms = roomsOf(path);
    for (const [place, room] of rooms.entries()) {
      const below = [...imports.get(room) ?? []].filter((other) => rooms.indexOf(other) > place);
      assert.deepEqual(below, [], `${path}/${room} imports rooms below it`);
    }
  }
});

/** Returns the block of text below a heading. @param {string} heading */
const diagramOf = (heading) => text.slice(text.indexOf(`## ${heading}\n`)).split('```')[1];

test('the arrows from data to a report are imports', async () => {
  const imports = await importsOfRooms();
  const diagram = diagramOf('From data to a report');
  // An arrow may overlap the next one: data ──▶ ranking ──▶ loss.
  const arrows = [...diagram.matchAll(/(?=\b(\w+) +─+▶ (\w+))/g)].map(([, from, to]) => [from, to]);
  const wrong = arrows.filter(([from, to]) => !imports.get(to)?.has(from)).map((arrow) => arrow.join(' ─▶ '));
  assert.deepEqual(wrong, []);
  assert.equal(arrows.length, diagram.match(/▶/g)?.length, 'every arrow is read');
});

/** Returns the types of the messages of a union. @param {string[]} names of the typedefs that make it */
function messagesOf(names) {
  const source = readFileSync(at('www', 'core', 'protocol.js'), 'utf8');
  const comments = source.split('/**').filter((comment) => names.some((name) => new RegExp(`\\} ${name}\\s*\\*/`).test(comment)));
  assert.equal(comments.length, names.length);
  return comments.flatMap((comment) => [...comment.matchAll(/\btype: '([^']+)'/g)].map(([, type]) => type));
}

test('the messages between page and worker are those of the protocol', () => {
  const diagram = diagramOf('The page and its worker');
  const toWorker = [...diagram.matchAll(/^ +([a-z][a-z/ ]*) ─+▶/gm)].map(([, type]) => type);
  const fromWorker = [...diagram.matchAll(/◀─+ ([a-z][a-z/ ]*?)(?: {2}|$)/gm)].map(([, type]) => type);
  assert.deepEqual(toWorker.filter((type) => !messagesOf(['ToWorker', 'WorkerRequest']).includes(type)), []);
  assert.deepEqual(fromWorker.filter((type) => !messagesOf(['FromWorker', 'Answer']).includes(type)), []);
  assert.equal(toWorker.length + fromWorker.length, diagram.match(/▶|◀/g)?.length, 'every arrow is read');
});

/**
 * Returns whether a file defines a name.
 * @param {string} path
 * @param {string} name
 */
function isDefined(path, name) {
  const source = readFileSync(at(path), 'utf8');
  const rust = `\\b(?:fn|struct|enum|trait|const|static|type) ${name}\\b`;
  const script = `\\b(?:function|const|let|class) ${name}\\b|^ +(?:async |get )?${name}\\(`;
  return new RegExp(path.endsWith('.rs') ? rust : script, 'm').test(source);
}

test('files are there, and define the names that follow them', () => {
  const files = [...text.matchAll(/`((?:src|www|tests|scripts)\/[\w./-]+)`((?:,? `#?\w+`)*)/g)];
  assert.ok(files.length > 80, 'the files are found');
  for (const [, path, names] of files) {
    assert.ok(existsSync(at(path)), path);
    for (const name of namesIn(names)) assert.ok(isDefined(path, name), `${path} has no ${name}`);
  }
});

test('the files that a dropped file crosses are numbered from 1, each named once', () => {
  const [, question] = text.split('### I dropped a file');
  const [part] = question.split('### ');
  const lines = [...part.matchAll(/^(\d+)\. `([^`]+)`/gm)];
  assert.deepEqual(lines.map(([, number]) => Number(number)), lines.map((_, place) => place + 1));
  assert.equal(new Set(lines.map(([, , path]) => path)).size, lines.length);
  const count = ['Forty-four', 'Forty-five', 'Forty-six', 'Forty-seven', 'Forty-eight'][lines.length - 44];
  assert.ok(part.includes(`${count} files,`), `there are ${lines.length} files`);
});

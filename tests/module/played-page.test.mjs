// Sessions of a result page that the real core plays: counts, seeds, and what users want.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PlayedPage, USERS } from '../../www/pictures/clicks/played-page.js';
import { clickFigures } from '../../www/features/learn/lessons/figures/clicks.js';
import { LOGGER, LOWEST, MovedPage, SESSIONS } from '../../www/features/learn/lessons/figures/moved-page.js';
import { initSync } from '../../www/wasm/rankscope.js';

initSync({ module: readFileSync(new URL('../../www/wasm/rankscope_bg.wasm', import.meta.url)) });

const lesson = JSON.parse(readFileSync(new URL('../../www/lessons/clicks.json', import.meta.url), 'utf8'));
const lines = lesson.steps[0].state.data;

/** A page with so many sessions. @param {number} sessions @param {number} [seed] */
function played(sessions, seed = 1) {
  const page = new PlayedPage(lines, LOGGER, { ...USERS, seed });
  page.playTo(sessions);
  return page;
}

test('counts of documents add up to the sessions, and users click only what they see', () => {
  const page = played(300);
  assert.equal(page.sessions.length, 300);
  const [seen, clicks] = [page.documents.map(() => 0), page.documents.map(() => 0)];
  for (const { documents, examined, clicks: clicked } of page.sessions) {
    assert.deepEqual(documents, page.order);
    assert.ok(clicked.every((rank) => examined.includes(rank)));
    for (const rank of examined) seen[documents[rank]] += 1;
    for (const rank of clicked) clicks[documents[rank]] += 1;
  }
  assert.deepEqual([page.seen, page.clicks], [seen, clicks]);
  assert.equal(page.seenShare(page.order[0]), 1);
  page.end();
});

test('the same seed plays the same sessions, another one others', () => {
  const [one, same, other] = [played(50), played(50), played(50, 2)];
  assert.deepEqual(one.sessions, same.sessions);
  assert.notDeepEqual(one.sessions, other.sessions);
  for (const page of [one, same, other]) page.end();
});

test('the most popular product is first', () => {
  const page = played(1);
  assert.deepEqual(page.order.map((document) => page.documents[document].title), lines.slice(1).map((/** @type {string} */ line) => line.split('# ')[1]));
  page.end();
});

test('in many sessions the light is that of the curve, and divided clicks come near the ticks', () => {
  const page = played(20_000);
  for (const [rank, document] of page.order.entries()) {
    assert.ok(Math.abs(page.seenShare(document) - 1 / (rank + 1)) < 0.015, `rank ${rank + 1}`);
    assert.ok(Math.abs(page.weighed(document) - page.wanted(document)) < 0.05 * page.sessions.length, `rank ${rank + 1}`);
  }
  page.end();
});

test('a product that no session saw has no weight', () => {
  const page = played(0);
  assert.equal(page.weighed(0), 0);
  assert.deepEqual(page.order, []);
  page.end();
});

test('the product that moves meets the same users at each rank', () => {
  const page = played(1);
  const moved = new MovedPage(lines, page);
  assert.equal(moved.title, 'Glass kettle, 1 litre');
  for (let rank = 0; rank <= LOWEST; rank += 1) {
    const at = moved.at(rank);
    assert.equal(at.documents[at.order[rank]].title, moved.title);
    assert.deepEqual(at.order.filter((document) => document !== moved.document), page.order.filter((document) => document !== moved.document));
    const { clicked, seen, unseen } = moved.outcome(rank);
    assert.equal(clicked + seen + unseen, SESSIONS);
    assert.equal(clicked, at.clicks[moved.document]);
  }
  moved.at(0).playTo(SESSIONS + 50);
  const { clicked, seen, unseen } = moved.outcome(0);
  assert.equal(clicked + seen + unseen, SESSIONS, 'a field has the newest sessions');
  moved.end();
  page.end();
});

test('figures of lessons are those of the played sessions', () => {
  const figures = clickFigures(lines);
  const page = played(SESSIONS);
  assert.equal(figures['clicks.seen/5'], page.seenShare(page.order[4]));
  assert.equal(figures['clicks.counted/2'], page.clicks[page.order[1]]);
  assert.equal(figures['clicks.wanted/6'], SESSIONS);
  assert.equal(figures['clicks.moved/5'], undefined);
  page.end();
});

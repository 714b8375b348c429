import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { inLanes } from '../../scripts/lib/lanes.mjs';
import { run, say, writingTo } from '../../scripts/lib/steps.mjs';

/** Runs stages that say their name at the beginning and at the end. @param {[string, number][][]} lanes with their milliseconds */
async function shown(lanes) {
  let text = '';
  const show = (/** @type {string} */ more) => {
    text += more;
  };
  await writingTo(show, () => inLanes(lanes, async ([name, time]) => {
    say(`${name} begins`);
    await pause(time);
    say(`${name} ends`);
  }, show));
  return text.trim().split('\n').map((line) => line.replace(/ (begins|ends)/, (_, what) => (what === 'begins' ? '(' : ')'))).join(' ');
}

test('stages of two lanes are shown one after the other', async () => {
  assert.equal(await shown([[['a', 60], ['b', 60]], [['x', 20], ['y', 70]]]), 'a( a) x( x) b( b) y( y)');
});

test('after the first lane has ended, the other lane is shown at once', async () => {
  assert.equal(await shown([[['a', 10]], [['x', 60], ['y', 10]]]), 'a( a) x( x) y( y)');
  assert.equal(await shown([[], [['x', 10], ['y', 10]]]), 'x( x) y( y)');
});

test('a failed stage fails the run', async () => {
  await assert.rejects(inLanes([[1], [2]], async (stage) => { if (stage === 2) throw new Error('broken'); }, () => {}), /broken/);
});

test('the output of a command goes to the output function of its work', async () => {
  let text = '';
  const keep = (/** @type {string} */ more) => {
    text += more;
  };
  await writingTo(keep, () => run(process.execPath, ['-e', 'console.log("out"); console.error("err")']));
  assert.match(text, /out/);
  assert.match(text, /err/);
});

test('a command without output for its limit is ended; a command with output continues', async () => {
  const command = (/** @type {string} */ code) => writingTo(() => {}, () => run(process.execPath, ['-e', code], { mayFail: true, limit: 4 }));
  const [still, busy] = await Promise.all([
    command('setTimeout(() => {}, 60_000)'),
    command('let n = 0; setInterval(() => { console.log(n += 1); if (n === 12) process.exit(0); }, 400)'),
  ]);
  assert.equal(still.silent, true);
  assert.notEqual(still.code, 0);
  assert.deepEqual([busy.silent, busy.code], [false, 0]);
});

// The files of a course package, and which lessons a command names.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { courseNamed } from '../../../../scripts/lib/course.mjs';
import { at } from '../../../../scripts/lib/project.mjs';
import { courseFiles, neededFiles } from '../../../../www/features/share/course/course-package.js';

const course = (/** @type {string[]} */ ...words) => courseNamed(words, (id) => readFileSync(at('www', 'lessons', `${id}.json`), 'utf8'));

test('a command names lessons or a path, and anything else is refused with what there is', () => {
  assert.deepEqual(course('ties').lessons.map(({ id }) => id), ['ties']);
  assert.deepEqual([course('ties', 'greedy').id, course('ties', 'greedy').title], ['ties-greedy', 'Rankscope: 2 lessons']);
  const path = course('When it fails');
  assert.ok(path.lessons.length > 1 && path.lessons.some(({ id }) => id === 'ties'));
  assert.equal(path.id, 'when-it-fails');
  for (const [words, reason] of /** @type {[string[], RegExp][]} */ ([[[], /^Name a lesson\. The lessons are what-is-a-ranking, /], [['tie'], /^“tie” is no lesson\. .* the paths are "Cutting planes"/]])) {
    assert.throws(() => course(...words), { message: reason });
  }
});

test('the manifests list every file once, a page for each lesson, and no markup of titles', () => {
  const files = neededFiles(['index.html', 'service-worker.js', 'course/files.json', 'course/scorm.js', 'samples/a&b.txt']);
  assert.deepEqual(files, ['course/scorm.js', 'index.html', 'samples/a&b.txt']);
  const own = { id: 'own-1', lesson: { title: '<b>"Mine" & yours</b>', summary: 'S', steps: [{}, { question: {} }] }, text: '{}' };
  const wanted = { ...course('ties'), lessons: [...course('ties').lessons, own] };
  const scorm = courseFiles(wanted, files, 'scorm');
  assert.deepEqual(Object.keys(scorm).sort(), ['course/own-1.json', 'imsmanifest.xml', 'scorm-own-1.html', 'scorm-ties.html']);
  const listed = [...scorm['imsmanifest.xml'].matchAll(/<file href="([^"]*)"/g)].map(([, file]) => file);
  assert.deepEqual(listed.sort(), ['course/own-1.json', 'course/scorm.js', 'index.html', 'samples/a&amp;b.txt', 'scorm-own-1.html', 'scorm-ties.html']);
  assert.match(scorm['scorm-own-1.html'], /data-own="course\/own-1\.json" data-questions="2"/);
  assert.match(scorm['scorm-ties.html'], /data-lesson="ties" data-own="" data-questions="1 2 3 4 5 6"/);
  for (const text of Object.values(scorm)) assert.doesNotMatch(text, /<b>"Mine/);
  assert.match(scorm['imsmanifest.xml'], /&lt;b&gt;&quot;Mine&quot; &amp; yours/);

  const cmi5 = courseFiles(wanted, files, 'cmi5');
  assert.equal(cmi5['cmi5.xml'].match(/<au id=/g)?.length, 2);
  // Only the page of a cmi5 package may reach another host.
  assert.match(cmi5['cmi5-ties.html'], /connect-src 'self' \*;/);
  assert.match(scorm['scorm-ties.html'], /connect-src 'self';/);
});

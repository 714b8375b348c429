// `npm run scorm -- ties`: packs lessons for learning platforms, by SCORM 1.2, into dist-scorm/. Takes names of lessons
// of the page, or the name of a path of their map. With --cmi5 the package reports by cmi5.

import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { courseNamed, packedCourse } from './lib/course.mjs';
import { at, root } from './lib/project.mjs';
import { buildSite, siteFolder } from './lib/site.mjs';
import { main, say, step } from './lib/steps.mjs';

await main(async () => {
  const words = process.argv.slice(2);
  const standard = words.includes('--cmi5') ? 'cmi5' : 'scorm';
  const course = courseNamed(words.filter((word) => word !== '--cmi5'), (id) =>
    readFileSync(at('www', 'lessons', `${id}.json`), 'utf8'));
  await buildSite();
  const path = at('dist-scorm', `rankscope-${course.id}${standard === 'cmi5' ? '-cmi5' : ''}.zip`);
  await step(`Packing ${course.title} (${standard === 'cmi5' ? 'cmi5' : 'SCORM 1.2'})`, async () => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await packedCourse(course, siteFolder, standard));
  });
  say(`\n${relative(root, path)} is a package for a learning platform, such as an activity of Moodle.`);
});

// The files that make the built page a course package: a page for each lesson, and the manifest that a learning
// platform reads. Pure. Knows neither zip files nor where the built page is.

import { escapedMarkup } from '../../../lib/escape-markup.js';

/**
 * `id`: letters, digits and hyphens. `text`: the JSON of a lesson that the page does not have, null for its own.
 * @typedef {{ id: string, lesson: { title: string, summary: string, steps: { question?: unknown }[] },
 *   text: string | null }} Packed
 */
/** `id`: names the package. @typedef {{ id: string, title: string, lessons: Packed[] }} Course */
/** @typedef {'scorm' | 'cmi5'} Standard */

/** Files that no package needs: a platform has a copy of its own, and search engines look elsewhere. */
const UNNEEDED =
  /^(?:service-worker\.js|course\/files\.json|(?:docs|learn|terms)\/.*|robots\.txt|sitemap\.xml|preview\.png)$/;

/** Which files of the built page belong to a package. @param {string[]} files by relative path */
export const neededFiles = (files) => files.filter((path) => !UNNEEDED.test(path)).sort();

/**
 * Returns the files that a package has beside those of the built page, by name.
 * @param {Course} course @param {string[]} files of the built page in the package @param {Standard} standard
 * @returns {Record<string, string>}
 */
export function courseFiles(course, files, standard) {
  const own = course.lessons.flatMap(({ id, text }) => (text === null ? [] : [[ownName(id), text]]));
  const pages = course.lessons.map((one) => [pageName(one, standard), lessonPage(one, standard)]);
  const parts = Object.fromEntries([...own, ...pages]);
  return { [MANIFESTS[standard].name]: MANIFESTS[standard].text(course, [...files, ...own.map(([name]) => name)]),
    ...parts };
}

const MANIFESTS = { scorm: { name: 'imsmanifest.xml', text: scormManifest },
  cmi5: { name: 'cmi5.xml', text: cmi5Structure } };

/** @param {string} id */
const ownName = (id) => `course/${id}.json`;

/** @param {Packed} lesson @param {Standard} standard */
const pageName = ({ id }, standard) => `${standard}-${id}.html`;

/** The steps that ask, from 1. @param {Packed['lesson']} lesson */
const questionsOf = ({ steps }) => steps.flatMap(({ question }, at) => (question ? [at + 1] : []));

/** The page of a lesson, which has the explorer in a frame. @param {Packed} lesson @param {Standard} standard */
function lessonPage({ id, lesson, text }, standard) {
  // The platform's store of a cmi5 package has an address of its own, which only the launch tells.
  const policy = `default-src 'none'; script-src 'self'; style-src 'self'; frame-src 'self'; connect-src 'self'`
    + `${standard === 'cmi5' ? ' *' : ''}; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escapedMarkup(lesson.title)}</title>
    <link rel="stylesheet" href="course/course.css" />
    <script type="module" src="course/${standard}.js"></script>
  </head>
  <body data-lesson="${id}" data-own="${text === null ? '' : ownName(id)}" data-questions="${questionsOf(lesson).join(' ')}">
    <p id="note" role="status" hidden></p>
    <iframe title="${escapedMarkup(lesson.title)}" allow="clipboard-write; fullscreen"></iframe>
  </body>
</html>
`;
}

/**
 * The manifest of SCORM 1.2: an item for each lesson, and the built page as an asset that all lessons share.
 * @param {Course} course @param {string[]} files
 */
function scormManifest({ id, title, lessons }, files) {
  const items = lessons.map((one) => `
      <item identifier="item-${one.id}" identifierref="lesson-${one.id}"><title>${escapedMarkup(one.lesson.title)}</title></item>`);
  const resources = lessons.map((one) => `
    <resource identifier="lesson-${one.id}" type="webcontent" adlcp:scormtype="sco" href="${pageName(one, 'scorm')}">
      <file href="${pageName(one, 'scorm')}" />
      <dependency identifierref="page" />
    </resource>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="rankscope-${id}" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
    xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>${escapedMarkup(title)}</title>${items.join('')}
    </organization>
  </organizations>
  <resources>${resources.join('')}
    <resource identifier="page" type="webcontent" adlcp:scormtype="asset">${files.map((file) => `
      <file href="${escapedMarkup(encodeURI(file))}" />`).join('')}
    </resource>
  </resources>
</manifest>
`;
}

/**
 * The course structure of cmi5: an assignable unit for each lesson. A unit is done when its questions are answered, and
 * the score is reported with it.
 * Source: cmi5 Specification (Quartz, 1st edition), section 13.
 * @param {Course} course
 */
function cmi5Structure({ id, title, lessons }) {
  const text = (/** @type {string} */ name, /** @type {string} */ words) =>
    `<${name}><langstring lang="en">${escapedMarkup(words)}</langstring></${name}>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd">
  <course id="urn:rankscope:course:${id}">
    ${text('title', title)}
    ${text('description', lessons.map(({ lesson }) => lesson.title).join(', '))}
  </course>${lessons.map((one) => `
  <au id="urn:rankscope:lesson:${one.id}" moveOn="Completed">
    ${text('title', one.lesson.title)}
    ${text('description', one.lesson.summary)}
    <url>${pageName(one, 'cmi5')}</url>
  </au>`).join('')}
</courseStructure>
`;
}

// The pages beside the explorer: lessons, terms and documents to read, without scripts, and what search engines look for.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';
import { ABOUT, documentOf, documentPages } from '../../scripts/lib/pages/documents.mjs';
import { htmlOf } from '../../scripts/lib/pages/frame.mjs';
import { lessonPages, lessonPicture } from '../../scripts/lib/pages/learn.mjs';
import { isReadingPage, siteFiles, withHead } from '../../scripts/lib/pages/site-pages.mjs';
import { writtenTexts } from '../../scripts/lib/pages/texts.mjs';
import { at } from '../../scripts/lib/project.mjs';
import { SHELF } from '../../scripts/lib/teaching.mjs';
import { TERMS } from '../../www/features/learn/glossary/terms.js';
import { neededFiles } from '../../www/features/share/course/course-package.js';

const HOME = 'https://example.org/rankscope/';
const FORMULA = 'Δ(y) = Σ a_j b_y*(j)';
const full = { homepage: HOME, repository: 'https://example.org/code', formulas: { dorm: FORMULA },
  references: [{ path: 'docs/rust/index.html', title: 'The crate' }] };
const { texts, pictures } = await siteFiles(full);
const bare = await siteFiles({ homepage: null, repository: null });
const pages = Object.entries(texts).filter(([path]) => path.endsWith('.html'));
const index = readFileSync(at('index.html'), 'utf8');

/** The addresses in a page. @param {string} html */
const addressesIn = (html) => [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, address]) => address.replaceAll('&amp;', '&'));

/** The anchors of a page. @param {string} html */
const anchorsIn = (html) => [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);

test('every lesson and every term has a page, and a list leads to it', () => {
  for (const { id, lesson } of SHELF) {
    const page = texts[`learn/${id}.html`];
    assert.equal(page.match(/<ol class="steps">[\s\S]*<\/ol>/)?.[0].match(/<h2>/g)?.length, lesson.steps.length, id);
    assert.ok(page.includes(`href="../#v=1&amp;lesson=${id}">Start</a>`), id);
    for (const need of lesson.needs ?? []) assert.ok(page.includes(`href="${need}.html"`), `${id} names ${need}`);
    assert.ok(texts['learn/index.html'].includes(`href="${id}.html"`), id);
  }
  for (const { id } of TERMS) {
    assert.ok(texts[`terms/${id}.html`], id);
    assert.ok(texts['terms/index.html'].includes(`href="${id}.html"`), id);
  }
  assert.ok(texts['terms/ndcg.html'].includes('href="../learn/what-is-a-ranking.html"'), 'a term names the lessons that explain it');
  assert.ok(texts['learn/what-is-a-ranking.html'].includes('href="../terms/ndcg.html"'));
});

test('lessons do not tell their answers', () => {
  for (const { id, lesson } of SHELF) {
    for (const { question } of lesson.steps) {
      for (const { feedback } of question?.choices ?? []) {
        if (feedback && feedback.length > 20) assert.equal(texts[`learn/${id}.html`].includes(feedback), false, `${id}: ${feedback}`);
      }
    }
  }
});

test('pictures of lessons belong to lessons, and have the size that their pages say', () => {
  for (const name of readdirSync(at('docs', 'pictures'))) {
    const id = posix.basename(name, '.png');
    const { path, width, height } = lessonPicture(id);
    assert.ok(texts[`learn/${id}.html`]?.includes(`<img src="../${path}" width="${width}" height="${height}"`), name);
    const bytes = readFileSync(at(path));
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [width, height], name);
  }
});

test('formulas are MathML, as in the explorer', () => {
  assert.match(texts['terms/dorm.html'], /<p class="formula"><math>.*<msub><mi>a<\/mi><mi>j<\/mi><\/msub>/);
  assert.equal(bare.texts['terms/dorm.html'].includes('class="formula"'), false);
  for (const [path, html] of pages.filter(([path]) => path.startsWith('learn/'))) assert.equal(/\$[^$<]+\$|\{term:|\{\{/.test(html), false, path);
});

test('texts are escaped, wherever they stand', async () => {
  const hostile = '<img src=x onerror=alert(1)> "quoted" & \'so\'';
  const { id, lesson } = SHELF[1];
  const [step] = lesson.steps;
  const made = { ...lesson, title: hostile, summary: hostile, after: hostile, topic: hostile, try: hostile,
    sources: [{ authors: hostile, title: hostile, where: hostile, year: 2026 }],
    steps: [{ ...step, title: hostile, text: hostile, more: hostile, question: step.question
      && { ...step.question, ask: hostile, choices: [{ ...(step.question.choices ?? [])[0], text: hostile }] } }] };
  const shelf = SHELF.map((one) => (one.id === id ? { id, lesson: made } : one));
  for (const page of lessonPages(shelf, await writtenTexts())) {
    const html = htmlOf(page, { homepage: HOME });
    assert.equal(/<img src=x|"quoted"/.test(html.replaceAll(/>[^<]*</g, '><')), false, page.path);
    assert.equal(/<img src=x/.test(html), false, page.path);
    if (page.path === `learn/${id}.html`) assert.ok((html.match(/&lt;img src=x onerror=alert\(1\)&gt;/g)?.length ?? 0) >= 14);
  }
});

test('pages run no script and load nothing but their style sheet and pictures beside them', () => {
  for (const [path, html] of pages) {
    assert.equal(/<script|<style|<iframe|\son\w+=|\sstyle=/i.test(html.replaceAll(/<(code|pre)[\s\S]*?<\/\1>/g, '')), false, path);
    assert.match(html, /content="default-src 'none'; style-src 'self'; img-src 'self';/, path);
    assert.equal(html.match(/<h1/g)?.length, 1, path);
    const loaded = [...html.matchAll(/<(?:img|link rel="stylesheet")[^>]*(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
    for (const address of loaded) assert.equal(/^[a-z]+:|^\//.test(address), false, `${path}: ${address}`);
  }
  for (const file of Object.values(pictures)) assert.ok(existsSync(at(file)), file);
});

test('no link is dead', () => {
  const known = { ...texts, ...pictures, 'index.html': index, 'docs/rust/index.html': '' };
  for (const [path, html] of [...pages, ['index.html', withHead(index, HOME)]]) {
    for (const address of addressesIn(html)) {
      if (/^(?:https?:|data:|\.\/(?:www|manifest))/.test(address)) continue;
      const [file, anchor] = address.split('#');
      const target = posix.join(posix.dirname(path), file || posix.basename(path)).replace(/^\.?\/?$|\/$/, 'index.html');
      assert.ok(target in known, `${path}: ${address}`);
      if (anchor && target !== 'index.html') assert.ok(anchorsIn(Reflect.get(known, target)).includes(anchor), `${path}: ${address}`);
      if (anchor && target === 'index.html') assert.match(anchor, /^(?:run|v=1&(?:open=lessons|lesson=[a-z-]+))$/, `${path}: ${address}`);
    }
  }
});

test('anchors of a page differ', () => {
  for (const [path, html] of pages) assert.equal(new Set(anchorsIn(html)).size, anchorsIn(html).length, path);
});

test('a document links to documents of the site, and to the repository where it has an address', async () => {
  const made = [documentOf('docs/a.md', '# A *b*\n\n<!-- by a program -->\n\nFirst. [c *d*](teaching/c.md#e) [f](../src/f.rs) [g](https://example.org)\n\n![h](h.png)\n\n    i\n\n|j|\n|-|\n'),
    documentOf('docs/teaching/c.md', '# C\n\n## E\n')];
  const pageWith = async (/** @type {string | null} */ repository) => (await documentPages(made, { repository })).pages[0];
  const page = await pageWith(null);
  assert.equal(page.description, 'First. c d f g');
  assert.match(page.main, /<a href="teaching\/c\.html#e">c <em>d<\/em><\/a> f <a href="https:\/\/example\.org">g<\/a>/);
  assert.match(page.main, /<img src="h\.png" alt="h">/);
  assert.match(page.main, /<pre tabindex="0">[\s\S]*<div class="wide" tabindex="0"><table>/, 'what scrolls can be reached by keys');
  assert.equal(page.main.includes('by a program'), false);
  assert.match((await pageWith('https://example.org/code')).main, /<a href="https:\/\/example\.org\/code\/blob\/main\/src\/f\.rs">f<\/a>/);
  assert.deepEqual((await documentPages(made, { repository: null })).pictures, ['docs/h.png']);
  assert.throws(() => documentOf('docs/x.md', 'no title'), /docs\/x\.md: a document begins with/);
});

test('documents about the page link to nothing but each other: course packages have them alone', () => {
  for (const name of ABOUT) {
    for (const address of addressesIn(bare.texts[`about/${name}.html`])) {
      assert.ok(/^(?:\.\.\/$|#|https:)/.test(address) || `about/${address}` in bare.texts, `${name}: ${address}`);
    }
    assert.equal(isReadingPage(`about/${name}.html`), false, 'they are kept for use offline');
  }
});

test('the sitemap lists every page, with addresses that start at the homepage', () => {
  const listed = [...texts['sitemap.xml'].matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
  const wanted = ['index.html', ...pages.map(([path]) => path), 'docs/rust/index.html'];
  assert.deepEqual(listed.sort(), wanted.map((path) => HOME + path.replace(/(^|\/)index\.html$/, '$1')).sort());
  assert.match(texts['robots.txt'], /^Sitemap: https:\/\/example\.org\/rankscope\/sitemap\.xml$/m);
  for (const [path, html] of pages) {
    const [, canonical] = /<link rel="canonical" href="([^"]*)">/.exec(html) ?? [];
    assert.ok(listed.includes(canonical), `${path}: ${canonical}`);
    const own = `docs/pictures/${posix.basename(path, '.html')}.png`;
    const picture = path.startsWith('learn/') && own in pictures ? own : 'preview.png';
    assert.ok(html.includes(`<meta property="og:image" content="${HOME}${picture}">`), path);
  }
});

test('without a homepage nothing names an address of the site', () => {
  assert.equal('sitemap.xml' in bare.texts, false);
  assert.equal(bare.texts['robots.txt'], 'User-agent: *\nAllow: /\n');
  for (const [path, html] of Object.entries(bare.texts)) assert.equal(/canonical"|og:url|og:image/.test(html), false, path);
  const head = withHead(index, null);
  assert.match(head, /<meta property="og:description" content="Train rankers/);
  assert.equal(/canonical"|og:url|og:image/.test(head), false);
  assert.throws(() => withHead('<p>', null), /no description/);
});

test('every page has a title and a description of its own', () => {
  const titles = pages.map(([, html]) => /<title>([^<]*)<\/title>/.exec(html)?.[1]);
  assert.equal(new Set(titles).size, titles.length, titles.filter((one, place) => titles.indexOf(one) !== place).join('; '));
  for (const [path, html] of pages) assert.match(html, /<meta name="description" content="[^"]{12,400}">/, path);
});

test('the same sources give the same bytes', async () => {
  assert.deepEqual(await siteFiles(full), { texts, pictures });
});

test('neither the service worker nor a course package takes the pages', () => {
  const own = [...Object.keys(texts), ...Object.keys(pictures)].filter((path) => !path.startsWith('about/'));
  assert.deepEqual(own.filter((path) => !isReadingPage(path)), []);
  assert.deepEqual(neededFiles(own), []);
  assert.deepEqual(neededFiles(['index.html', 'lessons/ties.json', 'about/privacy.html']), ['about/privacy.html', 'index.html', 'lessons/ties.json']);
});

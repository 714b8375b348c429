// `npm run site`: builds the page and the pages to read as `npm run build` does, and the references of the crate and of
// the Python package beside the documents.

import { REFERENCES, writeReferences } from './lib/pages/references.mjs';
import { writePages } from './lib/pages/site-pages.mjs';
import { buildSite, siteFolder } from './lib/site.mjs';
import { main, say } from './lib/steps.mjs';

await main(async () => {
  await buildSite();
  await writeReferences(siteFolder);
  await writePages(siteFolder, REFERENCES);
  say('\ndist/ is ready, with the references: copy it to any static host, at any path.');
});

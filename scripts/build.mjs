// `npm run build`: installs what is missing, and builds the page into dist/ and for notebooks into the Python package.

import { main, say } from './lib/steps.mjs';
import { notebookPage } from './lib/notebook-page.mjs';
import { buildSite } from './lib/site.mjs';

await main(async () => {
  await buildSite();
  await notebookPage();
  say('\ndist/ is ready: copy it to any static host, at any path.');
});

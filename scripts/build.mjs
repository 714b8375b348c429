// `npm run build`: installs what is missing and builds the page into dist/.

import { main, say } from './lib/steps.mjs';
import { buildSite } from './lib/site.mjs';

await main(async () => {
  await buildSite();
  say('\ndist/ is ready: copy it to any static host, at any path.');
});

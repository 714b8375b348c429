// `npm start`: installs what is missing, builds what changed, serves the page, prints its address.

import { parseArgs } from 'node:util';
import { at } from './lib/project.mjs';
import { Advice, main, say, styled } from './lib/steps.mjs';
import { serve } from './lib/serve.mjs';
import { buildSite, siteFolder } from './lib/site.mjs';
import { buildWasm } from './lib/wasm.mjs';

const usage = `npm start -- [options]
  --port N     the port to serve at (4173); a free one when it is taken
  --host NAME  the address to listen on (127.0.0.1: this machine only)
  --source     serve index.html and www/ as they are, without bundling: edit a file, reload the page
  --help`;

await main(async () => {
  const options = read();
  if (options.help) return void say(usage);
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Advice(`--port takes a number up to 65535, not "${options.port}".`);
  }

  await (options.source ? buildWasm() : buildSite());
  // The page loads samples/ from beside itself: dist/ in a build, www/ in the source.
  const folders = options.source ? [at(), at('www')] : [siteFolder];
  const { address } = await serve({ folders, host: options.host, port });
  // The user ends the program by stopping the server, so this is not a failure.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.prependListener(signal, () => process.exit(0));
  }
  say(`\nRankscope is at ${styled('bold', address)}   (Ctrl+C stops it)`);
});

function read() {
  try {
    return parseArgs({
      options: {
        port: { type: 'string', default: process.env.PORT ?? '4173' },
        host: { type: 'string', default: '127.0.0.1' },
        source: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (problem) {
    throw new Advice(`${/** @type {Error} */ (problem).message}\n\n${usage}`);
  }
}

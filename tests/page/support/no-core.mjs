// Keeps tests of the page's state from the compiled core, which a fresh checkout does not have yet when they run. Tests
// that need it belong in tests/module/.

import { register } from 'node:module';

const hook = `export const resolve = async (name, context, next) => {
  const found = await next(name, context);
  if (found.url.includes('/www/wasm/')) throw new Error(context.parentURL + ' imports the core, which tests/module/ is for');
  return found;
};`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);

// What runs before the page's own code: it starts to fetch the compiled core, puts the theme on the document and says
// whether the first paint shows the introduction. A script of its own in the built page.
//
// index.html has the name, the frames and the introduction, so the first paint waits only for the style sheet and this
// script.

import { compiledCore } from './core/module.js';
import { applyTheme, savedTheme } from './app/theme.js';
import { showFirstSight, isFirstVisit } from './features/run/start/first-sight.js';

// The page reports the fault.
compiledCore().catch(() => {});
applyTheme(savedTheme());
showFirstSight(isFirstVisit());

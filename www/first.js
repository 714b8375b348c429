// What runs before the page's own code: it starts the worker, puts the theme on the document and says whether the first
// paint shows the introduction. A script of its own in the built page.

import './core/early-worker.js';
import { applyTheme, savedTheme } from './app/theme.js';
import { showFirstSight, isFirstVisit } from './features/start/first-sight.js';

applyTheme(savedTheme());
showFirstSight(isFirstVisit());

// The panels of the workspace: tabs, and panels that fold inside a tab, in their order. A panel declares itself in the
// panel.js of its feature, and joins the page by a line here.

import { BOUNDS_PANEL } from '../features/inspect/bounds/panel.js';
import { CERTIFICATE_PANEL } from '../features/inspect/certificate/panel.js';
import { CLICKS_PANEL } from '../features/clicks/panel.js';
import { COMPARISON_PANEL } from '../features/library/comparison/panel.js';
import { DATA_REPORT_PANEL } from '../features/data-report/panel.js';
import { INSPECTOR_PANEL } from '../features/inspect/inspector/panel.js';
import { EXPLANATION_PANEL, WEIGHTS_PANEL } from '../features/inspect/model/panel.js';
import { LESSONS_PANEL } from '../features/learn/map/panel.js';
import { MODEL_FILE_PANEL } from '../features/share/model-file/panel.js';
import { PLANE_PANEL } from '../features/inspect/feature-plane/panel.js';
import { RANKS_PANEL } from '../features/inspect/rank-history/panel.js';
import { RATINGS_PANEL } from '../features/ratings/panel.js';
import { RUNS_PANEL } from '../features/library/runs/panel.js';
import { SKETCH_PANEL } from '../features/sketch/panel.js';
import { STUDY_PANEL } from '../features/library/study/panel.js';
import { THEORY_PANEL } from '../features/theory/panel.js';
import { WEIGHT_PLANE_PANEL } from '../features/inspect/weight-plane/panel.js';

/** The first tab is open at the start. @type {import('../store/panels.js').Panel[]} */
export const PANELS = [
  INSPECTOR_PANEL,
  RANKS_PANEL,
  WEIGHTS_PANEL,
  WEIGHT_PLANE_PANEL,
  CERTIFICATE_PANEL,
  BOUNDS_PANEL,
  EXPLANATION_PANEL,
  PLANE_PANEL,
  RUNS_PANEL,
  MODEL_FILE_PANEL,
  COMPARISON_PANEL,
  DATA_REPORT_PANEL,
  STUDY_PANEL,
  THEORY_PANEL,
  RATINGS_PANEL,
  CLICKS_PANEL,
  { ...SKETCH_PANEL, load: () => import('./sketch-body.js') },
  LESSONS_PANEL,
];

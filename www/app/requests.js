// Everything that the page asks the worker for, the snapshot first.

import { MODEL_REQUEST } from '../features/share/export/export-state.js';
import { ALL_RANKINGS_REQUEST, VALUE_REQUEST } from '../features/inspect/inspector/inspector-request.js';
import { MOTION_REQUEST } from '../features/run/playback/playback-request.js';
import { PREVIEW_REQUEST } from '../features/settings/decay-preview-state.js';
import { SNAPSHOT_REQUEST } from '../features/run/training/snapshot-request.js';
import { PANELS } from './panels.js';

/** @type {import('../core/protocol.js').RequestKind<import('./reducer.js').State>[]} */
export const REQUESTS = [
  SNAPSHOT_REQUEST, VALUE_REQUEST, ALL_RANKINGS_REQUEST, MOTION_REQUEST,
  ...PANELS.flatMap(({ requests }) => requests ?? []),
  PREVIEW_REQUEST, MODEL_REQUEST,
];

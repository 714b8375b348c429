// Only the first states, for every run of the tests: data, settings, training, the inspector.

import { walkStates } from '../../support/states-walk.mjs';
import { STATES } from '../../support/states.mjs';

walkStates('first states', { width: 1440, height: 960, everyday: true }, { states: STATES.slice(0, 9), pictures: false, allRules: true });

import { walkStates } from '../../support/states-walk.mjs';

walkStates('light 1440', { width: 1440, height: 960 }, { allRules: true });

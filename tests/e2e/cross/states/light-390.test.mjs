import { walkStates } from '../../support/states-walk.mjs';

walkStates('light 390', { width: 390, height: 844 });

import { walkStates } from '../../support/states-walk.mjs';

walkStates('forced colours 390', { width: 390, height: 844, forcedColors: 'active' }, { pictures: false });

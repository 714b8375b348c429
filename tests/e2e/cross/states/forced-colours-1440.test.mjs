import { walkStates } from '../../support/states-walk.mjs';

walkStates('forced colours 1440', { width: 1440, height: 960, forcedColors: 'active' }, { pictures: false });

import { walkStates } from '../../support/states-walk.mjs';

walkStates('dark 1440', { width: 1440, height: 960, colorScheme: 'dark' });

import { walkStates } from '../../support/states-walk.mjs';

walkStates('dark 390', { width: 390, height: 844, colorScheme: 'dark' });

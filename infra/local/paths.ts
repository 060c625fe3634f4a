import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const rootDir = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** What the local stack keeps between starts; ignored by git, removed by `npm run reset`. */
export const stateDir = join(rootDir, '.latchkey');

import { resolve } from 'node:path';

/** The settings under which a kith that is started lives at the time of the pictures. */
export const BY_CLOCK = { NODE_OPTIONS: `--require "${resolve('scripts/pictures/clock.cjs')}"`, TZ: 'UTC' };

import { resolve } from 'node:path';

/** Settings that start kith at the time of the pictures. */
export const BY_CLOCK = { NODE_OPTIONS: `--require "${resolve('scripts/pictures/clock.cjs')}"`, TZ: 'UTC' };

import { resolve } from 'node:path';
import { ZONE } from './task.ts';

// How the built kith runs for a task: in a folder of its own, at a fixed time.

export const CLI = resolve('dist/cli.js');
export const RECORDER = resolve('evals/recorder.mjs');
const CLOCK = resolve('scripts/pictures/clock.cjs');

/** The tools that a model gets (docs/tools.md). */
export const PROFILES = {
  all: [],
  core: ['--toolsets', 'core'],
  catalogue: ['--catalogue'],
} satisfies Record<string, string[]>;

export type Profile = keyof typeof PROFILES;

/** Environment of every process of kith. Variables of the person who runs the suite must not reach it. */
export const environment = (folder: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  KITH_DATA_DIR: folder,
  NODE_OPTIONS: `--require "${CLOCK}"`,
  TZ: ZONE,
});

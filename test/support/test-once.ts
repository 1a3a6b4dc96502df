import { test } from 'vitest';
import { engine } from './engine.ts';

/** A test of something the engine has no part in: in a file that runs on both engines it runs on one. */
export const testOnce = test.runIf(engine === 'sqlite');

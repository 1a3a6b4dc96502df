import { test } from 'vitest';
import { engine } from './engine.ts';

/** A test that is independent of the engine. In a file that runs on both engines, it runs on one. */
export const testOnce = test.runIf(engine === 'sqlite');

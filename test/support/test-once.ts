import { test } from 'vitest';
import { engine } from './engine.ts';

/** A test of something that no engine has a part in. In a file that runs on both engines it runs on one. */
export const testOnce = test.runIf(engine === 'sqlite');

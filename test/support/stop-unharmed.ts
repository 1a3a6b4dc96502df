import { expect } from 'vitest';
import type { AgendaRig } from './agenda.ts';

/**
 * Stops a rig after its test. Checks that there was no internal error, and that every provider request followed its
 * description.
 */
export async function stopUnharmed(rig: AgendaRig): Promise<void> {
  expect(rig.faults).toEqual([]);
  expect(rig.fake.violations).toEqual([]);
  await rig.stop();
}

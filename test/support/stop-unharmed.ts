import { expect } from 'vitest';
import type { AgendaRig } from './agenda.ts';

/** Stops a rig after its test: no fault was ours, and every request to a provider was as its description says. */
export async function stopUnharmed(rig: AgendaRig): Promise<void> {
  expect(rig.faults).toEqual([]);
  expect(rig.fake.violations).toEqual([]);
  await rig.stop();
}

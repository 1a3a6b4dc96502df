import { inZone } from '../../shared/zones.ts';

/** The zone of this machine, for whoever keeps the accounts of several people: theirs differ. */
const machineZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A moment in a list for a person: `2026-11-27 10:30 +01:00`. */
export const inList = (instant: string, zone = machineZone()): string =>
  inZone(zone, instant).replace(/T(\d\d:\d\d)[^+-]*/, ' $1 ');

/** A moment to the second, for whoever keeps the service. */
export const onThisMachine = (instant: string): string => inZone(machineZone(), instant);

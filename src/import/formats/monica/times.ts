const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * A moment in UTC from what Monica writes: `2020-05-17`, `2020-05-17 10:00:00` (always UTC there), ISO 8601. Seconds
 * are the finest it keeps. Undefined for `0000-00-00` and whatever else is no time.
 */
export function momentOf(text: string): string | undefined {
  const [, day, time = '00:00:00', zone = 'Z'] = MOMENT.exec(text) ?? [];
  if (!day) return undefined;
  const at = new Date(`${day}T${time.slice(0, 8)}${zone}`);
  const exists = !Number.isNaN(at.getTime()) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
  return exists ? at.toISOString() : undefined;
}

export const dayOf = (moment: string): string => moment.slice(0, 10);

/** Monica keeps most happenings by their day, at midnight. Noon is that day nearly everywhere. */
export const happening = (moment: string): string => moment.replace('T00:00:00.000Z', 'T12:00:00.000Z');

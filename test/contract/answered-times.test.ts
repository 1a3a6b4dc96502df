import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { operation as operationNamed, operationNames } from '../../src/contract/operations.ts';
import { dateTime } from '../../src/contract/schema/primitives.ts';
import { inZone } from '../../src/shared/zones.ts';

// The contract declares times in responses, because code that formats them for a person finds them only there.

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema of any depth.
type Schema = Record<string, any>;

/** Strings in a schema whose names suggest a time, but without the format `date-time` or `date`. */
function undeclared(schema: Schema, place: string, root: Schema, seen = new Set<unknown>()): string[] {
  if (schema.$ref) return undeclared(root.$defs[schema.$ref.replace('#/$defs/', '')], place, root, seen);
  if (seen.has(schema)) return [];
  seen.add(schema);
  const choices = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])] as Schema[];
  const isText = schema.type === 'string' || choices.some(({ type }) => type === 'string');
  const format = schema.format ?? choices.find((choice) => choice.format)?.format;
  const here = isText && /(?:_at|_time|_date|date|[dD]ateTime)$/.test(place) && !format ? [place] : [];
  const fields = Object.entries((schema.properties ?? {}) as Schema).flatMap(([name, field]) =>
    undeclared(field, `${place}.${name}`, root, seen),
  );
  return [...here, ...choices.flatMap((choice) => undeclared(choice, place, root, seen)), ...fields];
}

test.each(operationNames)('%s declares its times', (name) => {
  const schema = z.toJSONSchema(operationNamed(name).data(), { io: 'output' }) as Schema;
  expect(undeclared(schema, name, schema)).toEqual([]);
});

const ZONES = [
  'Europe/Berlin',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'UTC',
];

test('formats a moment with its offset in any zone, and reads it back', () => {
  const moments = fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, fc.constantFrom(...ZONES), (moment, zone) => {
      const told = inZone(zone, moment.toISOString());
      expect(told).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?[+-]\d\d:\d\d$/);
      expect(dateTime().parse(told)).toBe(moment.toISOString());
    }),
  );
});

test("caches a week's offsets exactly as the platform reports each hour", () => {
  const moments = fc.date({ min: new Date('1900-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
  const shown = (zone: string, moment: Date) => {
    const parts = { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' } as const;
    return new Intl.DateTimeFormat('sv-SE', parts).format(moment).replace(' ', 'T');
  };
  fc.assert(
    fc.property(moments, fc.constantFrom('Europe/Berlin', 'America/New_York', 'Africa/Casablanca'), (moment, zone) => {
      moment.setUTCMilliseconds(0);
      // Before standard time, offsets also included seconds.
      const told = inZone(zone, moment.toISOString()).slice(0, 16);
      if (moment.getUTCFullYear() > 1915) expect(told).toBe(shown(zone, moment).slice(0, 16));
    }),
    { numRuns: 1_000 },
  );
});

test('formats historical local time, even if no offset can express it', () => {
  const told = (zone: string, moment: string) => inZone(zone, moment);
  expect(told('Europe/Berlin', '2026-11-27T09:30:00.000Z')).toBe('2026-11-27T10:30:00+01:00');
  expect(told('Europe/Berlin', '2026-07-27T09:30:00.120Z')).toBe('2026-07-27T11:30:00.120+02:00');
  expect(told('UTC', '2026-11-27T09:30:00.000Z')).toBe('2026-11-27T09:30:00+00:00');
  expect(told('America/New_York', '2026-11-01T05:30:00.000Z')).toBe('2026-11-01T01:30:00-04:00');
  expect(told('America/New_York', '2026-11-01T06:30:00.000Z')).toBe('2026-11-01T01:30:00-05:00');
  // Monrovia's clocks were 44 minutes and 30 seconds behind.
  expect(told('Africa/Monrovia', '1970-01-01T12:00:00.000Z')).toBe('1970-01-01T11:16:00-00:44');
  expect(told('Pacific/Kiritimati', '9999-12-31T23:00:00.000Z')).toBe('9999-12-31T23:00:00.000+00:00');
});

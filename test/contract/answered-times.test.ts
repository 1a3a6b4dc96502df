import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { operation as operationNamed, operationNames } from '../../src/contract/operations.ts';
import { dateTime } from '../../src/contract/schema/primitives.ts';
import { inZone } from '../../src/shared/zones.ts';

// Times in answers are declared in the contract: whoever tells them to a person finds them there and nowhere else.

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema of any depth.
type Schema = Record<string, any>;

/** The texts in a schema whose names speak of time and that say neither `date-time` nor `date`. */
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

test('a moment told in any zone names its offset and is taken back as the same moment', () => {
  const moments = fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, fc.constantFrom(...ZONES), (moment, zone) => {
      const told = inZone(zone, moment.toISOString());
      expect(told).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?[+-]\d\d:\d\d$/);
      expect(dateTime().parse(told)).toBe(moment.toISOString());
    }),
  );
});

test('what is remembered of a week is what the platform says of each of its hours', () => {
  const moments = fc.date({ min: new Date('1900-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
  const shown = (zone: string, moment: Date) => {
    const parts = { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' } as const;
    return new Intl.DateTimeFormat('sv-SE', parts).format(moment).replace(' ', 'T');
  };
  fc.assert(
    fc.property(moments, fc.constantFrom('Europe/Berlin', 'America/New_York', 'Africa/Casablanca'), (moment, zone) => {
      moment.setUTCMilliseconds(0);
      // Before they had hours in common with others, clocks were ahead by seconds too.
      const told = inZone(zone, moment.toISOString()).slice(0, 16);
      if (moment.getUTCFullYear() > 1915) expect(told).toBe(shown(zone, moment).slice(0, 16));
    }),
    { numRuns: 1_000 },
  );
});

test('a zone is told as its clocks were, also where an offset cannot say it', () => {
  const told = (zone: string, moment: string) => inZone(zone, moment);
  expect(told('Europe/Berlin', '2026-11-27T09:30:00.000Z')).toBe('2026-11-27T10:30:00+01:00');
  expect(told('Europe/Berlin', '2026-07-27T09:30:00.120Z')).toBe('2026-07-27T11:30:00.120+02:00');
  expect(told('UTC', '2026-11-27T09:30:00.000Z')).toBe('2026-11-27T09:30:00+00:00');
  expect(told('America/New_York', '2026-11-01T05:30:00.000Z')).toBe('2026-11-01T01:30:00-04:00');
  expect(told('America/New_York', '2026-11-01T06:30:00.000Z')).toBe('2026-11-01T01:30:00-05:00');
  // The clocks of Monrovia were 44 minutes and 30 seconds behind.
  expect(told('Africa/Monrovia', '1970-01-01T12:00:00.000Z')).toBe('1970-01-01T11:16:00-00:44');
  expect(told('Pacific/Kiritimati', '9999-12-31T23:00:00.000Z')).toBe('9999-12-31T23:00:00.000+00:00');
});

import type * as z from 'zod';
import { argumentShape } from '../../contract/schema/coerce.ts';
import type { Operation } from '../../contract/schema/operation.ts';
import { BARE_DAYS, readDay } from '../../contract/schema/primitives.ts';
import { dayAfter, dayIn, instantOf, startOfDay } from '../../shared/zones.ts';

type Args = Record<string, unknown>;

const NOON_MS = 12 * 3_600_000;

/** Returns the arguments with each date in a time field converted to a time in the account's zone. */
export async function withBareDays(operation: Operation, args: Args, zone: () => Promise<string>): Promise<Args> {
  const shape = argumentShape(operation);
  const found = { any: false };
  const look = (_means: unknown, day: string) => {
    found.any = true;
    return day;
  };
  inFields(shape, args, look);
  if (!found.any) return args;
  const own = await zone();
  return inFields(shape, args, (means, day) => momentOf(operation, own, means, day));
}

type DayMeaning = 'start' | 'noon' | 'end';
type ConvertDay = (means: DayMeaning, day: string) => string | undefined;

const inFields = (shape: Readonly<Record<string, z.core.$ZodType>>, value: Args, read: ConvertDay): Args =>
  Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      Object.hasOwn(shape, name) ? inValue(shape[name]!, inner, read) : inner,
    ]),
  );

function inValue(schema: z.core.$ZodType, value: unknown, read: ConvertDay): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'nullable') return inValue(def.innerType, value, read);
  if (def.type === 'array') return Array.isArray(value) ? value.map((one) => inValue(def.element, one, read)) : value;
  if (def.type === 'object' && typeof value === 'object' && value !== null && !Array.isArray(value))
    return inFields(def.shape, value as Args, read);
  const taken = BARE_DAYS.get(schema as z.ZodType);
  const isBareDay = typeof value === 'string' && readDay(value) === value;
  return taken && isBareDay ? read(taken.means, value) : value;
}

/** Reads a day as `kith note --on` does: today means now, and any other day means its noon. */
function momentOf({ effect }: Operation, zone: string, means: DayMeaning, day: string): string | undefined {
  if (means === 'start') return startOfDay(zone, day);
  if (means === 'end') return startOfDay(zone, dayAfter(day));
  const now = new Date().toISOString();
  if (day !== dayIn(zone, now)) return instantOf(zone, day, NOON_MS);
  return effect === 'create' ? undefined : now;
}

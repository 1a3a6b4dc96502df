import type * as z from 'zod';
import { answeredTimes, sentUnder, type TimeKind } from '../../contract/schema/answered-times.ts';
import type { Operation } from '../../contract/schema/operation.ts';
import { once } from '../../shared/once.ts';
import { isRecord } from '../../shared/records.ts';
import { dayIn, inZone } from '../../shared/zones.ts';

/** Replaces a time. */
type Visit = (time: string, kind: TimeKind) => string;
/** Returns a copy of a value with its times replaced, or the value itself if none changed. */
type Walk = (value: unknown, visit: Visit, record: Record<string, unknown>) => unknown;

const walks = new WeakMap<Operation, () => Walk | undefined>();

/** The zone of an account, with its cached value. */
export interface CachedAccountZone {
  known(): string | undefined;
  ask(): Promise<string>;
}

/**
 * Converts the times in a response to the account's zone, and days to dates. The operation's schema determines which
 * strings are times. The zone is requested only if there is a time.
 */
export async function withFormattedTimes(
  operation: Operation,
  data: unknown,
  zone: CachedAccountZone,
): Promise<unknown> {
  const walk = walkOf(operation);
  if (!walk) return data;
  const known = zone.known();
  if (known !== undefined) return walk(data, timeFormatter(known), {});
  let needed = false;
  const look: Visit = (time, kind) => {
    needed ||= kind === 'moment' || kind === 'local day';
    return time;
  };
  walk(data, look, {});
  return walk(data, timeFormatter(needed ? await zone.ask() : 'UTC'), {});
}

/** Caches conversions, because rows written together have the same time. */
function timeFormatter(zone: string): Visit {
  const known = new Map<string, string>();
  return (time, kind) => {
    const key = `${kind} ${time}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const text = formatTime(time, kind, zone);
    known.set(key, text);
    return text;
  };
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

function formatTime(time: string, kind: TimeKind, zone: string): string {
  // A remote service may return anything.
  if (!MOMENT.test(time) || Number.isNaN(Date.parse(time))) return time;
  if (kind === 'moment') return inZone(zone, time);
  if (kind === 'local day') return dayIn(zone, time);
  return kind === 'birthday' ? time.slice(0, 10).replace(/^1604/, '-') : time.slice(0, 10);
}

function walkOf(operation: Operation): Walk | undefined {
  const made = walks.get(operation) ?? once(() => walkFor(operation.data()));
  walks.set(operation, made);
  return made();
}

/** Undefined if the schema contains no time. */
function walkFor(schema: z.core.$ZodType): Walk | undefined {
  const time = answeredTimes.get(schema as never);
  if (time) return (value, visit, record) => (typeof value === 'string' ? visit(value, time.kindIn(record)) : value);
  const sent = sentUnder.get(schema as never);
  if (sent) return walkFor((sent.schema as () => z.core.$ZodType)());
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return walkOfObject(def.shape);
  if (def.type === 'array') return walkOfArray(def.element);
  // A date of search is a time or a day, and a day stays as it is.
  if (def.type === 'union') return def.options.map(walkFor).find((walk) => walk !== undefined);
  return 'innerType' in def ? walkFor(def.innerType) : undefined;
}

function walkOfArray(element: z.core.$ZodType): Walk {
  const inside = once(() => walkFor(element));
  return (value, visit) => {
    const walk = Array.isArray(value) && value.length > 0 ? inside() : undefined;
    if (!walk) return value;
    let copy: unknown[] | undefined;
    for (const [index, entry] of (value as unknown[]).entries()) {
      const told = walk(entry, visit, {});
      if (told === entry) continue;
      copy ??= [...(value as unknown[])];
      copy[index] = told;
    }
    return copy ?? value;
  };
}

/** Schemas can be recursive, so the walks of fields are created on first use. */
function walkOfObject(shape: z.core.$ZodShape): Walk {
  const walks = once(() =>
    Object.entries(shape).flatMap(([name, field]) => {
      const inside = walkFor(field);
      return inside ? [{ name, inside }] : [];
    }),
  );
  return (value, visit) => {
    if (!isRecord(value)) return value;
    let copy: Record<string, unknown> | undefined;
    for (const { name, inside } of walks()) {
      const inner = value[name];
      if (inner === undefined || inner === null) continue;
      const told = inside(inner, visit, value);
      if (told === undefined || told === inner) continue;
      copy ??= { ...value };
      copy[name] = told;
    }
    return copy ?? value;
  };
}

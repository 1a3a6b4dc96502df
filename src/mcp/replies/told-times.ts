import type * as z from 'zod';
import { type Operation, once } from '../../contract/operation.ts';
import { answeredTimes, sentUnder, type TimeKind } from '../../contract/schema/answered-times.ts';
import { isRecord } from '../../shared/records.ts';
import { dayIn, inZone } from '../../shared/zones.ts';

/** What becomes of a time: any text for the one that was answered. */
type Visit = (time: string, kind: TimeKind) => string;
/** A copy of a value with its times visited; the value itself where none of them changed. */
type Walk = (value: unknown, visit: Visit, record: Record<string, unknown>) => unknown;

const walks = new WeakMap<Operation, () => Walk | undefined>();

/**
 * The data of an answer with its times as a person reads them: moments on the clocks of `zone`, days as dates. Which texts
 * are times, the operation's own schema says. The zone is asked for where there is a moment.
 */
export async function withToldTimes(operation: Operation, data: unknown, zone: () => Promise<string>) {
  const walk = walkOf(operation);
  if (!walk) return data;
  const found = new Set<TimeKind>();
  walk(data, (time, kind) => found.add(kind) && time, {});
  const told = found.has('moment') || found.has('local day') ? await zone() : 'UTC';
  return walk(data, (time, kind) => tell(time, kind, told), {});
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

function tell(time: string, kind: TimeKind, zone: string): string {
  // A service elsewhere may answer anything.
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

/** Undefined where a value of the schema can hold no time. */
function walkFor(schema: z.core.$ZodType): Walk | undefined {
  const time = answeredTimes.get(schema as never);
  if (time) return (value, visit, record) => (typeof value === 'string' ? visit(value, time.kindIn(record)) : value);
  const sent = sentUnder.get(schema as never);
  if (sent) return walkFor((sent.schema as () => z.core.$ZodType)());
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return walkOfObject(def.shape);
  if (def.type === 'array') return walkOfArray(def.element);
  return 'innerType' in def ? walkFor(def.innerType) : undefined;
}

function walkOfArray(element: z.core.$ZodType): Walk {
  const inside = once(() => walkFor(element));
  return (value, visit) => {
    const walk = Array.isArray(value) ? inside() : undefined;
    if (!walk) return value;
    const entries = (value as unknown[]).map((entry) => walk(entry, visit, {}));
    return entries.some((entry, index) => entry !== (value as unknown[])[index]) ? entries : value;
  };
}

/** Records may contain themselves, so the walk through a field is made when one is met. */
function walkOfObject(shape: z.core.$ZodShape): Walk {
  const fields = Object.entries(shape).map(([name, field]) => ({ name, inside: once(() => walkFor(field)) }));
  return (value, visit) => {
    if (!isRecord(value)) return value;
    let copy: Record<string, unknown> | undefined;
    for (const { name, inside } of fields) {
      const inner = value[name];
      if (inner === undefined || inner === null) continue;
      const told = inside()?.(inner, visit, value);
      if (told === undefined || told === inner) continue;
      copy ??= { ...value };
      copy[name] = told;
    }
    return copy ?? value;
  };
}

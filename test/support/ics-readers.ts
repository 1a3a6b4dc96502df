import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ICAL from 'ical.js';
import { unpackedPackage } from './debian.ts';

// Results of different calendar programs for one calendar, in a common form.

/** An event, or one occurrence of a series. */
export interface Read {
  uid: string;
  /** A day, or an instant in whole seconds in UTC. */
  when: string;
  summary: string;
  description: string;
  /** Seconds before (negative) or after its start. */
  alarms: number[];
}

/** Days count as their midnight in UTC. */
interface Calendar {
  text: string;
  from: string;
  to: string;
}

const PYTHON = '/usr/bin/python3';

/** Debian's icalendar for Python with dateutil, if available. */
export function pythonReader(): ((calendars: Calendar[]) => Read[][]) | undefined {
  const unpacked = existsSync(PYTHON) ? unpackedPackage('python3-icalendar') : undefined;
  if (unpacked === undefined) return undefined;
  const script = fileURLToPath(new URL('read-ics.py', import.meta.url));
  return (calendars) => {
    const { status, stdout, stderr } = spawnSync(PYTHON, [script], {
      input: JSON.stringify(calendars),
      encoding: 'utf8',
      env: { ...process.env, PYTHONPATH: join(unpacked, 'usr/lib/python3/dist-packages') },
      maxBuffer: 256 * 1024 * 1024,
    });
    if (status !== 0) throw new Error(`icalendar: ${stderr}`);
    return (JSON.parse(stdout) as Read[][]).map(sorted);
  };
}

/** ical.js, which Thunderbird uses for calendars. */
export function readByIcalJs({ text, from, to }: Calendar): Read[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const zones = new Map(
    calendar.getAllSubcomponents('vtimezone').map((one) => {
      const zone = new ICAL.Timezone(one);
      return [zone.tzid, zone] as const;
    }),
  );
  const read = calendar.getAllSubcomponents('vevent').flatMap((component) => {
    const event = new ICAL.Event(component);
    const start = event.startDate;
    const zone = zones.get(String(component.getFirstProperty('dtstart')!.getParameter('tzid') ?? ''));
    if (zone) start.zone = zone;
    const said = {
      uid: event.uid,
      summary: event.summary,
      description: event.description ?? '',
      alarms: component
        .getAllSubcomponents('valarm')
        .map((alarm) => (alarm.getFirstPropertyValue('trigger') as unknown as ICAL.Duration).toSeconds()),
    };
    const found: Read[] = [];
    const iterator = event.iterator(start);
    for (let time = iterator.next(); time; time = event.isRecurring() ? iterator.next() : undefined!) {
      if (zone) time.zone = zone;
      const when = time.isDate ? time.toString() : time.toJSDate().toISOString().replace('.000Z', 'Z');
      const at = Date.parse(when);
      if (at >= Date.parse(to)) break;
      if (at >= Date.parse(from)) found.push({ ...said, when });
    }
    return found;
  });
  return sorted(read);
}

const sorted = (read: Read[]): Read[] =>
  read.toSorted((a, b) => (a.when + a.uid < b.when + b.uid ? -1 : a.when + a.uid > b.when + b.uid ? 1 : 0));

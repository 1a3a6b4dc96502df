import type { PageKind } from '../../../tools/definition.ts';

/** Pages are available as JSON, some also as Markdown. A photo is binary. */
export type ResourceKind = PageKind | 'photo';

/** A parsed `kith://` address. */
export interface ResourceUri {
  kind: ResourceKind;
  /** The id of the contact, the group or the photo. */
  id?: string;
  /** The day of the agenda, as 2026-11-21, `today` or `week`. */
  date?: string;
  format: 'json' | 'md';
}

const PATTERNS: [ResourceKind, RegExp][] = [
  ['overview', /^overview$/],
  ['contacts', /^contacts$/],
  ['contact', /^contacts\/(?<named>[^/]+)$/],
  ['timeline', /^contacts\/(?<named>[^/]+)\/timeline$/],
  ['group', /^groups\/(?<named>[^/]+)\/contacts$/],
  ['favorites', /^favorites$/],
  ['reminders', /^reminders\/due$/],
  ['agenda', /^agenda\/(?<date>today|week|\d{4}-\d{2}-\d{2})$/],
  ['emails', /^emails\/recent$/],
  ['photo', /^photos\/(?<photo>[0-9a-f]{64})$/],
];

const ENDS_IN_ID = /(?:^|\.)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;

/** Parses an address. Undefined if it cannot be a resource. */
export function parseResourceUri(uri: string): ResourceUri | undefined {
  const [, path, format = 'json'] = /^kith:\/\/([^?#]+)(?:\?format=(md|json))?$/.exec(uri) ?? [];
  for (const [kind, pattern] of path === undefined ? [] : PATTERNS) {
    const match = pattern.exec(path!);
    if (!match) continue;
    const { named, date, photo } = match.groups ?? {};
    const id = named === undefined ? photo : idIn(named);
    if ((named !== undefined && !id) || (date !== undefined && !isDate(date))) return undefined;
    return { kind, format: format as ResourceUri['format'], ...(id && { id }), ...(date && { date }) };
  }
  return undefined;
}

/** Returns the id in a plain id or in a completed address: `ada-lovelace.0192…`. */
export function idIn(named: string): string | undefined {
  try {
    return ENDS_IN_ID.exec(decodeURIComponent(named))?.[1]?.toLowerCase();
  } catch {
    // The percent-encoding is invalid.
    return undefined;
  }
}

function isDate(date: string): boolean {
  if (date === 'today' || date === 'week') return true;
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

/** Returns `Ada Lovelace` as `ada-lovelace.` plus the id. Keeps letters of any script. The result needs no escaping. */
export function readableForm(name: string, id: string): string {
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu);
  return words ? `${words.join('-')}.${id}` : id;
}

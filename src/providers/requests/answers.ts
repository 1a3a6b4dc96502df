import type * as z from 'zod';
import { CrossOriginError, sameOrigin } from '../../shared/http/same-origin.ts';
import type { Clock } from '../../shared/http/wait.ts';
import type { Account } from '../content/account.ts';
import { failure } from './failures.ts';

/** A provider's answer in the shape we rely on; fields we do not know are dropped. Throws a `failure` otherwise. */
export function readShape<S extends z.ZodType>(account: Account, shape: S, json: unknown): z.output<S> {
  const read = shape.safeParse(json);
  if (read.success) return read.data;
  // The complaint names fields, never their content.
  throw failure(
    account,
    'unavailable',
    undefined,
    new Error(`unexpected shape at ${read.error.issues[0]?.path.join('.')}`),
  );
}

/** The rows of a list that have the shape; others are left out. */
export const readRows = <S extends z.ZodType>(shape: S, rows: unknown[]): z.output<S>[] =>
  rows.flatMap((row) => {
    const read = shape.safeParse(row);
    return read.success ? [read.data] : [];
  });

/** Stops paging that goes in circles: a link or token that was seen before. */
export function startsAgain(account: Account) {
  const seen = new Set<string>();
  return {
    refuse(link: string): void {
      if (seen.has(link)) throw failure(account, 'truncated');
      seen.add(link);
    },
  };
}

/** An id as one step of a path. Throws a `failure` for one that would lead elsewhere. */
export function segment(account: Account, id: string): string {
  if (id === '' || id === '.' || id === '..') throw failure(account, 'not_found');
  return encodeURIComponent(id.toWellFormed());
}

/** A provider's next link, checked. Throws a `failure` for a link that leaves `base`. */
export function pinned(account: Account, base: string, link: string): string {
  const here = new URL(base);
  try {
    const there = sameOrigin(here, link);
    if (!there.pathname.startsWith(`${here.pathname}/`)) throw new CrossOriginError(here, there);
    return there.href;
  } catch (cause) {
    throw failure(account, 'refused', undefined, cause);
  }
}

/** Values kept in memory for a while and no longer; the oldest go when there are too many. */
export interface MemoryCache<T> {
  get(key: string): { value: T } | undefined;
  set(key: string, value: T): void;
}

export function memoryCache<T>(forMs: number, most: number, { now }: Pick<Clock, 'now'>): MemoryCache<T> {
  const entries = new Map<string, { value: T; until: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry && entry.until < now()) entries.delete(key);
      else return entry;
      return undefined;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, { value, until: now() + forMs });
      if (entries.size > most) entries.delete(entries.keys().next().value!);
    },
  };
}

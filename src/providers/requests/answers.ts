import type * as z from 'zod';
import { CrossOriginError, sameOrigin } from '../../shared/http/same-origin.ts';
import type { Clock } from '../../shared/http/wait.ts';
import type { Account } from '../content/account.ts';
import { providerFailure } from './failures.ts';

/** Validates a provider's response. Unknown fields are dropped. Throws a `failure` if it is invalid. */
export function readShape<S extends z.ZodType>(account: Account, shape: S, json: unknown): z.output<S> {
  const read = shape.safeParse(json);
  if (read.success) return read.data;
  // The validation error names fields but never their content.
  throw providerFailure(
    account,
    'unavailable',
    undefined,
    new Error(`unexpected shape at ${read.error.issues[0]?.path.join('.')}`),
  );
}

/** The valid rows of a list. Others are skipped. */
export const readRows = <S extends z.ZodType>(shape: S, rows: unknown[]): z.output<S>[] =>
  rows.flatMap((row) => {
    const read = shape.safeParse(row);
    return read.success ? [read.data] : [];
  });

/** Stops paging that loops, when a link or token repeats. */
export function loopGuard(account: Account) {
  const seen = new Set<string>();
  return {
    refuse(link: string): void {
      if (seen.has(link)) throw providerFailure(account, 'truncated');
      seen.add(link);
    },
  };
}

/** Encodes an id as one path segment. Throws a `failure` if it would change the path. */
export function segment(account: Account, id: string): string {
  if (id === '' || id === '.' || id === '..') throw providerFailure(account, 'not_found');
  return encodeURIComponent(id.toWellFormed());
}

/** Checks a provider's next link. Throws a `failure` if it leaves `base`. */
export function checkedLink(account: Account, base: string, link: string): string {
  const here = new URL(base);
  try {
    const there = sameOrigin(here, link);
    if (!there.pathname.startsWith(`${here.pathname}/`)) throw new CrossOriginError(here, there);
    return there.href;
  } catch (cause) {
    throw providerFailure(account, 'refused', undefined, cause);
  }
}

/** Values cached in memory for a limited time. The oldest are removed when there are too many. */
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

import type { Caller } from '../../identity/users/caller.ts';
import { record, type SecurityEvent, type SecurityEventName } from '../../identity/users/security-log.ts';
import { append } from '../../shared/lists.ts';
import type { Db, Store } from '../../store/store.ts';
import { networkOf } from './client-address.ts';

/** Writes the security log after requests are answered, so that no request waits for it or fails because of it. */
export interface Journal {
  /** Adds a line. Repeated lines are dropped for a minute, or an hour for accepted keys and connected apps. */
  note(event: SecurityEvent): void;
  /** Records the time at which a key or a connected app was last used. */
  used(caller: Caller): void;
  /** Writes the buffered lines. */
  close(): Promise<void>;
}

export const noJournal: Journal = { note() {}, used() {}, close: async () => {} };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long repeats of a line are dropped, if not for a minute. */
const REPEATED_MS: Partial<Record<SecurityEventName, number>> = {
  'key.accepted': HOUR_MS,
  'host.accepted': HOUR_MS,
};
/** The precision of a key's last-used time. */
const USE_MS = 5 * MINUTE_MS;
/** Lines per hour and kind of event. Beyond this, events are only counted: a flood of requests must not fill the disk. */
const LINES_AN_HOUR = 1_000;
const REMEMBERED = 10_000;
const FLUSH_MS = 1_000;

interface JournalOptions {
  onFault(error: unknown): void;
  now?: () => number;
}

export function makeJournal(store: Store, { onFault, now = Date.now }: JournalOptions): Journal {
  const isNew = makeRepeatFilter(now);
  const admitted = makeHourlyLimit(now);
  let lines: (SecurityEvent & { at: string })[] = [];
  let uses = new Map<string, Use>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  return {
    note(event) {
      const { event: kind, userId, key, address, detail } = event;
      const said = [kind, userId, key, address && networkOf(address), detail].join('\n');
      if (!isNew(said, REPEATED_MS[kind] ?? MINUTE_MS)) return;
      if (admitted.takes(kind)) lines.push({ ...event, at: timeNow() });
      flushSoon();
    },
    used({ user: { user_id: userId }, key, host }) {
      const id = host?.id ?? key;
      const what = `${host ? 'host' : 'key'}\n${userId}\n${id}`;
      if (id === undefined || !isNew(`used\n${what}`, USE_MS)) return;
      uses.set(what, { userId, id, isHost: host !== undefined, at: timeNow() });
      flushSoon();
    },
    async close() {
      clearTimeout(timer);
      append(lines, droppedLines(admitted.pastHour()));
      append(lines, droppedLines(admitted.endHour()));
      flush();
      await writing;
    },
  };

  function timeNow(): string {
    return new Date(now()).toISOString();
  }

  function droppedLines(counts: Map<SecurityEventName, number>): typeof lines {
    return [...counts].map(([kind, count]) => ({ event: 'lines.left_out', detail: `${kind} ${count}`, at: timeNow() }));
  }

  function flushSoon(): void {
    timer ??= setTimeout(flush, FLUSH_MS).unref();
  }

  function flush(): void {
    timer = undefined;
    append(lines, droppedLines(admitted.pastHour()));
    const [written, used] = [lines, uses];
    if (written.length === 0 && used.size === 0) return;
    lines = [];
    uses = new Map();
    writing = writing
      .then(() =>
        store.directory(async (db) => {
          await record(db, ...written);
          for (const use of used.values()) await setLastUse(db, use);
        }),
      )
      .catch((error) => {
        onFault(error);
        // Retried with the next flush. The limit bounds memory.
        lines = [...written, ...lines].slice(-LINES_AN_HOUR);
        uses = new Map([...used, ...uses]);
      });
  }
}

interface Use {
  userId: string;
  /** A key's name, or a connected app's id. */
  id: string;
  isHost: boolean;
  at: string;
}

/** Keeps the latest time if several nodes report uses. */
const setLastUse = (db: Db, { userId, id, isHost, at }: Use) =>
  db
    .updateTable(isHost ? 'connected_hosts' : 'api_keys')
    .set({ last_used_at: at })
    .where('user_id', '=', userId)
    .where(isHost ? 'id' : 'name', '=', id)
    .where(({ or, eb }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
    .execute();

/** Reports whether a line is not a repeat within `forMs`. Remembers the latest 10,000 lines. */
function makeRepeatFilter(now: () => number): (what: string, forMs: number) => boolean {
  const until = new Map<string, number>();
  return (what, forMs) => {
    if ((until.get(what) ?? 0) > now()) return false;
    until.delete(what);
    if (until.size >= REMEMBERED) until.delete(until.keys().next().value!);
    until.set(what, now() + forMs);
    return true;
  };
}

/** Limits the lines of each kind per hour, and counts the dropped ones. */
function makeHourlyLimit(now: () => number) {
  let hour = 0;
  let counts = new Map<SecurityEventName, number>();
  const endHour = (): Map<SecurityEventName, number> => {
    const over = [...counts].filter(([, count]) => count > LINES_AN_HOUR);
    counts = new Map();
    return new Map(over.map(([kind, count]) => [kind, count - LINES_AN_HOUR]));
  };
  let ended = new Map<SecurityEventName, number>();
  const turn = (): void => {
    const current = Math.floor(now() / HOUR_MS);
    if (current === hour) return;
    hour = current;
    ended = endHour();
  };
  return {
    takes(kind: SecurityEventName): boolean {
      turn();
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return count <= LINES_AN_HOUR;
    },
    /** The number of lines dropped in the last hour, by kind. Reported once. */
    pastHour(): Map<SecurityEventName, number> {
      turn();
      const over = ended;
      ended = new Map();
      return over;
    },
    endHour,
  };
}

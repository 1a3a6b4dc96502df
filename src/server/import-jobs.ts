import { createHash, randomUUID } from 'node:crypto';
import { inProcessClient } from '../client/in-process.ts';
import { requireThere, userById } from '../identity/users/users.ts';
import { type Mapping, readMapping } from '../import/formats/csv/mapping.ts';
import { type ChangePublisher, UNKNOWN_CHANGE } from '../mcp/notifications/notices.ts';
import type { Journal } from '../service/runtime/audit-buffer.ts';
import type { Service } from '../service/service.ts';
import { KithError } from '../shared/error.ts';
import { isRecord } from '../shared/records.ts';
import { semaphore } from '../shared/semaphore.ts';
import { transcoded } from '../shared/text/charset.ts';
import { yieldToOthers } from '../shared/yield.ts';
import type { Store } from '../store/store.ts';
import type { ImportChoices, ImportJob, ImportServices } from '../web/services/import.ts';
import type { Into } from './composition/open-client.ts';
import { isGuessed, outcomeOf, refusalOf } from './import-outcome.ts';
import { type FileHow, importFile } from './transfer/import-file.ts';
import type { FileResult } from './transfer/import-result.ts';

// Files uploaded in the web app. They are stored only in this process and only while they are in use. Imported data is
// saved, and importing the same file again adds only what is missing.

const MEGABYTE = 1024 * 1024;
const MOST_BYTES = 64 * MEGABYTE;
/** Limit for all users together. */
const MOST_HELD = 4 * MOST_BYTES;
/** Limit for one file. The command line accepts more. */
const MOST_ENTRIES = 100_000;
/** Readers are threads with their own memory, so more files wait. */
const AT_ONCE = 2;
const KEPT_MS = 60 * 60_000;

interface Options {
  store: Store;
  service: Pick<Service, 'call' | 'userData'>;
  journal: Journal;
  notices: ChangePublisher;
  /** Called with internal errors. Returns the id in the log. */
  onFault(error: unknown): string;
}

interface Held extends ImportJob {
  userId: string;
  bytes: Uint8Array;
  /** Hash of the form and the file, so that a form sent twice starts one job. */
  mark: string;
  /** Guessed mapping of the columns, with labels. */
  guess: Guess | undefined;
  mapping: Mapping | undefined;
  /** State to return to if it is canceled before the first write. */
  before: 'ready' | 'done';
  /** Keys of the forms whose work has started. */
  begun: Set<string>;
  cancel: AbortController;
  timer?: NodeJS.Timeout;
}

export function importJobs({ store, service, journal, notices, onFault }: Options): ImportServices {
  const held = new Map<string, Held>();
  const takeTurn = semaphore(AT_ONCE);

  return {
    mostBytes: MOST_BYTES,
    fields: async () => (await import('../import/formats/csv/mapping.ts')).FIELDS,
    begin(userId, { name, bytes }, key) {
      const mark = createHash('sha256').update(`${key}\n${name}\n`).update(bytes).digest('hex');
      const before = ofUser(userId);
      if (before?.mark === mark) return before;
      if (before?.state === 'importing') {
        throw new KithError('Conflict', `${before.name} is being imported.`, {
          hint: 'Wait until it is done, or cancel it.',
        });
      }
      if (before) forget(before);
      makeRoom(bytes.length);
      const job: Held = {
        id: randomUUID(),
        userId,
        name,
        bytes,
        mark,
        choices: {},
        guess: undefined,
        mapping: undefined,
        state: 'reading',
        before: 'ready',
        progress: undefined,
        outcome: undefined,
        created: [],
        refusal: undefined,
        columns: undefined,
        isGuessed: false,
        isCanceled: false,
        begun: new Set(),
        cancel: new AbortController(),
      };
      held.set(job.id, job);
      look(job);
      return job;
    },
    find,
    latest: ofUser,
    choose(userId, id, choices) {
      const job = required(userId, id);
      if (job.state === 'importing') return;
      const mapping = mappingOf(choices, job.guess);
      if (choices.encoding !== undefined) transcoded(new Uint8Array(), choices.encoding);
      job.cancel.abort();
      Object.assign(job, { choices, mapping, cancel: new AbortController() });
      // With other options, the file can have other columns.
      if (!mapping) job.guess = undefined;
      look(job);
    },
    go(userId, id, key, address) {
      const job = required(userId, id);
      if (job.begun.has(key) || (job.state !== 'ready' && job.state !== 'done')) return;
      job.begun.add(key);
      job.before = job.state;
      job.state = 'importing';
      void work(job, false, () => {
        journal.note({ event: 'data.imported', userId, address });
        // An archive is written without operations, so its changes are published here.
        notices.publish(userId, () => UNKNOWN_CHANGE);
      });
    },
    cancel(userId, id) {
      const job = find(userId, id);
      if (job?.state === 'importing') job.cancel.abort();
      else if (job) forget(job);
    },
  };

  function find(userId: string, id: string): Held | undefined {
    const job = held.get(id);
    return job?.userId === userId ? job : undefined;
  }

  function ofUser(userId: string): Held | undefined {
    return [...held.values()].find((job) => job.userId === userId);
  }

  function required(userId: string, id: string): Held {
    const job = find(userId, id);
    if (!job) throw new KithError('NotFound', 'This file no longer exists.');
    return job;
  }

  /** Previews a file. */
  function look(job: Held): void {
    job.state = 'reading';
    void work(job, true);
  }

  async function work(job: Held, dryRun: boolean, onDone = () => {}): Promise<void> {
    clearTimeout(job.timer);
    const { cancel } = job;
    job.progress = undefined;
    const leave = await takeTurn();
    let result: FileResult | undefined;
    try {
      if (!cancel.signal.aborted) result = await imported(job, dryRun);
    } catch (error) {
      result = { file: job.name, error: faultUnder(onFault(error)) };
    } finally {
      leave();
    }
    // The file was discarded, or is being read again with other options.
    if (job.cancel !== cancel || held.get(job.id) !== job) return;
    // The next run needs a signal of its own.
    job.cancel = new AbortController();
    job.isCanceled = result === undefined || ('error' in result && result.error === CANCELED);
    if (result && !job.isCanceled) settle(job, dryRun, result);
    else job.state = job.before;
    job.timer = setTimeout(() => forget(job), KEPT_MS).unref();
    if (!dryRun && !job.isCanceled) onDone();
  }

  async function imported(job: Held, dryRun: boolean): Promise<FileResult> {
    const { encoding, monica = false, notes, me } = job.choices;
    const how: FileHow = { mapping: job.mapping, encoding, monica, notes, me, most: MOST_ENTRIES };
    const onProgress = (done: number, total: number) => {
      job.progress = { done, total };
    };
    const onCreated = (contactId: string) => {
      job.created.push(contactId);
    };
    const options = { dryRun, signal: job.cancel.signal, onProgress, onCreated };
    return importFile(await openFor(job.userId), job.name, new Uint8Array(job.bytes), how, options);
  }

  function settle(job: Held, dryRun: boolean, result: FileResult): void {
    const read = 'error' in result ? undefined : outcomeOf(result);
    job.outcome = read;
    job.refusal = 'error' in result ? refusalOf(result) : undefined;
    job.state = read ? (dryRun ? 'ready' : 'done') : 'refused';
    job.isGuessed = isGuessed(result);
    job.guess ??= guessIn('mapping' in result ? result.mapping : undefined);
    job.columns = job.guess && { ...fieldsOf(job.guess), ...job.choices.columns };
  }

  function forget(job: Held): void {
    clearTimeout(job.timer);
    job.cancel.abort();
    held.delete(job.id);
  }

  /** Discards idle files, the oldest first, until a new one fits. */
  function makeRoom(bytes: number): void {
    const size = () => [...held.values()].reduce((sum, job) => sum + job.bytes.length, bytes);
    for (const job of held.values()) if (size() > MOST_HELD && !isAtWork(job)) forget(job);
    if (size() <= MOST_HELD) return;
    throw new KithError('ServiceUnavailable', 'Other people are importing large files just now.', {
      hint: 'Try again in some minutes.',
    });
  }

  async function openFor(userId: string): Promise<Into> {
    const user = await userById(store, userId);
    if (!user) throw new KithError('NotFound', 'The account was removed.');
    const caller = { user, permissions: 'write' } as const;
    // A file causes thousands of calls, so other requests run in between.
    const takeTurn = async () => {
      await yieldToOthers();
      await requireThere(store, user);
    };
    const client = inProcessClient(
      async (...call) => {
        await takeTurn();
        return service.call(caller, ...call);
      },
      async () => {},
    );
    const userData = service.userData(caller);
    const write: typeof userData.write = async (...work) => {
      await takeTurn();
      return userData.write(...work);
    };
    return { client, userData: { ...userData, write } };
  }
}

/** Error for a file whose reading was canceled. */
const CANCELED = 'canceled';

const faultUnder = (id: string): string => `Internal error. The administrator can find it in the log under ${id}.`;

const isAtWork = ({ state }: ImportJob): boolean => state === 'reading' || state === 'importing';

/** Converts the chosen columns to a mapping as in `--map`. Columns that keep their guess keep their labels. Throws 400. */
function mappingOf({ columns, dates }: ImportChoices, guess: Guess | undefined): Mapping | undefined {
  if (!columns) return undefined;
  const guessed = guess?.columns ?? {};
  const fields: Record<string, string | null> = guess ? fieldsOf(guess) : {};
  const meant = Object.entries(columns).map(([column, field]) => [
    column,
    Object.hasOwn(fields, column) && fields[column] === field ? guessed[column] : field,
  ]);
  return readMapping(
    JSON.stringify({ ...guess, columns: { ...guessed, ...Object.fromEntries(meant) }, ...(dates && { dates }) }),
  );
}

/** An incomplete mapping. */
interface Guess {
  columns: Record<string, unknown>;
}

const guessIn = (mapping: object | undefined): Guess | undefined =>
  isRecord(mapping) && isRecord(mapping.columns) ? { ...mapping, columns: mapping.columns } : undefined;

const fieldsOf = ({ columns }: Guess): Record<string, string | null> =>
  Object.fromEntries(Object.entries(columns).map(([column, target]) => [column, fieldOf(target)]));

function fieldOf(target: unknown): string | null {
  const field = isRecord(target) ? target.field : target;
  return typeof field === 'string' ? field : null;
}

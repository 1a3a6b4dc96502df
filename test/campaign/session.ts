import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../src/client/client.ts';
import { remoteClient } from '../../src/client/remote.ts';
import { KithError } from '../../src/shared/error.ts';
import type { Json } from '../support/people.ts';
import type { Action } from './action.ts';
import { drawAction } from './actions.ts';
import { type Call, Ledger, moment } from './ledger.ts';
import { emptyModel } from './model.ts';
import { drawRead } from './reads.ts';

export interface SessionSpec {
  baseUrl: string;
  apiKey: string;
  /** Path of its ledger. */
  ledger: string;
  /** Unique prefix of all its words. */
  prefix: string;
  /** Share of bulk creates among its calls. */
  bulkShare: number;
}

export interface SessionSurroundings {
  random: () => number;
  stopping(): boolean;
  /** Called for each acknowledged write. */
  onWrite(weight: number): void;
  /** An id of another user. */
  foreign(): string | undefined;
  /** Learns an id of this session's user. */
  made(id: string): void;
}

/** Share of steps that are reads, and of writes that are abandoned or repeated without need. */
const READS = 0.25;
const GIVEN_UP = 0.05;
const SENT_AGAIN = 0.02;

/** One client with its own key. It makes one call after another, each recorded in the ledger before it is sent. */
export async function runSession(spec: SessionSpec, around: SessionSurroundings): Promise<void> {
  const { random } = around;
  const ledger = new Ledger(spec.ledger);
  const model = emptyModel();
  let client = connect(spec);
  let last: { op: number; call: Call; ids?: Action['ids'] } | undefined;

  // A call without a response when the process was killed is repeated with the same key, or abandoned.
  if (ledger.open && random() < 0.7) await send(ledger.open.op, ledger.open.call);
  while (!around.stopping()) {
    if (random() < READS) await read();
    else if (last && random() < SENT_AGAIN) await repeat(last);
    else await write();
  }
  ledger.close();
  await client.close();

  async function write(): Promise<void> {
    const op = ledger.next;
    const word = (index = 0) => `${spec.prefix}o${op}i${index}`;
    const action = drawAction({ model, random, word }, spec.bulkShare);
    const call = { name: action.name, args: action.args, key: randomUUID() };
    action.before?.();
    ledger.begin(call, action.marks, action.weight);
    const data = await send(op, call, action);
    if (data === undefined) return;
    action.after?.(data);
    around.onWrite(action.weight);
    const [id] = action.name === 'create_contact' ? action.ids!(data) : [];
    if (id) around.made(id);
    if (random() < 0.3) last = { op, call, ids: action.ids };
  }

  /** Until a response arrives. Undefined if the call was refused, or abandoned with an unknown outcome. */
  async function send(op: number, call: Call, action?: Action): Promise<Json | undefined> {
    const invoked = moment();
    for (;;) {
      try {
        const { data, replayed } = await client.call(call.name as never, call.args as never, {
          idempotencyKey: call.key,
        });
        ledger.done(op, action?.ids?.(data) ?? [], replayed);
        return data;
      } catch (error) {
        if (!mayPass(error)) {
          const { code } = error as KithError;
          ledger.refused(op, code);
          if (code === 'NotFound' && action?.subject) ledger.read(invoked, [`-${action.subject}`]);
          return undefined;
        }
        await getOver(error as KithError);
        if (around.stopping() || random() < GIVEN_UP) return undefined;
      }
    }
  }

  /** Repeats an acknowledged call with its key. The response must be the same, without a new effect. */
  async function repeat({ op, call, ids }: NonNullable<typeof last>): Promise<void> {
    last = undefined;
    try {
      const { data, replayed } = await client.call(call.name as never, call.args as never, {
        idempotencyKey: call.key,
      });
      ledger.again(op, replayed ? (ids?.(data) ?? []) : ['done again']);
    } catch (error) {
      if (!mayPass(error)) ledger.again(op, [(error as KithError).code]);
      else await getOver(error as KithError);
    }
  }

  async function read(): Promise<void> {
    const invoked = moment();
    try {
      const marks = await drawRead(random)({ client, model, random, foreign: around.foreign });
      if (marks) ledger.read(invoked, marks);
    } catch (error) {
      if (!mayPass(error)) throw error;
      await getOver(error as KithError);
    }
  }

  /** A client told to wait for a minute would wait through ten restarts, so a new one starts. */
  async function getOver({ retryAfter = 0 }: KithError): Promise<void> {
    await sleep(50 + 200 * random());
    if (retryAfter < 3) return;
    const old = client;
    client = connect(spec);
    await old.close();
  }
}

const connect = ({ baseUrl, apiKey }: SessionSpec): Client =>
  remoteClient({ baseUrl, apiKey, timeoutMs: 10_000, deadlineMs: 30_000, retries: 2 });

/** A network or service failure, as opposed to a response about the call. */
const mayPass = (error: unknown): boolean =>
  error instanceof KithError &&
  (error.status >= 429 || error.status === 408 || error.code === 'idempotency_in_progress');

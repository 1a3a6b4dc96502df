import { randomUUID } from 'node:crypto';
import { agendaRig } from '../test/support/agenda.ts';
import { type FakeAccount, fakeAccount, spreadMessages } from '../test/support/providers/data.ts';
import { Samples, type Spread, short, table, timed, times } from './figures.ts';

const LATENCY_MS = 80;
const ROUNDS = 10;
const PAGE = '/v2/agenda/email/messages?limit=25';

export interface AgendaFigures {
  /** The first page of 25 e-mails over three accounts. */
  together: Spread;
  /** The slowest of the three alone, for the same page. */
  slowest: Spread;
  ratio: number;
}

/** Three mailboxes that answer each request after 80 ms: all of them together beside each alone, in turns. */
export async function measureAgenda(): Promise<AgendaFigures> {
  const samples = new Samples();
  const names = ['GOOGLE', 'OFFICE365', 'GOOGLE'] as const;
  for (let round = 0; round < ROUNDS; round++) {
    const accounts = names.map((provider) => fakeAccount(provider, `${randomUUID()}@example.com`));
    spreadMessages(accounts, 200, round + 1, 60_000);
    samples.add('together', await firstPage(accounts));
    const alone: number[] = [];
    for (const account of accounts) alone.push(await firstPage([account]));
    samples.add('slowest', Math.max(...alone));
  }
  const [together, slowest] = [samples.get('together')!, samples.get('slowest')!];
  return { together, slowest, ratio: together.p50 / slowest.p50 };
}

/** Nothing is remembered: a service of its own for each look, warmed up by a request that reads no mail. */
async function firstPage(accounts: FakeAccount[]): Promise<number> {
  const rig = await agendaRig();
  try {
    for (const account of accounts) await rig.connect(account);
    await rig.api.get('/v2/agenda/calendar/events');
    rig.fake.latency = LATENCY_MS;
    return await timed(() => rig.api.get(PAGE));
  } finally {
    await rig.stop();
  }
}

export const agendaTable = ({ together, slowest, ratio }: AgendaFigures): string =>
  table(
    `Agenda: the first 25 e-mails of 3 accounts, ${LATENCY_MS} ms for each request to a provider`,
    ['', 'p50 ms', 'p95 ms'],
    [
      ['three accounts together', short(together.p50), short(together.p95)],
      ['the slowest of them alone', short(slowest.p50), short(slowest.p95)],
      ['ratio (target 1.3)', times(ratio), ''],
    ],
  );

import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { withPlainClient } from '../../server/composition/open-client.ts';
import { append } from '../../shared/lists.ts';
import { timestampOf } from '../input/arguments.ts';
import { type LogOptions, printLine } from '../output/security-line.ts';

/** `kith log` with KITH_BASE_URL: the remote account's security log, oldest first. */
export async function runLog({ since, user, json }: LogOptions): Promise<number> {
  const from = since === undefined ? undefined : timestampOf('--since', since, 'past');
  return withPlainClient(async (client) => {
    const { id: user_id, email } = (await client.call('get_current_user', {})).data.user;
    for (const { at, event, outcome, ...rest } of (await eventsOf(client, from)).reverse())
      await printLine({ at, event, outcome, user_id, email, ...rest }, json);
    return 0;
  }, user);
}

type SecurityEvent = DataOf<Operations['list_security_log']>['events'][number];

/** Returns the events of all pages, newest first. */
async function eventsOf(client: Client, since: string | undefined): Promise<SecurityEvent[]> {
  const found: SecurityEvent[] = [];
  let cursor: string | undefined;
  do {
    const page = (await client.call('list_security_log', { since, take: 200, cursor })).data;
    append(found, page.events);
    cursor = page.pagination.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { counted, isWatched, oneLine, say, sayJson, tell, tellOver } from '../../process/print.ts';
import { withPlainClient } from '../../server/composition/open-client.ts';
import { KithError } from '../../shared/error.ts';
import type { JsonOption } from '../input/arguments.ts';

type Counted = DataOf<Operations['list_counted_accounts']>['counted_accounts'][number];

interface LastContactOptions extends JsonOption {
  on?: string[] | undefined;
  off?: string[] | undefined;
  user?: string | undefined;
}

/** The first count reads 90 days of every account within the provider's rate limit, which takes long. */
const LONGEST_MS = 60 * 60_000;

/** `kith last-contact`: switches accounts on and off, or counts those that are on. */
export async function runLastContact({ on = [], off = [], user, json }: LastContactOptions): Promise<number> {
  return withPlainClient(async (client) => {
    const all = (await client.call('list_counted_accounts', {})).data.counted_accounts;
    const [starting, ending] = [on, off].map((names) => names.map((name) => named(all, name)));
    for (const { id: accountId } of starting!) await client.call('update_counted_account', { accountId, is_on: true });
    for (const { id: accountId } of ending!) await client.call('update_counted_account', { accountId, is_on: false });
    if (starting!.length > 0 || ending!.length > 0) {
      for (const { email } of starting!) await say(`${oneLine(email)} counts from now on.\n`);
      for (const { email } of ending!)
        await say(`${oneLine(email)} no longer counts. Existing last-contact times are kept.\n`);
      if (starting!.length > 0)
        await say(
          'kith last-contact looks back 90 days right away; kith serve, kith http, and kith open do so once a day.\n',
        );
      return 0;
    }
    if (all.some((one) => one.is_on)) return count(client, json === true);
    await say(
      all.length === 0 ? `${NO_ACCOUNT}\n` : 'No account counts. To turn one on, run kith last-contact --on EMAIL.\n',
    );
    return 0;
  }, user);
}

const NO_ACCOUNT = 'No account is connected. To connect one, run kith connect google, microsoft, or ics.';

async function count(client: Client, asJson: boolean): Promise<number> {
  const cancel = new AbortController();
  const onInterrupt = () => cancel.abort();
  process.once('SIGINT', onInterrupt);
  try {
    const report = await countNow(client, cancel.signal);
    if (report.is_canceled) tell('Interrupted. The data read so far counts. The next count continues from there.\n');
    const offered = (await client.call('list_suggested_contacts', {})).data.suggested_contacts.length;
    const { is_canceled: isCancelled, ...rest } = report;
    if (asJson) await sayJson({ ...rest, isCancelled, offered }, 0);
    else {
      for (const { email, since, until } of report.accounts)
        await say(`${oneLine(email)}: counted from ${since.slice(0, 10)} to ${until.slice(0, 10)}\n`);
      for (const warning of report.warnings) await say(`${oneLine(warning)}\n`);
      await say(`${counted(report.changed, 'person', 'people')} with a newer last contact.\n`);
      if (offered > 0)
        await say(`${counted(offered, 'person', 'people')} you write to who are not contacts: kith suggested\n`);
    }
    return report.is_canceled || report.accounts.length === 0 ? 1 : 0;
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}

const CANCELED = { accounts: [], changed: 0, warnings: [], is_canceled: true };

/** Counts until everything is read. A remote service does not stop when the wait is canceled. */
async function countNow(client: Client, signal: AbortSignal) {
  const onProgress = (done: number, total: number) => {
    if (isWatched()) tellOver(`${done} of ${counted(total, 'day')}`, done === total ? '\n' : '');
  };
  try {
    const options = { signal, onProgress, timeoutMs: LONGEST_MS, deadlineMs: LONGEST_MS };
    return (await client.call('count_last_contact', { mode: 'now' }, options)).data.report!;
  } catch (error) {
    if (signal.aborted) return CANCELED;
    throw error;
  }
}

/** Returns the account with this email, or the calendar with this name, ignoring case. */
function named(all: Counted[], name: string): Counted {
  const found = all.find(({ email }) => email.toLowerCase() === name.toLowerCase());
  if (found) return found;
  throw new KithError('NotFound', `No account "${name}" is connected.`, { hint: 'List them with kith accounts.' });
}

import { KithError } from '../catalogue/error.ts';
import type { Client } from '../client/client.ts';
import type { Finding } from './doctor.ts';
import { processEnvironment } from './environment.ts';
import { namesRemote } from './settings.ts';
import { openClient } from './wiring.ts';

const AGAIN = { GOOGLE: 'google', OFFICE365: 'microsoft', ICS: 'ics' } as const;

interface Connection {
  found: Finding[];
  /** Absent when there is none. */
  client?: Client;
  close(): Promise<void>;
}

/** Opens the service as a host would, and asks who the user is and what there is. */
export async function checkConnection(): Promise<Connection> {
  const remote = namesRemote();
  let close = async () => {};
  try {
    const opened = await openClient(processEnvironment, { retries: 0, deadlineMs: 10_000 });
    close = opened.close;
    const { client } = opened;
    const { user } = (await client.call('get_current_user', {})).data;
    const { count } = (await client.call('count_contacts', {})).data;
    const where = remote ? 'The remote service answers' : 'The service opens';
    return {
      found: [{ state: 'ok', what: `${where}: ${user.email} (${user.time_zone}), ${count} contact(s).` }],
      client,
      close,
    };
  } catch (error) {
    if (!(error instanceof KithError)) throw error;
    const todo = error.status === 401 ? 'Set KITH_API_KEY to the key of your account there.' : error.hint;
    return { found: [{ state: 'problem', what: error.message, ...(todo && { todo }) }], close };
  }
}

/** Whether connected mail and calendar accounts still let us in. */
export async function checkAccounts(client: Client): Promise<Finding[]> {
  try {
    const { accounts } = (await client.call('list_connected_accounts', {})).data;
    if (accounts.length === 0) return [{ state: 'ok', what: 'No mail or calendar account is connected.' }];
    return accounts.map(({ email, provider, status }): Finding => {
      if (status === 'connected') return { state: 'ok', what: `${email} (${provider}) is connected.` };
      const what = `${email} (${provider}) no longer lets kith in.`;
      return { state: 'warning', what, todo: `kith connect ${AGAIN[provider]}` };
    });
  } catch (error) {
    if (!(error instanceof KithError)) throw error;
    return [{ state: 'warning', what: `Accounts could not be asked about: ${error.message}` }];
  }
}

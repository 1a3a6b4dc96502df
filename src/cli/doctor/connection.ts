import type { Client } from '../../client/client.ts';
import { settings } from '../../process/environment.ts';
import { counted } from '../../process/print.ts';
import { FOR_ASSISTANTS, openClient } from '../../server/composition/open-client.ts';
import { whoseData } from '../../server/composition/whose-data.ts';
import type { UserData } from '../../service/runtime/user-data.ts';
import { KithError } from '../../shared/error.ts';
import { asProblem, type Finding } from './findings.ts';

const AGAIN = { GOOGLE: 'google', OFFICE365: 'microsoft', ICS: 'ics' } as const;

interface Connection {
  found: Finding[];
  /** Absent if the service does not respond. */
  client?: Client;
  /** Absent for a remote service. */
  userData?: UserData | undefined;
  close(): Promise<void>;
}

/** Opens the service like an MCP client, and requests the user and the number of contacts. */
export async function checkConnection(): Promise<Connection> {
  let close = async () => {};
  try {
    const opened = await openClient(settings, { ...FOR_ASSISTANTS, retries: 0, deadlineMs: 10_000 });
    close = opened.close;
    const { client, userData } = opened;
    const { user } = (await client.call('get_current_user', {})).data;
    const { count } = (await client.call('count_contacts', {})).data;
    const where = settings.KITH_BASE_URL ? 'The remote service responds' : 'The service opens';
    const whose = opened.embedded && (await whoseData(opened.embedded));
    return {
      found: [
        { state: 'ok', what: `${where}: ${user.email} (${user.time_zone}), ${counted(count, 'contact')}.` },
        ...(whose === undefined ? [] : [{ state: 'ok', what: whose } as const]),
      ],
      client,
      userData,
      close,
    };
  } catch (error) {
    const problem = asProblem(error);
    if ((error as KithError).status === 401) problem.todo = "Set KITH_API_KEY to your account's key on that server.";
    return { found: [problem], close };
  }
}

const NAMED = 10;

/** Checks that every contact's photo exists. */
export async function checkPhotos(userData: UserData): Promise<Finding> {
  const { photoState } = await import('../../service/photos/state.ts');
  const { count, bytes, missing } = await userData.read(photoState);
  const held = `${counted(count, 'photo')}, ${(bytes / 1e6).toFixed(1)} MB`;
  if (missing.length === 0) return { state: 'ok', what: `The data contains ${held}.` };
  const names = missing.slice(0, NAMED).map(({ id, full_name }) => full_name || id);
  const more = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : '';
  const what = `The data contains ${held}; the photos of ${counted(missing.length, 'contact')} are missing: ${names.join(', ')}${more}.`;
  return {
    state: 'warning',
    what,
    todo: 'Import these photos again, or remove them from the contacts.',
  };
}

/** Checks that kith still has access to connected mail and calendar accounts. */
export async function checkAccounts(client: Client): Promise<Finding[]> {
  try {
    const { accounts } = (await client.call('list_connected_accounts', {})).data;
    if (accounts.length === 0) return [{ state: 'ok', what: 'No mail or calendar account is connected.' }];
    return accounts.map(({ email, provider, status }): Finding => {
      if (status === 'connected') return { state: 'ok', what: `${email} (${provider}) is connected.` };
      const what = `${email} (${provider}) no longer gives kith access.`;
      return { state: 'warning', what, todo: `Run kith connect ${AGAIN[provider]}.` };
    });
  } catch (error) {
    if (!(error instanceof KithError)) throw error;
    return [{ state: 'warning', what: `Accounts could not be checked: ${error.message}` }];
  }
}

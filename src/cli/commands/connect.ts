import { suggestion } from '../../contract/schema/arguments.ts';
import { settings } from '../../process/environment.ts';
import { oneLine, say } from '../../process/print.ts';
import { withPlainClient } from '../../server/composition/open-client.ts';
import { KithError } from '../../shared/error.ts';
import { connectProvider, SIGN_INS, type SignInWay } from '../browser/provider-sign-in.ts';
import { wrongUsage } from '../input/arguments.ts';
import { takeSecret } from '../input/ask.ts';
import { connectBooks } from './address-books.ts';

/** `kith connect`: connects a mail and calendar account, a calendar by URL, or an address book on another server. */
export async function runConnect(kind: string, address: string | undefined, values: Choices): Promise<number> {
  if (kind === 'carddav') return connectBooks(address, values);
  if (kind === 'ics') return sayConnected(await connectCalendar(address, values));
  if (settings.KITH_BASE_URL) {
    throw new KithError(
      'BadRequest',
      'KITH_BASE_URL is set to a remote service. Accounts must be connected on its server.',
      {
        hint: 'Run kith connect there with --user and your email.',
      },
    );
  }
  const { provider, way } = signInAsked(kind, address, values);
  return sayConnected(await connectProvider(provider, { way, write: values.write === true, user: values.user }));
}

async function sayConnected({
  email,
  capabilities,
}: {
  email: string;
  capabilities: readonly string[];
}): Promise<number> {
  await say(`${oneLine(email)} is connected: ${capabilities.join(', ')}.\n`);
  return 0;
}

async function connectCalendar(target: string | undefined, { name, user }: Choices) {
  const address = await calendarAddress(target);
  const args = { address, ...(name !== undefined && { name }) };
  return withPlainClient(async (client) => (await client.call('connect_calendar', args)).data.account, user);
}

type OAuthProvider = keyof typeof SIGN_INS;
const SIGN_IN_PROVIDERS = Object.keys(SIGN_INS) as OAuthProvider[];
const KINDS = [...SIGN_IN_PROVIDERS.map((one) => SIGN_INS[one].kind), 'ics', 'carddav'];

interface Choices {
  write?: true | undefined;
  paste?: true | undefined;
  device?: true | undefined;
  name?: string | undefined;
  user?: string | undefined;
  login?: string | undefined;
  readOnly?: true | undefined;
  book?: string[] | undefined;
}

/** Returns the provider and sign-in method. Throws a 400 for an unknown kind, a URL, or an unsupported method. */
function signInAsked(
  kind: string,
  target: string | undefined,
  choices: Choices,
): { provider: OAuthProvider; way: SignInWay } {
  const provider = SIGN_IN_PROVIDERS.find((one) => SIGN_INS[one].kind === kind);
  if (!provider) {
    throw new KithError('BadRequest', `There is no account kind "${kind}"${suggestion(kind, KINDS, '.')}`, {
      hint: 'Use google, microsoft, ics, or carddav. Run kith help connect for details.',
    });
  }
  if (target !== undefined)
    throw wrongUsage(`connect ${kind}`, 'accepts no URL: you choose the account when you sign in');
  if (choices.device && !SIGN_INS[provider].byDevice)
    throw wrongUsage(`connect ${kind}`, 'does not support --device. Use --paste');
  return { provider, way: choices.device ? 'device' : choices.paste ? 'paste' : 'browser' };
}

/** The URL of a published calendar is secret, because it gives access to the calendar. A file path is not. */
async function calendarAddress(target: string | undefined): Promise<string> {
  const isDrive = /^[a-z]:/i.test(target ?? '');
  const isSecret = target === undefined || target === '-' || (URL.canParse(target) && !isDrive);
  if (!isSecret) return target;
  const hint = 'Run kith connect ics to be asked for it, or kith connect ics - to read it from standard input.';
  return takeSecret(target, { what: 'Calendar URL', hint });
}

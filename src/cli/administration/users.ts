import { type Belongings, belongingsOf, removeUser } from '../../identity/users/remove-user.ts';
import { makeLink } from '../../identity/users/sign-in-links.ts';
import { addUser, changeCountry, changePlan, LOCAL_EMAIL, listUsers } from '../../identity/users/users.ts';
import { settings } from '../../process/environment.ts';
import { counted, tell } from '../../process/print.ts';
import { withData } from '../../server/composition/local-data.ts';
import { renormalizePhones } from '../../service/contacts/renormalize-phones.ts';
import { readCountry } from '../../shared/countries.ts';
import { KithError } from '../../shared/error.ts';
import { answer, choice, type JsonOption } from '../input/arguments.ts';
import { askLine } from '../input/ask.ts';
import { printKey } from '../output/key.ts';
import { aligned } from '../output/table.ts';
import { onThisMachine } from '../output/times.ts';
import { linkInWords, linkTo, noSignInOrigin, serverNote, signInOrigin } from './sign-in-link.ts';

const PLANS = ['free', 'professional'] as const;

interface NewUser extends JsonOption {
  name?: string | undefined;
  plan: string;
  timeZone?: string | undefined;
  country?: string | undefined;
}

/** `kith user add`: a user of `kith serve`, with a key; and for a person at the shell, a link to sign in with. */
export async function add(email: string, values: NewUser): Promise<number> {
  const user = {
    email,
    name: values.name,
    plan: choice('--plan', values.plan, PLANS),
    timeZone: timeZoneOf(values.timeZone),
    country: values.country === undefined ? undefined : countryNamed(values.country),
  };
  return withData(async (data) => {
    const { store, secret } = data;
    const added = await addUser(store, secret, user);
    await printKey(added, values.json);
    if (!values.json && !isLocal(added.email))
      tell(`Commands and assistants on this machine see this data with KITH_USER=${added.email}.\n`);
    if (values.json) return 0;
    // The key works even if nobody can sign in.
    const origin = await signInOrigin(data);
    if (origin === undefined) return answer(undefined, {}, LINK_LATER);
    return answer(undefined, {}, linkInWords(await makeLink(store, secret, added.email), origin) + serverNote());
  });
}

const LINK_LATER = 'To get a sign-in link for the web app, start kith serve and run kith user link EMAIL.';

/** `kith user link`: a one-time link, for a first passkey or in place of a lost one. */
export async function link(email: string, { json }: JsonOption): Promise<number> {
  return withData(async (data) => {
    const origin = await signInOrigin(data);
    if (origin === undefined) throw noSignInOrigin();
    const made = await makeLink(data.store, data.secret, email);
    const { email: known, expiresAt } = made;
    const told = { email: known, link: linkTo(made, origin), expires_at: expiresAt.toISOString() };
    return answer(json, told, linkInWords(made, origin) + serverNote());
  });
}

/** Whom commands and assistants on this machine work for, without a key that could tell of its use. */
const isLocal = (email: string): boolean => email === (settings.KITH_USER ?? LOCAL_EMAIL).toLowerCase();

export async function list({ json }: JsonOption): Promise<number> {
  const users = await withData(({ store }) => listUsers(store));
  const rows = users.map(({ email, plan, keys, last_used_at }) => [
    email,
    plan,
    counted(keys, 'key'),
    last_used_at ? `last used ${onThisMachine(last_used_at)}` : isLocal(email) ? 'the local user' : 'never used',
  ]);
  const none = 'There are no users yet. kith user add EMAIL makes one.';
  return answer(json, users, rows.length === 0 ? none : await aligned(rows));
}

export async function plan(email: string, wanted: string, { json }: JsonOption): Promise<number> {
  const to = choice('The plan', wanted, PLANS);
  const user = await withData(({ store }) => changePlan(store, email, to));
  const keys = to === 'free' ? 'Keys are refused from now on, and kept.' : 'Keys work again.';
  const { user_id: id } = user;
  return answer(json, { id, email: user.email, plan: user.plan }, `${user.email} is on the plan ${user.plan}. ${keys}`);
}

/** `kith user country`: the country of phone numbers that are written without its code. */
export async function country(email: string, wanted: string, { json }: JsonOption): Promise<number> {
  const to = countryNamed(wanted);
  return withData(async ({ store }) => {
    const user = await changeCountry(store, email, to);
    const read_anew = await renormalizePhones(store, user);
    const numbers = `${counted(read_anew, 'number that is', 'numbers that are')} stored already`;
    return answer(
      json,
      { id: user.user_id, email: user.email, country: to, read_anew },
      `Phone numbers without a country are numbers of ${to} for ${user.email} from now on. It changed ${numbers}.`,
    );
  });
}

function countryNamed(text: string): string {
  const found = readCountry(text);
  if (!found) throw new KithError('BadRequest', `${text} is not a country. Name it by its two letters, such as DE.`);
  return found;
}

export async function remove(given: string, { json, yes }: JsonOption & { yes?: string | undefined }): Promise<number> {
  const email = given.toLowerCase();
  return withData(async ({ store }) => {
    const belongings = await belongingsOf(store, email);
    tell(`${goingToo(email, belongings)}\n`);
    const typed = yes ?? (await askFor(email));
    if (typed.trim().toLowerCase() !== email)
      throw new KithError('BadRequest', `${typed.trim()} is not ${email}. Nothing was removed.`);
    const { user_id: id } = await removeUser(store, email);
    return answer(json, { id, email, removed: belongings }, `${email} is removed.`);
  });
}

function goingToo(email: string, { contacts, notes, reminders, connected_accounts, keys }: Belongings): string {
  const lines = [
    `${email} goes with ${contacts} contacts, ${notes} notes, ${reminders} reminders and ${keys} keys, and does not come back.`,
    'KITH_USER=EMAIL kith export FILE keeps a copy.',
  ];
  if (connected_accounts > 0)
    lines.push(
      `${connected_accounts} connected accounts go too; to take back their permission at the provider, disconnect them first.`,
    );
  return lines.join('\n');
}

async function askFor(email: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new KithError('BadRequest', 'Nobody is at a terminal to confirm this.', { hint: `Add --yes ${email}.` });
  return askLine('Type the e-mail to confirm: ');
}

function timeZoneOf(name: string | undefined): string | undefined {
  try {
    return name && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw new KithError('BadRequest', `--time-zone ${name} is unknown. Name it like America/New_York.`);
  }
}

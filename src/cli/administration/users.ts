import { join } from 'node:path';
import { type Belongings, belongingsOf, removeUser } from '../../identity/users/remove-user.ts';
import { makeLink } from '../../identity/users/sign-in-links.ts';
import { addUser, changeCountry, changePlan, LOCAL_EMAIL, listUsers } from '../../identity/users/users.ts';
import { settings } from '../../process/environment.ts';
import { counted, tell } from '../../process/print.ts';
import { withData } from '../../server/composition/local-data.ts';
import { OVERVIEW_FILE } from '../../server/overview-file.ts';
import { renormalizePhones } from '../../service/contacts/renormalize-phones.ts';
import { readCountry } from '../../shared/countries.ts';
import { KithError } from '../../shared/error.ts';
import { removeFile } from '../../shared/files/atomic-write.ts';
import { answer, choice, type JsonOption } from '../input/arguments.ts';
import { askLine } from '../input/ask.ts';
import { printKey } from '../output/key.ts';
import { aligned } from '../output/table.ts';
import { inLocalTime } from '../output/times.ts';
import { linkInWords, linkTo, noSignInOrigin, serverNote, signInOrigin } from './sign-in-link.ts';

const PLANS = ['free', 'professional'] as const;

interface NewUser extends JsonOption {
  name?: string | undefined;
  plan: string;
  timeZone?: string | undefined;
  country?: string | undefined;
}

/** `kith user add`: creates a user of `kith serve` with a key and, for interactive use, a sign-in link. */
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
      tell(`For commands and assistants on this computer to use this data, set KITH_USER=${added.email}.\n`);
    if (values.json) return 0;
    // The key works even if web sign-in is not available.
    const origin = await signInOrigin(data);
    if (origin === undefined) return answer(undefined, {}, LINK_LATER);
    return answer(undefined, {}, linkInWords(await makeLink(store, secret, added.email), origin) + serverNote());
  });
}

const LINK_LATER = 'To get a sign-in link for the web app, start kith serve and run kith user link EMAIL.';

/** `kith user link`: creates a one-time link to set up a first passkey or replace a lost one. */
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

/** Whether commands and assistants on this computer act as this user. They use no key, so there is no last use. */
const isLocal = (email: string): boolean => email === (settings.KITH_USER ?? LOCAL_EMAIL).toLowerCase();

export async function list({ json }: JsonOption): Promise<number> {
  const users = await withData(({ store }) => listUsers(store));
  const rows = users.map(({ email, plan, keys, last_used_at }) => [
    email,
    plan,
    counted(keys, 'key'),
    last_used_at ? `last used ${inLocalTime(last_used_at)}` : isLocal(email) ? 'the local user' : 'never used',
  ]);
  const none = 'There are no users yet. Add one with kith user add EMAIL.';
  return answer(json, users, rows.length === 0 ? none : await aligned(rows));
}

export async function plan(email: string, wanted: string, { json }: JsonOption): Promise<number> {
  const to = choice('The plan', wanted, PLANS);
  const user = await withData(({ store }) => changePlan(store, email, to));
  const keys = to === 'free' ? 'Keys are kept but rejected from now on.' : 'Keys work again.';
  const { user_id: id } = user;
  return answer(json, { id, email: user.email, plan: user.plan }, `${user.email} is on the ${user.plan} plan. ${keys}`);
}

/** `kith user country`: sets the country of phone numbers without a country code. */
export async function country(email: string, wanted: string, { json }: JsonOption): Promise<number> {
  const to = countryNamed(wanted);
  return withData(async ({ store }) => {
    const user = await changeCountry(store, email, to);
    const read_anew = await renormalizePhones(store, user);
    const numbers = counted(read_anew, 'stored number', 'stored numbers');
    return answer(
      json,
      { id: user.user_id, email: user.email, country: to, read_anew },
      `${user.email}: phone numbers without a country code are now read as ${to} numbers. Changed ${numbers}.`,
    );
  });
}

function countryNamed(text: string): string {
  const found = readCountry(text);
  if (!found) throw new KithError('BadRequest', `"${text}" is not a country. Use a two-letter code, such as DE.`);
  return found;
}

export async function remove(given: string, { json, yes }: JsonOption & { yes?: string | undefined }): Promise<number> {
  const email = given.toLowerCase();
  return withData(async ({ store }) => {
    const belongings = await belongingsOf(store, email);
    tell(`${removalNotice(email, belongings)}\n`);
    const typed = yes ?? (await askFor(email));
    if (typed.trim().toLowerCase() !== email)
      throw new KithError('BadRequest', `"${typed.trim()}" is not "${email}". Nothing was removed.`);
    const { user_id: id } = await removeUser(store, email);
    // It has names of the removed user's groups and tags.
    if (!settings.KITH_DATABASE_URL) removeFile(join(settings.KITH_DATA_DIR, OVERVIEW_FILE));
    return answer(json, { id, email, removed: belongings }, `Removed ${email}.`);
  });
}

function removalNotice(email: string, { contacts, notes, reminders, connected_accounts, keys }: Belongings): string {
  const lines = [
    `This permanently removes ${email} with ${contacts} contacts, ${notes} notes, ${reminders} reminders, and ${keys} keys.`,
    'To keep a copy, run KITH_USER=EMAIL kith export FILE.',
  ];
  if (connected_accounts > 0)
    lines.push(
      `It also removes ${connected_accounts} connected accounts. To revoke their permissions at the provider, disconnect them first.`,
    );
  return lines.join('\n');
}

async function askFor(email: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new KithError('BadRequest', 'This needs confirmation, but there is no terminal.', {
      hint: `Add --yes ${email}.`,
    });
  return askLine('Type the email address to confirm: ');
}

function timeZoneOf(name: string | undefined): string | undefined {
  try {
    return name && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw new KithError('BadRequest', `--time-zone "${name}" is unknown. Use a name such as America/New_York.`);
  }
}

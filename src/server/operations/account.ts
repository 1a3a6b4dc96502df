import type { ManagementName } from '../../contract/operations.ts';
import { viewUser } from '../../service/account/handlers.ts';
import type { ManagementHandler } from '../../service/runtime/handler.ts';
import { readCountry } from '../../shared/countries.ts';
import { badRequest } from '../../shared/error.ts';
import type { UserRow } from '../../store/tables.ts';

type Manage<N extends ManagementName> = ManagementHandler<N>['manage'];

export const updateCurrentUser: Manage<'update_current_user'> = async (management, { body }) => {
  const { data, store, now } = management;
  const before = { ...management.user };
  const settings = settingsFrom(body, before);
  const after = { ...before, ...settings };
  const isMoved = after.time_zone !== before.time_zone;
  if (isMoved) {
    const { moveReminders } = await import('../../service/reminders/move-zone.ts');
    await data.write((context) => moveReminders(context, after.time_zone));
  }
  await data.saveSettings(settings);
  if (isMoved) {
    // The next morning message comes at its time in the new zone.
    const { reschedule } = await import('../../service/messages/settings.ts');
    await reschedule({ store }, after.user_id, after.time_zone, new Date(now));
  }
  if (after.country === before.country) return { user: viewUser(after), phone_numbers_changed: 0 };
  const { renormalizePhones } = await import('../../service/contacts/renormalize-phones.ts');
  return { user: viewUser(after), phone_numbers_changed: await renormalizePhones(store, after) };
};

type Settings = Pick<UserRow, 'name' | 'time_zone' | 'country'>;

/** Returns the settings with the changes of a request. Throws a 400 that names every bad field. */
function settingsFrom(body: { [K in keyof Settings]?: Settings[K] | undefined }, before: Settings): Settings {
  const name = body.name === undefined ? before.name : body.name || null;
  const time_zone = body.time_zone === undefined ? before.time_zone : readZone(body.time_zone);
  const country = body.country === undefined ? before.country : body.country && known(readCountry, body.country);
  const isName = /^[^\p{Cc}\p{Zl}\p{Zp}]{0,200}$/u.test(name ?? '');
  if (isName && time_zone !== undefined && country !== undefined && country !== '') return { name, time_zone, country };
  throw badRequest({
    ...(!isName && { name: 'must be a single line of at most 200 characters' }),
    ...(time_zone === undefined && { time_zone: 'must be an IANA time zone, such as Europe/Berlin' }),
    ...(!country && country !== null && { country: 'must be a country code, such as DE' }),
  });
}

/** Longer than every time zone name and country. */
const MAX_CHOICE = 100;

const known = (read: (text: string) => string | undefined, text: string): string | undefined =>
  text.length > MAX_CHOICE ? undefined : read(text);

/** Returns a time zone under its listed name; undefined if it is unknown. */
const readZone = (given: string): string | undefined =>
  known((text) => {
    const listed = Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase() === text.toLowerCase());
    if (listed || !/^[a-z]/i.test(text)) return listed;
    try {
      return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
    } catch {
      return undefined;
    }
  }, given);

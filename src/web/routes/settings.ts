import { readCountry } from '../../shared/countries.ts';
import { asTyped } from '../edit/merge.ts';
import type { FieldErrors } from '../layout/fields.tsx';
import { logPage } from '../pages/settings/log.tsx';
import { youPage } from '../pages/settings/you.tsx';
import { seeOther } from '../requests/answers.ts';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { ownForms } from '../requests/own-forms.ts';
import type { Person } from '../services/services.ts';

const REFUSED = {
  name: 'A name has at most 200 characters, in one line.',
  zone: 'kith does not know this time zone. Name it by a place, such as Europe/Berlin or America/New_York.',
  country: 'kith does not know this country. Choose one from the list.',
};

/** Longer than any IANA zone name and any country. */
const MAX_CHOICE = 100;

const LOG_LINES = 50;
/** The place of a line in the log; anything else leads to its beginning. */
const PLACE = /^[\dT:.-]{23}Z_[0-9a-f-]{36}$/;

/** What a person sets for themselves, and the log of what happened around their account. */
export function addSettings(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);
  const form = ownForms(app, frame);
  const { settings, passkeys } = frame.services;
  const hasPasskey = async ({ id }: Person) => (await passkeys.list(id)).length > 0;

  app.get('/settings', (context) =>
    page(context, async ({ person, client }) => {
      const { name, time_zone, country } = (await client.call('get_current_user', {})).data.user;
      const values = { name: name ?? '', time_zone, country: country ?? '' };
      const { saved: count } = context.req.query();
      const saved = count === undefined ? undefined : Number(count) || 0;
      return frame.show(youPage({ person, values, hasPasskey: await hasPasskey(person), saved }));
    }),
  );

  form('/settings', async ({ person, fields }) => {
    const values = {
      name: asTyped(fields.get('name')),
      time_zone: asTyped(fields.get('time_zone')),
      country: asTyped(fields.get('country')),
    };
    const zone = knownZone(values.time_zone);
    const country = values.country === '' ? null : knownCountry(values.country);
    const errors: FieldErrors = {
      ...(/^[^\p{Cc}\p{Zl}\p{Zp}]{0,200}$/u.test(values.name) ? {} : { name: REFUSED.name }),
      ...(zone === undefined && { time_zone: REFUSED.zone }),
      ...(country === undefined && { country: REFUSED.country }),
    };
    if (zone === undefined || country === undefined || errors.name !== undefined)
      return frame.show(youPage({ person, values, hasPasskey: await hasPasskey(person), errors }), { status: 400 });
    const numbers = await settings.change(person, { name: values.name || null, time_zone: zone, country });
    return seeOther(`/settings?saved=${numbers}`);
  });

  app.get('/settings/log', (context) =>
    page(context, async ({ person }) => {
      const { before = '' } = context.req.query();
      const from = PLACE.test(before) ? before : undefined;
      const lines = await settings.log(person, from, LOG_LINES + 1);
      const next = lines.length > LOG_LINES ? lines[LOG_LINES - 1]!.place : undefined;
      return frame.show(logPage({ person, lines: lines.slice(0, LOG_LINES), next, isFirst: from === undefined }));
    }),
  );
}

/** A time zone under the name that the list has for it; undefined if there is no such zone. */
function knownZone(text: string): string | undefined {
  if (text.length > MAX_CHOICE) return undefined;
  const listed = Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase() === text.toLowerCase());
  if (listed) return listed;
  if (!/^[a-z]/i.test(text)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const knownCountry = (text: string): string | undefined => (text.length > MAX_CHOICE ? undefined : readCountry(text));

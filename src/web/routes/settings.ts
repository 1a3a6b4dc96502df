import { readCountry } from '../../shared/countries.ts';
import { KithError } from '../../shared/error.ts';
import { asTyped } from '../edit/merge.ts';
import type { FieldErrors } from '../layout/fields.tsx';
import { logPage } from '../pages/settings/log.tsx';
import { youPage } from '../pages/settings/you.tsx';
import { seeOther } from '../requests/answers.ts';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { ownForms } from '../requests/own-forms.ts';
import type { SignedIn } from '../services/services.ts';

const REFUSED = {
  name: 'A name has at most 200 characters, in one line.',
  zone: 'kith does not know this time zone. Name it by a place, such as Europe/Berlin or America/New_York.',
  country: 'kith does not know this country. Choose one from the list.',
};

/** Longer than any IANA zone name and any country. */
const MAX_CHOICE = 100;

const LOG_LINES = 50;
/** What a person sets for themselves, and the log of what happened around their account. */
export function addSettings(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);
  const form = ownForms(app, frame);
  const { settings } = frame.services;
  const hasPasskey = async ({ client }: SignedIn) => (await client.call('list_passkeys', {})).data.passkeys.length > 0;

  app.get('/settings', (context) =>
    page(context, async (viewer) => {
      const { person, client } = viewer;
      const { name, time_zone, country } = (await client.call('get_current_user', {})).data.user;
      const values = { name: name ?? '', time_zone, country: country ?? '' };
      const { saved: count } = context.req.query();
      const saved = count === undefined ? undefined : Number(count) || 0;
      return frame.show(youPage({ person, values, hasPasskey: await hasPasskey(viewer), saved }));
    }),
  );

  form('/settings', async (sent) => {
    const { person, fields } = sent;
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
      return frame.show(youPage({ person, values, hasPasskey: await hasPasskey(sent), errors }), { status: 400 });
    const numbers = await settings.change(person, { name: values.name || null, time_zone: zone, country });
    return seeOther(`/settings?saved=${numbers}`);
  });

  app.get('/settings/log', (context) =>
    page(context, async ({ person, client }) => {
      const { before: cursor } = context.req.query();
      const call = (args: { cursor?: string }) => client.call('list_security_log', { take: LOG_LINES, ...args });
      const later = cursor === undefined ? undefined : await call({ cursor }).catch(undefinedIfBad);
      const { events: lines, pagination } = (later ?? (await call({}))).data;
      return frame.show(logPage({ person, lines, next: pagination.nextCursor, isFirst: later === undefined }));
    }),
  );
}

/** An address that anybody may have typed leads to the first page if its cursor is not one of ours. */
function undefinedIfBad(error: unknown): undefined {
  if (!(error instanceof KithError) || error.status !== 400) throw error;
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

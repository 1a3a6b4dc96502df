import { KithError } from '../../contract/error.ts';
import { readDay } from '../../contract/schema/primitives.ts';
import { dayIn, endOfDay } from '../../shared/zones.ts';
import { asTyped } from '../edit/merge.ts';
import { forPerson } from '../for-person.ts';
import type { Frame, Pages } from '../frame.ts';
import { ownForms } from '../own-forms.ts';
import { type KeyValues, keysPage, NO_KEY, newKeyPage } from '../pages/api-keys.tsx';
import type { FieldErrors } from '../pages/fields.tsx';
import { goneAt } from '../pages/trouble.tsx';
import type { SignedIn } from '../services.ts';
import { inWords, seeOther } from './answers.ts';

const KEYS = '/settings/keys';

const REFUSED = {
  name: 'A name has 1 to 64 characters that can be printed.',
  scope: 'Choose one of the two.',
  expires: 'Give a day from today on, or none.',
};

/** The API keys of who is signed in. */
export function addKeys(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);
  const form = ownForms(app, frame);
  const { keys } = frame.services.settings;

  app.get(KEYS, (context) =>
    page(context, async (viewer) =>
      frame.show(keysPage({ ...(await known(viewer)), done: context.req.query('done') })),
    ),
  );

  form(
    KEYS,
    async (sent) => {
      const { person, fields } = sent;
      const values = {
        name: asTyped(fields.get('name')),
        scope: asTyped(fields.get('scope')),
        expires: asTyped(fields.get('expires')),
      };
      const again = async (errors: FieldErrors, status: number) =>
        frame.show(keysPage({ ...(await known(sent)), values, errors }), { status });
      const errors = faultsOf(values, person.time_zone);
      if (Object.keys(errors).length > 0) return again(errors, 400);
      const expiresAt = values.expires === '' ? null : endOfDay(person.time_zone, values.expires);
      try {
        const permissions = values.scope === 'write' ? 'write' : 'read';
        const key = await keys.add(person, { name: values.name, permissions, expiresAt });
        return frame.show(newKeyPage({ person, name: values.name, key }));
      } catch (error) {
        // Taken, or refused on the plan of this person.
        if (!(error instanceof KithError) || ![403, 409].includes(error.status)) throw error;
        return again({ name: inWords(error) }, error.status);
      }
    },
    { fresh: true },
  );

  form(`${KEYS}/revoke`, async ({ person, fields, context }) => {
    const name = fields.get('name') ?? '';
    if (name.includes('\0') || !(await keys.revoke(person, name))) return frame.refuse(context, 404, goneAt(KEYS));
    return seeOther(`${KEYS}?done=revoked`);
  });

  async function known({ person, client }: SignedIn) {
    const { plan } = (await client.call('get_current_user', {})).data.user;
    return { person, isFree: plan === 'free', keys: await keys.list(person), values: NO_KEY };
  }
}

function faultsOf({ name, scope, expires }: KeyValues, zone: string): FieldErrors {
  const isAhead = readDay(expires) === expires && expires >= dayIn(zone, new Date().toISOString());
  return {
    ...(!/^\P{C}{1,64}$/u.test(name) && { name: REFUSED.name }),
    ...(!['read', 'write'].includes(scope) && { scope: REFUSED.scope }),
    ...(expires !== '' && !isAhead && { expires: REFUSED.expires }),
  };
}

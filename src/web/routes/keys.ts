import { readDay } from '../../contract/schema/primitives.ts';
import { dayIn, endOfDay } from '../../shared/zones.ts';
import { asTyped } from '../edit/merge.ts';
import { KEYS, type KeyValues, keysPage, NO_KEY, newKeyPage } from '../pages/settings/api-keys.tsx';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import type { SignedIn } from '../services/services.ts';
import { CREDENTIALS } from '../words/access.ts';
import { addCredentialForms } from './credentials.ts';

/** Registers the settings for API keys. */
export function addKeys(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);

  app.get(KEYS, (context) =>
    page(context, async (viewer) =>
      frame.show(keysPage({ ...(await known(viewer)), done: context.req.query('done') })),
    ),
  );

  addCredentialForms(app, frame, KEYS, {
    typed: (fields): KeyValues => ({
      name: asTyped(fields.get('name')),
      scope: asTyped(fields.get('scope')),
      expires: asTyped(fields.get('expires')),
    }),
    faultsOf: ({ expires }, { time_zone }) => {
      const isAhead = readDay(expires) === expires && expires >= dayIn(time_zone, new Date().toISOString());
      return expires === '' || isAhead ? {} : { expires: CREDENTIALS.refused.expires };
    },
    async make({ person, client, once }, { name, scope, expires }) {
      const expires_at = expires === '' ? null : endOfDay(person.time_zone, expires);
      const { secret: key } = (await client.call('create_api_key', { name, scope, expires_at }, once)).data;
      return frame.show(newKeyPage({ person, name, key }));
    },
    again: async (sent, values, errors, status) =>
      frame.show(keysPage({ ...(await known(sent)), values, errors }), { status }),
    revoke: ({ client, once }, name) => client.call('revoke_api_key', { name }, once),
  });

  async function known({ person, client }: SignedIn) {
    const { plan } = (await client.call('get_current_user', {})).data.user;
    const { api_keys: keys } = (await client.call('list_api_keys', {})).data;
    return { person, isFree: plan === 'free', keys, values: NO_KEY };
  }
}

import { asTyped } from '../edit/merge.ts';
import { DEVICES, type DeviceValues, devicesPage, NO_DEVICE, newDevicePage } from '../pages/settings/devices.tsx';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import type { SignedIn } from '../services/services.ts';
import { appleProfile, PROFILE_TYPE } from './apple-profile.ts';
import { addCredentialForms } from './credentials.ts';

/** Registers the settings for phones and computers. */
export function addDevices(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);
  const { origin } = frame.services;

  app.get(DEVICES, (context) =>
    page(context, async (viewer) =>
      frame.show(devicesPage({ ...(await known(viewer)), done: context.req.query('done') })),
    ),
  );

  app.get(`${DEVICES}/kith.mobileconfig`, (context) =>
    page(
      context,
      async ({ person }) =>
        new Response(appleProfile(person, origin), {
          headers: {
            'Content-Type': PROFILE_TYPE,
            'Content-Disposition': 'attachment; filename="kith.mobileconfig"',
            'Cache-Control': 'no-store',
          },
        }),
    ),
  );

  addCredentialForms(app, frame, DEVICES, {
    typed: (fields): DeviceValues => ({ name: asTyped(fields.get('name')), scope: asTyped(fields.get('scope')) }),
    async make({ person, client, once }, { name, scope }) {
      const { secret: password } = (await client.call('create_device', { name, scope }, once)).data;
      return frame.show(newDevicePage({ person, origin, name, password }));
    },
    again: async (sent, values, errors, status) =>
      frame.show(devicesPage({ ...(await known(sent)), values, errors }), { status }),
    revoke: ({ client, once }, name) => client.call('revoke_device', { name }, once),
  });

  async function known({ person, client }: SignedIn) {
    const { plan } = (await client.call('get_current_user', {})).data.user;
    const { devices } = (await client.call('list_devices', {})).data;
    return { person, origin, isFree: plan === 'free', devices, values: NO_DEVICE };
  }
}

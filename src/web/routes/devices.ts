import { KithError } from '../../contract/error.ts';
import { appleProfile, PROFILE_TYPE } from '../apple-profile.ts';
import { asTyped } from '../edit/merge.ts';
import { forPerson } from '../for-person.ts';
import type { Frame, Pages } from '../frame.ts';
import { ownForms } from '../own-forms.ts';
import { type DeviceValues, devicesPage, NO_DEVICE, newDevicePage } from '../pages/devices.tsx';
import type { FieldErrors } from '../pages/fields.tsx';
import { goneAt } from '../pages/trouble.tsx';
import type { SignedIn } from '../services.ts';
import { inWords, seeOther } from './answers.ts';

const DEVICES = '/settings/devices';

const REFUSED = {
  name: 'A name has 1 to 64 characters that can be printed.',
  scope: 'Choose one of the two.',
};

/** The phones and computers that keep the address book of who is signed in. */
export function addDevices(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);
  const form = ownForms(app, frame);
  const { devices, origin } = frame.services;

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

  form(
    DEVICES,
    async (sent) => {
      const { person, fields } = sent;
      const values = { name: asTyped(fields.get('name')), scope: asTyped(fields.get('scope')) };
      const again = async (errors: FieldErrors, status: number) =>
        frame.show(devicesPage({ ...(await known(sent)), values, errors }), { status });
      const errors = faultsOf(values);
      if (Object.keys(errors).length > 0) return again(errors, 400);
      try {
        const permissions = values.scope === 'read' ? 'read' : 'write';
        const password = await devices.add(person, { name: values.name, permissions });
        return frame.show(newDevicePage({ person, origin, name: values.name, password }));
      } catch (error) {
        // Taken, or refused on the plan of this person.
        if (!(error instanceof KithError) || ![400, 403, 409].includes(error.status)) throw error;
        return again({ name: inWords(error) }, error.status);
      }
    },
    { fresh: true },
  );

  form(`${DEVICES}/revoke`, async ({ person, fields, context }) => {
    const name = fields.get('name') ?? '';
    if (name.includes('\0') || !(await devices.revoke(person, name)))
      return frame.refuse(context, 404, goneAt(DEVICES));
    return seeOther(`${DEVICES}?done=revoked`);
  });

  async function known({ person, client }: SignedIn) {
    const { plan } = (await client.call('get_current_user', {})).data.user;
    return { person, origin, isFree: plan === 'free', devices: await devices.list(person), values: NO_DEVICE };
  }
}

const faultsOf = ({ name, scope }: DeviceValues): FieldErrors => ({
  ...(!/^\P{C}{1,64}$/u.test(name) && { name: REFUSED.name }),
  ...(!['read', 'write'].includes(scope) && { scope: REFUSED.scope }),
});

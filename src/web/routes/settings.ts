import { KithError } from '../../shared/error.ts';
import { asTyped } from '../edit/merge.ts';
import { doneAt } from '../layout/done.tsx';
import type { FieldErrors } from '../layout/fields.tsx';
import { logPage } from '../pages/settings/log.tsx';
import { youPage } from '../pages/settings/you.tsx';
import { refusalOf, seeOther } from '../requests/answers.ts';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { operationForms } from '../requests/operation-forms.ts';
import { safePath } from '../requests/safe-path.ts';
import type { SignedIn } from '../services/services.ts';
import { YOU } from '../words/you.ts';

const LOG_LINES = 50;

/** Registers the user's settings and security log. */
export function addSettings(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);
  const form = operationForms(app, frame);
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
    const { person, client, fields, once } = sent;
    const values = {
      name: asTyped(fields.get('name')),
      time_zone: asTyped(fields.get('time_zone')),
      country: asTyped(fields.get('country')),
    };
    const { name, time_zone, country } = values;
    try {
      const changes = { name: name || null, time_zone, country: country || null };
      const { phone_numbers_changed } = (await client.call('update_current_user', changes, once)).data;
      return seeOther(`/settings?saved=${phone_numbers_changed}`);
    } catch (error) {
      const wrong = Object.keys(refusalOf(error).details?.fields ?? {});
      const errors: FieldErrors = Object.fromEntries(
        Object.entries(YOU.refused).filter(([field]) => wrong.includes(field)),
      );
      return frame.show(youPage({ person, values, hasPasskey: await hasPasskey(sent), errors }), { status: 400 });
    }
  });

  form('/settings/time-zone', async ({ client, fields, once }) => {
    await client.call('update_current_user', { time_zone: asTyped(fields.get('time_zone')) }, once);
    return seeOther(doneAt(safePath(fields.get('back'), '/settings'), 'time-zone'));
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

/** Shows the first page for an invalid cursor. */
function undefinedIfBad(error: unknown): undefined {
  if (!(error instanceof KithError) || error.status !== 400) throw error;
}

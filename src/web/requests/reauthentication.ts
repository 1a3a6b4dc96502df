import type { PageContent } from '../layout/page.tsx';
import { TROUBLES } from '../pages/errors/error-page.tsx';
import { type ConfirmedThen, confirmPage } from '../pages/sign-in/confirm.tsx';
import type { SignedIn } from '../services/services.ts';
import type { Sent } from './for-person.ts';
import type { Frame } from './frame.ts';

/** The page that asks the user to sign in again before they continue. */
export const confirmingPage = async (
  { services: { provider, settings } }: Frame,
  { person, client }: Pick<SignedIn, 'person' | 'client'>,
  then: ConfirmedThen,
): Promise<PageContent> =>
  confirmPage({
    person,
    hasPasskey: (await client.call('list_passkeys', {})).data.passkeys.length > 0,
    provider: provider?.host,
    linkCommand: settings.linkCommand(person),
    then,
  });

/**
 * Runs the work of a form if the sign-in is recent. Otherwise keeps the form, which is sent again after the user has
 * signed in.
 */
export function freshlySignedIn(frame: Frame) {
  return async (sent: Sent, work: () => Promise<Response>): Promise<Response> => {
    const { person, fields, context } = sent;
    // They may have used another user's passkey.
    if ((fields.get('as') ?? person.id) !== person.id) return frame.refuse(context, 403, TROUBLES.otherPerson);
    if (sent.isFresh) return work();
    fields.set('as', person.id);
    const action = new URL(context.req.url).pathname;
    return frame.show(await confirmingPage(frame, sent, { action, fields }), { status: 403 });
  };
}

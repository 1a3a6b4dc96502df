import type { PageContent } from '../layout/page.tsx';
import { TROUBLES } from '../pages/errors/error-page.tsx';
import { type ConfirmedThen, confirmPage } from '../pages/sign-in/confirm.tsx';
import type { SignedIn } from '../services/services.ts';
import type { Sent } from './for-person.ts';
import type { Frame } from './frame.ts';

/** The page on which somebody shows again who they are, to go on where they were. */
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

/** Does the work of a form soon after signing in; later, keeps the form to be sent again once the person has confirmed. */
export function freshlySignedIn(frame: Frame) {
  return async (sent: Sent, work: () => Promise<Response>): Promise<Response> => {
    const { person, fields, context } = sent;
    // They may have confirmed with somebody else's passkey.
    if ((fields.get('as') ?? person.id) !== person.id) return frame.refuse(context, 403, TROUBLES.otherPerson);
    if (sent.isFresh) return work();
    fields.set('as', person.id);
    const action = new URL(context.req.url).pathname;
    return frame.show(await confirmingPage(frame, sent, { action, fields }), { status: 403 });
  };
}

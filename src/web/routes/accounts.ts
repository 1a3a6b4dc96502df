import { KithError } from '../../shared/error.ts';
import { goneAt } from '../pages/errors/error-page.tsx';
import { ACCOUNTS, type AccountsShown, accountsPage } from '../pages/settings/accounts.tsx';
import { LAST_CONTACT } from '../pages/settings/last-contact.tsx';
import { refusalOf, seeOther } from '../requests/answers.ts';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { ifThere } from '../requests/if-there.ts';
import { operationForms } from '../requests/operation-forms.ts';
import { type AccountsServices, SIGN_IN_PROVIDERS } from '../services/accounts.ts';
import type { SignedIn } from '../services/services.ts';
import { signedOutBefore } from '../words/errors.ts';

const LONGEST_ADDRESS = 4_000;

/** Registers the settings for email accounts and calendars. */
export function addAccounts(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);
  const form = operationForms(app, frame);
  const { services, show, refuse } = frame;
  const { accounts } = services;
  const session = ({ person, sessionId }: SignedIn) => ({ userId: person.id, sessionId });

  app.get(ACCOUNTS, (context) =>
    page(context, (viewer) => {
      const { connected, disconnected, permission, counted, id } = context.req.query();
      return shown(viewer, { connected, disconnected, permission, counted, id });
    }),
  );

  async function shown(
    { person, client }: SignedIn,
    more: Omit<AccountsShown, keyof AccountsServices | 'person' | 'accounts' | 'counting' | 'countTrouble' | 'isLocal'>,
    status = 200,
  ): Promise<Response> {
    const { redirectUri, offered } = accounts;
    const formsLeadTo = offered.filter(({ isSet }) => isSet).map(({ leadsTo }) => leadsTo);
    const [connected, { data }] = await Promise.all([
      client.call('list_connected_accounts', {}),
      client.call('list_counted_accounts', {}),
    ]);
    const content = accountsPage({
      ...{
        person,
        redirectUri,
        offered,
        isLocal: services.isLocal,
        counting: data.counted_accounts,
        countTrouble: data.last_error,
      },
      accounts: connected.data.accounts,
      ...more,
    });
    return show(content, { status, formsLeadTo });
  }

  form(`${ACCOUNTS}/connect`, async (sent) => {
    const provider = SIGN_IN_PROVIDERS.find((one) => one === sent.fields.get('provider'));
    if (!provider) return refuse(sent.context, 404, goneAt(ACCOUNTS));
    try {
      return seeOther(await accounts.begin(session(sent), provider, sent.fields.get('write') === 'on'));
    } catch (error) {
      return shown(sent, { trouble: troubleOf(error) }, 400);
    }
  });

  app.get(`${ACCOUNTS}/callback`, async (context) => {
    const viewer = await context.var.signedIn();
    // The code is only for the session that asked, so it is not passed on to the sign-in page.
    if (!viewer) return seeOther(`/sign-in?${new URLSearchParams({ to: ACCOUNTS })}`);
    try {
      const connected = await accounts.finish(session(viewer), new URL(context.req.url).searchParams);
      return seeOther(`${ACCOUNTS}?${new URLSearchParams({ connected })}`);
    } catch (error) {
      return shown(viewer, { trouble: troubleOf(error) }, error instanceof KithError ? error.status : 500);
    }
  });

  // The URL in this form is secret, so it is never returned, also not to a signed-out user.
  app.post(`${ACCOUNTS}/calendar`, async (context, next) =>
    (await context.var.signedIn()) ? next() : refuse(context, 401, signedOutBefore('calendar', ACCOUNTS)),
  );
  form(`${ACCOUNTS}/calendar`, async (sent) => {
    const { client, fields, once } = sent;
    const typed = (name: string, most = 200) => (fields.get(name) ?? '').trim().slice(0, most);
    const name = typed('name');
    try {
      const signIn = { username: typed('user'), password: typed('password') };
      const calendar = { address: typed('address', LONGEST_ADDRESS), ...signIn, name };
      const { account } = (await client.call('connect_calendar', calendar, once)).data;
      return seeOther(`${ACCOUNTS}?${new URLSearchParams({ connected: account.id })}`);
    } catch (error) {
      return shown(sent, { calendar: { name, trouble: troubleOf(error) } }, 400);
    }
  });

  form(LAST_CONTACT, ({ context, client, fields, once }) =>
    ifThere(frame, { context, at: ACCOUNTS }, async () => {
      const is_on = fields.get('set') === 'on';
      const id = fields.get('id') ?? '';
      await client.call('update_counted_account', { accountId: id, is_on }, once);
      return seeOther(`${ACCOUNTS}?${new URLSearchParams({ counted: is_on ? 'on' : 'off', id })}`);
    }),
  );

  form(`${LAST_CONTACT}/count`, async ({ client, once }) => {
    await client.call('count_last_contact', { mode: 'soon' }, once);
    return seeOther(`${ACCOUNTS}?counted=soon`);
  });

  form(`${ACCOUNTS}/disconnect`, ({ context, client, fields, once }) =>
    ifThere(frame, { context, at: ACCOUNTS }, async () => {
      const accountId = fields.get('id') ?? '';
      const { account, permission } = (await client.call('disconnect_account', { accountId }, once)).data;
      return seeOther(`${ACCOUNTS}?${new URLSearchParams({ disconnected: account.provider, permission })}`);
    }),
  );
}

/** The error's text, without hints about the command line. */
function troubleOf(error: unknown): string {
  // A provider that does not respond is not a fault of kith.
  const isTheirs = error instanceof KithError && error.status === 503;
  const { message, hint } = isTheirs ? error : refusalOf(error);
  const isForPages = hint !== undefined && !hint.includes('kith connect');
  return isForPages ? `${message} ${hint}` : message;
}

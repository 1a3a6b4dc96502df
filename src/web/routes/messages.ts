import { CHANNELS } from '../../contract/messages.ts';
import { KithError } from '../../shared/error.ts';
import { asTyped } from '../edit/merge.ts';
import {
  MESSAGES,
  type MessagesShown,
  messagesPage,
  nothingSet,
  type TypedMessages,
} from '../pages/settings/messages.tsx';
import { refusalOf, seeOther } from '../requests/answers.ts';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { operationForms } from '../requests/operation-forms.ts';
import type { SignedIn } from '../services/services.ts';
import { signedOutBefore } from '../words/errors.ts';
import { MESSAGES_WORDS } from '../words/messages.ts';

/** Registers the settings for the daily message. */
export function addMessages(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);
  const form = operationForms(app, frame);

  app.get(MESSAGES, (context) => page(context, (viewer) => shown(viewer, { done: context.req.query('done') })));

  // URLs and tokens in this form are secret, so they are never returned. Messages contain contacts, so a recent sign-in is
  // required.
  app.post(MESSAGES, async (context, next) =>
    (await context.var.signedIn()) ? next() : frame.refuse(context, 401, signedOutBefore('messages', MESSAGES)),
  );
  form(
    MESSAGES,
    async (sent) => {
      const typed = typedIn(sent.fields);
      if (!typed) return shown(sent, { errors: { channel: refused.channel } }, 400);
      try {
        await sent.client.call('update_message_settings', typed, sent.once);
      } catch (error) {
        const { message, hint, details } = refusalOf(error);
        const [wrong = 'channel'] = Object.keys(details?.fields ?? {});
        const field = FIELDS[`${typed.channel} ${wrong}`] ?? wrong;
        return shown(sent, { typed, errors: { [field]: hint ? `${message} ${hint}` : message } }, 400);
      }
      return seeOther(`${MESSAGES}?done=saved`);
    },
    { fresh: true },
  );

  form(`${MESSAGES}/off`, async ({ client, once }) => {
    await client.call('turn_off_messages', {}, once);
    return seeOther(`${MESSAGES}?done=off`);
  });

  form(`${MESSAGES}/now`, async (sent) => {
    try {
      await sent.client.call('send_message', {}, sent.once);
    } catch (error) {
      // A receiver that fails is not a fault of kith.
      const isTheirs = error instanceof KithError && error.status === 503;
      const { message, hint } = isTheirs ? error : refusalOf(error);
      return shown(sent, { trouble: hint ? `${message} ${hint}` : message }, isTheirs ? 200 : 409);
    }
    return seeOther(`${MESSAGES}?done=sent`);
  });

  async function shown(
    { person, client }: SignedIn,
    more: Partial<Pick<MessagesShown, 'typed' | 'errors' | 'done' | 'trouble'>>,
    status = 200,
  ): Promise<Response> {
    const { message_settings: kept, sends_mail: sendsMail } = (await client.call('get_message_settings', {})).data;
    return frame.show(messagesPage({ person, kept, sendsMail, typed: kept ?? nothingSet(sendsMail), ...more }), {
      status,
    });
  }
}

/** Field names on the page by channel and setting. */
const FIELDS: Record<string, string> = {
  'webhook url': 'webhook_url',
  'webhook secret': 'webhook_secret',
  'ntfy url': 'ntfy_url',
  'ntfy token': 'ntfy_token',
};

function typedIn(fields: URLSearchParams): TypedMessages | undefined {
  const channel = CHANNELS.find((one) => one === fields.get('channel'));
  const typed = (name: string) => asTyped(fields.get(name)).trim();
  return (
    channel && {
      channel,
      time: typed('time'),
      url: channel === 'mail' ? '' : typed(`${channel}_url`),
      secret: typed('webhook_secret'),
      token: typed('ntfy_token'),
      to: typed('to'),
      reminders: fields.has('reminders'),
      empty_days: fields.has('when_empty'),
    }
  );
}

const { refused } = MESSAGES_WORDS;

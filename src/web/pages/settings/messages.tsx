import type { Operations } from '../../../contract/operations.ts';
import type { DataOf } from '../../../contract/schema/operation.ts';
import { Field, FieldError, type FieldErrors } from '../../layout/fields.tsx';
import type { Message, PageContent } from '../../layout/page.tsx';
import { KeyField, OneButton, Section } from '../../layout/parts.tsx';
import { Time } from '../../layout/time.tsx';
import type { Person } from '../../services/services.ts';
import { doneMessage, settingsPage } from './settings-frame.tsx';

export const MESSAGES = '/settings/messages';

const WORDS = {
  title: 'Messages',
  lead: 'In the morning, kith can tell you what the day holds: events, birthdays, reminders, and people to be in touch with.',
  now: {
    title: 'As it is now',
    off: 'Messages are off.',
    to: { mail: 'By mail to', ntfy: 'By ntfy, at', webhook: 'To a webhook at' },
  },
  next: 'The next comes',
  retry: 'It is tried again',
  last: { sent: 'The last was sent', failed: 'The last could not be sent', nothing: 'There was nothing to say' },
  send: 'Send one now',
  turnOff: 'Turn off',
  form: { title: 'Set it', lead: 'Saving turns messages on.' },
  time: 'Time',
  timeHint: (zone: string) => `By the clocks of ${zone}. On a day whose clocks skip this time, it comes right after.`,
  how: 'How it reaches you',
  channels: { mail: 'Mail', ntfy: 'ntfy, an app for notifications', webhook: 'Webhook, for programs' },
  to: 'Address',
  toHint: (own: string) => `Empty: to ${own}.`,
  noMail: 'No mail server is set here: whoever runs kith can set one, as KITH_SMTP_URL.',
  topic: 'Address of the topic',
  topicHint: 'Such as https://ntfy.sh/ and a name that nobody guesses: whoever knows it can read along.',
  token: 'Access token',
  tokenHint: 'Where the topic asks for one.',
  url: 'Address',
  urlHint: 'It gets a POST with JSON.',
  secret: 'Secret',
  secretHint: 'Signs what is sent, in the header X-Kith-Signature.',
  kept: 'Empty: as it is now.',
  reminders: 'Send each reminder that has a time at that time',
  whenEmpty: 'Send a message on days with nothing to say too',
  save: 'Save and turn on',
};

const DONE = {
  saved: 'Saved. Messages are on.',
  off: 'Messages are off.',
  sent: 'One was sent just now.',
};

type Messages = NonNullable<DataOf<Operations['get_message_settings']>['message_settings']>;
type ChannelName = Messages['channel'];

/** What the form sent. An address, a secret or a token that is empty stays as it was. */
export interface TypedMessages extends Typed {
  url: string;
  secret: string;
  token: string;
}

type Typed = Pick<Messages, 'time' | 'channel' | 'to' | 'reminders' | 'empty_days'>;

/** What stands in the form at first. */
export const nothingSet = (sendsMail: boolean): Typed => ({
  ...{ time: '07:00', to: '', reminders: false, empty_days: false },
  channel: sendsMail ? 'mail' : 'ntfy',
});

export interface MessagesShown {
  person: Person;
  /** Null for somebody who has never set any. */
  kept: Messages | null;
  sendsMail: boolean;
  typed: Typed;
  errors?: FieldErrors;
  done?: string | undefined;
  /** Why the one that was to be sent now was not. */
  trouble?: string;
}

export const messagesPage = (shown: MessagesShown): PageContent =>
  settingsPage({
    person: shown.person,
    here: MESSAGES,
    title: WORDS.title,
    lead: WORDS.lead,
    message: messageOf(shown),
    children: (
      <>
        <Standing {...shown} />
        <SetForm {...shown} />
      </>
    ),
  });

function messageOf({ done, trouble }: MessagesShown): Message | undefined {
  if (trouble !== undefined) return { kind: 'danger', text: <span dir="auto">{trouble}</span> };
  return doneMessage(DONE, done);
}

const Standing = ({ person, kept }: MessagesShown) => (
  <Section id="standing" title={WORDS.now.title}>
    {kept?.is_on ? <On person={person} kept={kept} /> : <p>{WORDS.now.off}</p>}
    {kept?.last && <Last person={person} last={kept.last} />}
    {kept && (
      <div class="actions">
        <OneButton action={`${MESSAGES}/now`}>{WORDS.send}</OneButton>
        {kept.is_on && (
          <OneButton action={`${MESSAGES}/off`} kind="danger">
            {WORDS.turnOff}
          </OneButton>
        )}
      </div>
    )}
  </Section>
);

const On = ({ person: { time_zone: zone }, kept }: { person: Person; kept: Messages }) => (
  <>
    <p>
      {WORDS.now.to[kept.channel]} <bdi>{kept.leads_to}</bdi>.
    </p>
    <p>
      {kept.retry_at ? (
        <>
          {WORDS.retry} <Time at={kept.retry_at} zone={zone} exact />
        </>
      ) : (
        kept.next_at && (
          <>
            {WORDS.next} <Time at={kept.next_at} zone={zone} exact />
          </>
        )
      )}
      .
    </p>
  </>
);

const Last = ({ person, last }: { person: Person; last: NonNullable<Messages['last']> }) => (
  <p class={last.outcome === 'failed' ? 'notice danger' : 'quiet small'}>
    {WORDS.last[last.outcome]}, <Time at={last.at} zone={person.time_zone} exact />.
    {last.words && <span dir="auto"> {last.words}</span>}
  </p>
);

function SetForm({ person, kept, sendsMail, typed, errors = {} }: MessagesShown) {
  const keeps = (channel: ChannelName) => kept?.channel === channel;
  return (
    <Section id="set" title={WORDS.form.title} lead={WORDS.form.lead}>
      <form class="question channels" method="post" action={MESSAGES}>
        <KeyField />
        <Field
          name="time"
          label={WORDS.time}
          type="time"
          value={typed.time}
          error={errors.time}
          hint={WORDS.timeHint(person.time_zone)}
          required
        />
        <fieldset>
          <legend>{WORDS.how}</legend>
          <Choice channel="mail" typed={typed} />
          <div class="of-mail">
            {!sendsMail && <p class="notice">{WORDS.noMail}</p>}
            <Field
              name="to"
              label={WORDS.to}
              type="email"
              value={typed.to}
              error={errors.to}
              hint={WORDS.toHint(person.email)}
              maxlength={254}
            />
          </div>
          <Choice channel="ntfy" typed={typed} />
          <div class="of-ntfy">
            <OwnField
              of={ADDRESS}
              name="ntfy_url"
              label={WORDS.topic}
              hint={keeps('ntfy') ? WORDS.kept : WORDS.topicHint}
              errors={errors}
            />
            <OwnField of={SECRET} name="ntfy_token" label={WORDS.token} hint={WORDS.tokenHint} errors={errors} />
          </div>
          <Choice channel="webhook" typed={typed} />
          <div class="of-webhook">
            <OwnField
              of={ADDRESS}
              name="webhook_url"
              label={WORDS.url}
              hint={keeps('webhook') ? WORDS.kept : WORDS.urlHint}
              errors={errors}
            />
            <OwnField of={SECRET} name="webhook_secret" label={WORDS.secret} hint={WORDS.secretHint} errors={errors} />
          </div>
          <FieldError id="channel" error={errors.channel} />
        </fieldset>
        <Check name="reminders" label={WORDS.reminders} isSet={typed.reminders} />
        <Check name="when_empty" label={WORDS.whenEmpty} isSet={typed.empty_days} />
        <div>
          <button class="primary" type="submit">
            {WORDS.save}
          </button>
        </div>
      </form>
    </Section>
  );
}

const Choice = ({ channel, typed }: { channel: ChannelName; typed: Typed }) => (
  <label class="choice">
    <input
      type="radio"
      name="channel"
      id={`channel-${channel}`}
      value={channel}
      checked={typed.channel === channel}
      required
    />
    <span>{WORDS.channels[channel]}</span>
  </label>
);

const Check = ({ name, label, isSet }: { name: string; label: string; isSet: boolean }) => (
  <label class="choice">
    <input type="checkbox" name={name} checked={isSet} />
    <span>{label}</span>
  </label>
);

interface OwnFieldProps {
  of: typeof ADDRESS | typeof SECRET;
  name: string;
  label: string;
  hint: string;
  errors: FieldErrors;
}

const ADDRESS = { type: 'url', inputmode: 'url', maxlength: 2000 } as const;
const SECRET = { type: 'password', autocomplete: 'new-password', maxlength: 500 } as const;

/** Addresses and secrets are never shown again. */
const OwnField = ({ of, name, label, hint, errors }: OwnFieldProps) => (
  <Field
    name={name}
    label={label}
    value={undefined}
    error={errors[name]}
    hint={hint}
    dir="ltr"
    spellcheck="false"
    {...of}
  />
);

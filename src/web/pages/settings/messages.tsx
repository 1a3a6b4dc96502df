import type { Operations } from '../../../contract/operations.ts';
import type { DataOf } from '../../../contract/schema/operation.ts';
import { Field, FieldError, type FieldErrors } from '../../layout/fields.tsx';
import type { Message, PageContent } from '../../layout/page.tsx';
import { KeyField, OneButton, Section } from '../../layout/parts.tsx';
import { Time } from '../../layout/time.tsx';
import type { Person } from '../../services/services.ts';
import { MESSAGES_WORDS as WORDS } from '../../words/messages.ts';
import { doneMessage, settingsPage } from './settings-frame.tsx';

export const MESSAGES = '/settings/messages';

type Messages = NonNullable<DataOf<Operations['get_message_settings']>['message_settings']>;
type ChannelName = Messages['channel'];

/** The sent form. An empty URL, secret, or token keeps its value. */
export interface TypedMessages extends Typed {
  url: string;
  secret: string;
  token: string;
}

type Typed = Pick<Messages, 'time' | 'channel' | 'to' | 'reminders' | 'empty_days'>;

/** The form’s first values. */
export const nothingSet = (sendsMail: boolean): Typed => ({
  ...{ time: '07:00', to: '', reminders: false, empty_days: false },
  channel: sendsMail ? 'mail' : 'ntfy',
});

export interface MessagesShown {
  person: Person;
  /** Null if the user has never saved settings. */
  kept: Messages | null;
  sendsMail: boolean;
  typed: Typed;
  errors?: FieldErrors;
  done?: string | undefined;
  /** Why a message could not be sent now. */
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

function messageOf({ done, trouble, kept, person: { time_zone: zone } }: MessagesShown): Message | undefined {
  if (trouble !== undefined) return { kind: 'danger', text: <span dir="auto">{trouble}</span> };
  if (done === 'saved' && kept?.next_at)
    return { kind: 'success', text: [WORDS.done.saved, ' ', WORDS.next(<Time at={kept.next_at} zone={zone} exact />)] };
  return doneMessage(WORDS.done, done);
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
    <p>{WORDS.now.to[kept.channel](<bdi>{kept.leads_to}</bdi>)}</p>
    <p>
      {kept.retry_at
        ? WORDS.retry(<Time at={kept.retry_at} zone={zone} exact />)
        : kept.next_at && WORDS.next(<Time at={kept.next_at} zone={zone} exact />)}
    </p>
  </>
);

const Last = ({ person, last }: { person: Person; last: NonNullable<Messages['last']> }) => (
  <p class={last.outcome === 'failed' ? 'notice danger' : 'quiet small'}>
    {WORDS.last[last.outcome](<Time at={last.at} zone={person.time_zone} exact />)}
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

/** A field whose value is never shown again. */
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

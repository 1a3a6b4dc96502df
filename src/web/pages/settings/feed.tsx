import type { Operations } from '../../../contract/operations.ts';
import type { DataOf } from '../../../contract/schema/operation.ts';
import { FEED_PARTS } from '../../../shared/feed.ts';
import { CopyButton } from '../../layout/copy.tsx';
import { FieldError, type FieldErrors, SelectField } from '../../layout/fields.tsx';
import type { PageContent } from '../../layout/page.tsx';
import { KeyField, OneButton, Section } from '../../layout/parts.tsx';
import { Time } from '../../layout/time.tsx';
import type { Person } from '../../services/services.ts';
import { FEED_WORDS as WORDS } from '../../words/feed.ts';
import { doneMessage, settingsPage } from './settings-frame.tsx';

const FEED = '/settings/feed';

type FeedSettings = NonNullable<DataOf<Operations['get_feed']>['feed']>;
type FeedAddress = DataOf<Operations['show_feed_address']>['feed_address'];

interface Feed {
  person: Person;
  /** Null while the feed is off. */
  feed: FeedSettings | null;
  errors?: FieldErrors;
  done?: string | undefined;
}

export const feedPage = ({ person, feed, errors = {}, done }: Feed): PageContent =>
  settingsPage({
    person,
    here: FEED,
    title: WORDS.title,
    lead: WORDS.lead,
    message: doneMessage(WORDS.done, done),
    children: feed ? (
      <>
        <Section id="address" title={WORDS.on.title} lead={WORDS.on.lead}>
          <p class="quiet small">
            {WORDS.on.made} <Time at={feed.created_at} zone={person.time_zone} exact />
          </p>
          <div class="actions">
            <OneButton action={`${FEED}/show`} kind="primary">
              {WORDS.on.show}
            </OneButton>
            <OneButton action={`${FEED}/new`}>{WORDS.on.replace}</OneButton>
            <OneButton action={`${FEED}/off`} kind="danger">
              {WORDS.on.off}
            </OneButton>
          </div>
        </Section>
        <Content settings={feed} errors={errors} />
      </>
    ) : (
      <Section id="address" title={WORDS.off.title} lead={WORDS.off.lead}>
        <OneButton action={`${FEED}/new`} kind="primary">
          {WORDS.off.button}
        </OneButton>
      </Section>
    ),
  });

const Content = ({ settings: { parts, alarm_minutes }, errors }: { settings: FeedSettings; errors: FieldErrors }) => (
  <Section id="content" title={WORDS.content.title}>
    <form class="question" method="post" action={FEED}>
      <KeyField />
      <fieldset>
        <legend class="unseen">{WORDS.content.title}</legend>
        {FEED_PARTS.map((part) => (
          <label class="choice">
            <input type="checkbox" name="part" value={part} checked={parts.includes(part)} />
            <span>
              <b>{WORDS.parts[part].title}</b> <span class="quiet">{WORDS.parts[part].text}</span>
            </span>
          </label>
        ))}
        <FieldError id="part" error={errors.part} />
      </fieldset>
      <SelectField
        name="alarm"
        label={WORDS.content.alarm}
        value={String(alarm_minutes ?? 'none')}
        error={errors.alarm}
        options={alarmOptions(alarm_minutes)}
      />
      <p class="quiet small">{WORDS.content.hint}</p>
      <div>
        <button type="submit">{WORDS.content.save}</button>
      </div>
    </form>
  </Section>
);

const HOUR = 60;
const DAY = 24 * HOUR;
const OFFERED = [0, 5, 10, 15, 30, HOUR, 2 * HOUR, DAY];

/** The list, plus a value set with the command line. */
function alarmOptions(set: number | null): [value: string, text: string][] {
  const minutes = [...new Set([...OFFERED, ...(set === null ? [] : [set])])].toSorted((a, b) => a - b);
  return [...minutes.map((one): [string, string] => [String(one), alarmWords(one)]), ['none', WORDS.alarms.none]];
}

function alarmWords(minutes: number): string {
  const { now, minutes: some, hours, days } = WORDS.alarms;
  if (minutes === 0) return now;
  if (minutes % DAY === 0) return days(minutes / DAY);
  return minutes % HOUR === 0 ? hours(minutes / HOUR) : some(minutes);
}

/** Shows the URL, after a recent sign-in. */
export const feedAddressPage = ({ person, address }: { person: Person; address: FeedAddress }): PageContent =>
  settingsPage({
    person,
    here: FEED,
    title: WORDS.address.title,
    children: (
      <Section id="new" title={WORDS.on.title} lead={WORDS.address.lead}>
        <div class="snippet">
          <code class="command" id="feed-address">
            {address.url}
          </code>
          <CopyButton of="feed-address" what={WORDS.address.copy} />
        </div>
        <p>
          <a class="button" href={address.webcal}>
            {WORDS.address.open}
          </a>
        </p>
        <p class="quiet small">
          {WORDS.address.separate} <code>?parts=birthdays</code>
        </p>
        <p>
          <a class="button primary" href={FEED}>
            {WORDS.address.back}
          </a>
        </p>
      </Section>
    ),
  });

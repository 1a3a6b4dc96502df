import type { Values } from '../../edit/merge.ts';
import { Field, type FieldErrors, SelectField } from '../../layout/fields.tsx';
import { inPlace } from '../../layout/in-place.ts';
import { Clock, Day, DayOf, KeyField, OneButton, PersonLink, personPath, Section } from '../../layout/parts.tsx';
import type { Person } from '../../services/services.ts';
import { repeatOptions, repeatText } from '../../words/frequencies.ts';
import { REMINDERS_PART as WORDS } from '../../words/reminders.ts';

/** A reminder in a list: a person's, or the one of today. */
export interface ListedReminder {
  id: string;
  text: string | null;
  due_at_date: string | null;
  due_at_time: string | null;
  recurrence: string | null;
  last_completed_at?: string | null;
  contacts?: { id: string; full_name: string | null }[];
}

interface RowProps {
  reminder: ListedReminder;
  zone: string;
  isOverdue?: boolean;
  /** The page that shows it. */
  back: string;
}

/** One reminder with its buttons. */
export function ReminderRow({ reminder, zone, isOverdue, back }: RowProps) {
  const { id, text, due_at_date, due_at_time, recurrence, last_completed_at, contacts = [] } = reminder;
  const was = due_at_time ?? due_at_date?.slice(0, 10) ?? '';
  const last = last_completed_at === undefined ? {} : { last: last_completed_at ?? '' };
  return (
    <li>
      <div class="about">
        <strong dir="auto">{text}</strong>
        <p class="quiet small">
          {due_at_time ? <DayOf at={due_at_time} zone={zone} /> : <Day day={due_at_date!} />}
          {due_at_time && (
            <>
              {' '}
              <Clock at={due_at_time} zone={zone} />
            </>
          )}
          {isOverdue && <span class="badge warning">{WORDS.overdue}</span>}
          {recurrence && ` · ${WORDS.repeats(repeatText(recurrence))}`}
          {contacts.map((contact) => (
            <>
              {' · '}
              <PersonLink id={contact.id} name={contact.full_name} />
            </>
          ))}
        </p>
      </div>
      <div class="actions">
        <OneButton action={`/reminders/${id}/done`} fields={{ back, ...last }} kind="primary">
          {WORDS.done}
          <span class="unseen"> {text}</span>
        </OneButton>
        {/* Moving a reminder that repeats would move all later ones. */}
        {recurrence === null && (
          <>
            <OneButton action={`/reminders/${id}/snooze`} fields={{ back, was, days: '1' }}>
              {WORDS.tomorrow}
              <span class="unseen"> {text}</span>
            </OneButton>
            <OneButton action={`/reminders/${id}/snooze`} fields={{ back, was, days: '7' }}>
              {WORDS.nextWeek}
              <span class="unseen"> {text}</span>
            </OneButton>
          </>
        )}
        <a class="button" href={`/reminders/${id}?${new URLSearchParams({ back })}`}>
          {WORDS.edit}
          <span class="unseen"> {text}</span>
        </a>
      </div>
    </li>
  );
}

interface Shown {
  person: Person;
  contact: { id: string };
  reminders: (ListedReminder & { is_overdue: boolean })[];
  tomorrow: string;
  values?: Values | undefined;
  errors?: FieldErrors | undefined;
}

/** A person's open reminders, and a form for a new one. */
export function RemindersPart({ person, contact, reminders, tomorrow, values, errors = {} }: Shown) {
  const path = personPath(contact.id);
  return (
    <Section id="reminders" title={WORDS.title}>
      {reminders.length > 0 && (
        <ul class="rows">
          {reminders.map((reminder) => (
            <ReminderRow
              reminder={reminder}
              zone={person.time_zone}
              isOverdue={reminder.is_overdue}
              back={`${path}#reminders`}
            />
          ))}
        </ul>
      )}
      <details open={values !== undefined}>
        <summary class="add">+ {WORDS.add}</summary>
        <form
          class="question"
          method="post"
          action={`${path}/reminders`}
          {...inPlace(`${path}/reminders`, 'reminders')}
        >
          <KeyField />
          <Field
            {...{ id: 'reminder-text', name: 'text', label: WORDS.text, value: values?.text, error: errors.text }}
            required
          />
          <div class="pair">
            <Field
              {...{ id: 'reminder-day', name: 'day', label: WORDS.day, value: values?.day ?? tomorrow }}
              {...{ type: 'date', error: errors.day, required: true }}
            />
            <SelectField
              {...{ id: 'reminder-recurrence', name: 'recurrence', label: WORDS.repeat }}
              {...{ value: values?.recurrence, error: errors.recurrence, options: repeatOptions(values?.recurrence) }}
            />
          </div>
          <div>
            <button type="submit">{WORDS.add}</button>
          </div>
        </form>
      </details>
    </Section>
  );
}

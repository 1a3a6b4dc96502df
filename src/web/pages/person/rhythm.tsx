import type { Contact } from '../../edit/contact-values.ts';
import type { Values } from '../../edit/merge.ts';
import { rhythmBefore, rhythmOf } from '../../edit/rhythm-values.ts';
import { Field, type FieldErrors, SelectField } from '../../layout/fields.tsx';
import { DayOf, KeyField, OneButton, personPath, Section } from '../../layout/parts.tsx';
import type { Person } from '../../services/services.ts';
import { rhythmOptions, spanText } from '../../words/frequencies.ts';

const WORDS = {
  title: 'Keeping in touch',
  lastSeen: 'Last in touch',
  notYet: 'not yet',
  rhythm: 'Rhythm',
  none: 'No fixed rhythm: kith does not remind you of them.',
  never: 'You do not want to be reminded of them.',
  next: 'In touch again by',
  due: 'due',
  seen: 'In touch just now',
  later: 'Later:',
  week: 'in a week',
  month: 'in a month',
  change: 'Change the rhythm',
  frequency: 'How often',
  nextDay: 'Next by',
  nextHint: 'If you leave it as it is, it follows from the rhythm and from when you were last in touch.',
  neverLabel: 'Never remind me of them',
  save: 'Save',
};

interface Shown {
  person: Person;
  contact: Contact;
  today: string;
  values?: Values | undefined;
  errors?: FieldErrors | undefined;
}

/** How often and when to be in touch, what is due, and how to change it. */
export function RhythmPart({ person, contact, today, values, errors = {} }: Shown) {
  const path = `${personPath(contact.id)}/rhythm`;
  const now = rhythmOf(contact, person.time_zone);
  const isKept = now.frequency !== '' && now.never === '';
  const fields = { was: rhythmBefore(contact) };
  return (
    <Section id="rhythm" title={WORDS.title}>
      <Facts {...{ person, contact, today, now }} />
      <div class="actions">
        <OneButton action={`${path}/seen`} fields={fields}>
          {WORDS.seen}
        </OneButton>
        {isKept &&
          [
            { days: '7', text: WORDS.week },
            { days: '30', text: WORDS.month },
          ].map(({ days, text }) => (
            <OneButton action={`${path}/later`} fields={{ ...fields, days }}>
              {WORDS.later} {text}
            </OneButton>
          ))}
      </div>
      <details open={values !== undefined}>
        <summary>{WORDS.change}</summary>
        <RhythmForm path={path} now={now} values={values ?? now} errors={errors} fields={fields} />
      </details>
    </Section>
  );
}

function Facts({ person, contact, today, now }: Omit<Shown, 'values'> & { now: Values }) {
  const zone = person.time_zone;
  const isDue = now.next !== '' && now.next! <= today && !contact.is_archived;
  return (
    <dl class="facts">
      <Fact name={WORDS.lastSeen}>
        {contact.last_seen_at ? <DayOf at={contact.last_seen_at} zone={zone} /> : WORDS.notYet}
      </Fact>
      <Fact name={WORDS.rhythm}>{now.never ? WORDS.never : now.frequency ? spanText(now.frequency) : WORDS.none}</Fact>
      {now.frequency && !now.never && contact.next_reminder_at && (
        <Fact name={WORDS.next}>
          <DayOf at={contact.next_reminder_at} zone={zone} />
          {isDue && <span class="badge warning">{WORDS.due}</span>}
        </Fact>
      )}
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: unknown }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

interface FormProps {
  path: string;
  now: Values;
  values: Values;
  errors: FieldErrors;
  fields: Record<string, string>;
}

const RhythmForm = ({ path, now, values, errors, fields }: FormProps) => (
  <form class="question" method="post" action={path}>
    <KeyField />
    <input type="hidden" name="opened" value={JSON.stringify(now)} />
    <input type="hidden" name="was" value={fields.was} />
    <div class="pair">
      <SelectField
        {...{ id: 'rhythm-frequency', name: 'frequency', label: WORDS.frequency, value: values.frequency }}
        {...{ error: errors.frequency, options: rhythmOptions(values.frequency) }}
      />
      <Field
        {...{ id: 'rhythm-next', name: 'next', label: WORDS.nextDay, value: values.next, type: 'date' }}
        error={errors.next}
      />
    </div>
    <p class="quiet small">{WORDS.nextHint}</p>
    <label class="choice">
      <input type="checkbox" name="never" checked={values.never === 'on'} />
      <span>{WORDS.neverLabel}</span>
    </label>
    <div>
      <button type="submit">{WORDS.save}</button>
    </div>
  </form>
);

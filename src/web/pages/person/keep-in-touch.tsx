import type { Contact } from '../../edit/contact-values.ts';
import type { Values } from '../../edit/merge.ts';
import { rhythmBefore, rhythmOf } from '../../edit/rhythm-values.ts';
import { Field, type FieldErrors, SelectField } from '../../layout/fields.tsx';
import { inPlace } from '../../layout/in-place.ts';
import { KeyField, OneButton, personPath } from '../../layout/parts.tsx';
import { Relative } from '../../layout/relative-time.tsx';
import type { Person } from '../../services/services.ts';
import { frequencyOptions, spanText } from '../../words/frequencies.ts';
import { IN_TOUCH as WORDS } from '../../words/person.ts';

interface Shown {
  person: Person;
  contact: Contact;
  today: string;
  values?: Values | undefined;
  errors?: FieldErrors | undefined;
}

/** Last and next contact, the keep-in-touch frequency, and how to change them. */
export function KeepInTouch({ person, contact, today, values, errors = {} }: Shown) {
  const path = `${personPath(contact.id)}/rhythm`;
  const now = rhythmOf(contact, person.time_zone);
  const isKept = now.frequency !== '' && now.never === '';
  const fields = { was: rhythmBefore(contact) };
  return (
    <div id="part-rhythm">
      <h2 id="rhythm">{WORDS.title}</h2>
      <Facts {...{ person, contact, today, now }} />
      <div class="actions">
        <OneButton action={`${path}/seen`} fields={fields} form={inPlace(`${path}/seen`, 'rhythm')}>
          {WORDS.seen}
        </OneButton>
        {isKept &&
          [
            { days: '7', text: WORDS.week },
            { days: '30', text: WORDS.month },
          ].map(({ days, text }) => (
            <OneButton action={`${path}/later`} fields={{ ...fields, days }} form={inPlace(`${path}/later`, 'rhythm')}>
              {WORDS.later} {text}
            </OneButton>
          ))}
      </div>
      <details open={values !== undefined}>
        <summary>{WORDS.change}</summary>
        <RhythmForm path={path} now={now} values={values ?? now} errors={errors} fields={fields} />
      </details>
    </div>
  );
}

function Facts({ person, contact, today, now }: Omit<Shown, 'values'> & { now: Values }) {
  const zone = person.time_zone;
  const isDue = now.next !== '' && now.next! <= today && !contact.is_archived;
  return (
    <dl class="facts">
      <Fact name={WORDS.last}>
        {contact.last_seen_at ? <Relative at={contact.last_seen_at} zone={zone} today={today} /> : WORDS.notYet}
      </Fact>
      <Fact name={WORDS.frequency}>
        {now.never ? WORDS.none : now.frequency ? spanText(now.frequency) : WORDS.none}
      </Fact>
      {now.frequency && !now.never && contact.next_reminder_at && (
        <Fact name={WORDS.next}>
          <Relative at={contact.next_reminder_at} zone={zone} today={today} />
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
  <form class="question" method="post" action={path} {...inPlace(path, 'rhythm')}>
    <KeyField />
    <input type="hidden" name="opened" value={JSON.stringify(now)} />
    <input type="hidden" name="was" value={fields.was} />
    <div class="pair">
      <SelectField
        {...{ id: 'rhythm-frequency', name: 'frequency', label: WORDS.frequency, value: values.frequency }}
        {...{ error: errors.frequency, options: frequencyOptions(values.frequency) }}
      />
      <Field
        {...{ id: 'rhythm-next', name: 'next', label: WORDS.nextDay, value: values.next, type: 'date' }}
        error={errors.next}
      />
    </div>
    <p class="quiet small">{WORDS.nextHint}</p>
    <label class="choice">
      <input type="checkbox" name="never" checked={values.never === 'on'} />
      <span>{WORDS.never}</span>
    </label>
    <div>
      <button type="submit">{WORDS.save}</button>
    </div>
  </form>
);

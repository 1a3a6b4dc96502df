import { contactTitle } from '../../../client/contact-names.ts';
import { Face } from '../../layout/face.tsx';
import { KeyField, NAMELESS, PersonLink, personPath } from '../../layout/parts.tsx';
import { callLink, mailLink, textLink } from '../../layout/reach-links.ts';
import type { Briefing, Details } from '../../people/briefing.ts';
import { pathOf } from '../../people/search.ts';
import { TODAY, TODAY_PAGE as WORDS } from '../../words/today.ts';
import { Act } from './act.tsx';

const BACK = '/today';
/** How many rows are shown. The others follow when rows leave: see today.css. */
const SHOWN = 7;
const LATE_DAYS = 28;

interface Props {
  rows: Briefing['keep_in_touch'];
  details: Details;
  all: number;
  day: string;
}

/** The people to be in touch with, the most overdue first. */
export function ReachOut({ rows, details, all, day }: Props) {
  if (rows.length === 0)
    return (
      <section class="card reach" id="part-reach" aria-labelledby="reach-out">
        <h2 id="reach-out">{TODAY.reachOut.title}</h2>
        <p class="all">
          {WORDS.noOne} <a href="/people">{WORDS.setFrequencies}</a>
        </p>
      </section>
    );
  const overdue = pathOf({
    pairs: [
      ['has', 'frequency'],
      ['never_keep_in_touch', 'no'],
      ['next_reminder_at.lte', day],
    ],
    sort: 'next_reminder_at',
  });
  return (
    <section class="card reach" id="part-reach" aria-labelledby="reach-out">
      <h2 id="reach-out">
        {TODAY.reachOut.title} · <span data-shown>{Math.min(SHOWN, rows.length)}</span>
        {all > SHOWN && [WORDS.of, <span data-left>{all.toLocaleString('en-US')}</span>]}
      </h2>
      <ul class="people-rows" data-rows>
        {rows.map((row) => (
          <Row row={row} details={details} />
        ))}
      </ul>
      {all > SHOWN && (
        <p class="all">
          <a href={overdue}>
            {WORDS.showAll} <span data-left>{all.toLocaleString('en-US')}</span>
          </a>
        </p>
      )}
      {/* A script loads the list again when its last row has left. */}
      <div
        {...{ 'hx-get': '/today', 'hx-trigger': 'refill', 'hx-target': '#main', 'hx-select': '#main' }}
        {...{ 'hx-swap': 'outerHTML' }}
      ></div>
    </section>
  );
}

/** In place: the row leaves, and the message has Undo. */
const LEAVES = {
  'hx-target': 'closest li',
  'hx-swap': 'delete ignoreTitle:true',
  'hx-select-oob': '#toast:innerHTML',
  'hx-vals': '{"back":"/done"}',
};

function Row({ row, details }: { row: Props['rows'][number]; details: Details }) {
  const { contact, days_overdue, last_said } = row;
  const known = details.get(contact.id);
  const name = contact.full_name || (known && contactTitle(known)) || NAMELESS;
  const phone = known?.contact_phone_numbers?.[0]?.phone_number;
  const email = known?.contact_emails?.[0]?.email;
  const log = `/new?${new URLSearchParams({ id: contact.id, place: 'row', back: BACK })}`;
  const unseen = <span class="unseen">{WORDS.forPerson(name)}</span>;
  return (
    <li>
      <Face id={contact.id} name={name} image_url={known?.image_url} />
      <div class="about">
        <p>
          <PersonLink id={contact.id} name={name} />{' '}
          <span class={days_overdue < LATE_DAYS ? 'badge' : 'badge late'}>{TODAY.reachOut.overdue(days_overdue)}</span>
        </p>
        {last_said && (
          <p class="quiet small" dir="auto">
            {last_said.text}
          </p>
        )}
      </div>
      <div class="acts">
        {phone && <Act href={callLink(phone)} icon="✆" text={WORDS.call} name={name} />}
        {email ? (
          <Act href={mailLink(email)} icon="✉" text={WORDS.email} name={name} />
        ) : (
          phone && <Act href={textLink(phone)} icon="✉" text={WORDS.text} name={name} />
        )}
        <a
          class="button primary"
          href={log}
          data-row-key="l"
          {...{ 'hx-get': log, 'hx-select': 'form.composer', 'hx-target': 'closest li' }}
          {...{ 'hx-swap': 'beforeend ignoreTitle:true' }}
        >
          {WORDS.log}
          {unseen}
        </a>
        <details class="menu" name="menu">
          <summary class="button">
            {WORDS.later}
            {unseen}
          </summary>
          <form method="post" action={later(contact.id)} {...{ 'hx-post': later(contact.id), ...LEAVES }}>
            <KeyField />
            <input type="hidden" name="back" value={BACK} />
            <button type="submit" name="days" value="7" data-row-key="s">
              {WORDS.week}
            </button>
            <button type="submit" name="days" value="30">
              {WORDS.month}
            </button>
            <button type="submit" name="days" value="never">
              {WORDS.stop}
            </button>
          </form>
        </details>
      </div>
    </li>
  );
}

const later = (id: string): string => `${personPath(id)}/rhythm/later`;

import { randomUUID } from 'node:crypto';
import type { Child } from 'hono/jsx';
import { dayIn } from '../../shared/zones.ts';
import { MORE } from '../words/layout.ts';
import { NAMELESS } from '../words/person.ts';
import { dateFormat } from './dates.ts';
import { personPath } from './paths.ts';

/** The idempotency key of a form: a form sent twice takes effect once. */
export const KeyField = () => <input type="hidden" name="key" value={randomUUID()} />;

const PARTS: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' };
// Created once: creating a format takes longer than rendering the rest of a row.
const WHOLE = new Intl.DateTimeFormat('en-US', { ...PARTS, year: 'numeric' });
const SHORT = new Intl.DateTimeFormat('en-US', PARTS);

/** Formats a day, or a UTC midnight that stands for one. Shows the year if it is not the current year. */
export function Day({ day }: { day: string }) {
  const plain = day.slice(0, 10);
  const format = plain.slice(0, 4) === new Date().toISOString().slice(0, 4) ? SHORT : WHOLE;
  return <time datetime={plain}>{format.format(new Date(plain))}</time>;
}

/** Formats the day of a time in the user's time zone. */
export const DayOf = ({ at, zone }: { at: string; zone: string }) => <Day day={dayIn(zone, at)} />;

/** Formats the time of day. */
export const Clock = ({ at, zone }: { at: string; zone: string }) => (
  <time datetime={at}>{dateFormat({ timeStyle: 'short', timeZone: zone }).format(new Date(at))}</time>
);

export { NAMELESS, personPath };

/** A link to a person, with their name. */
export const PersonLink = ({ id, name }: { id: string; name: string | null | undefined }) => (
  <a href={personPath(id)}>
    <bdi>{name || NAMELESS}</bdi>
  </a>
);

/** A section of a page with its heading. Forms that change it in place replace `#part-ID`. */
export const Section = ({
  id,
  title,
  lead,
  children,
}: {
  id: string;
  title: string;
  lead?: Child;
  children?: Child;
}) => (
  <section class="card" id={`part-${id}`} aria-labelledby={id}>
    <header>
      <h2 id={id}>{title}</h2>
      {lead !== undefined && <p class="quiet">{lead}</p>}
    </header>
    {children}
  </section>
);

/** A link to the next results. */
export const MoreLink = ({ path, query, cursor }: { path: string; query?: Record<string, string>; cursor: string }) => (
  <a class="button" href={`${path}?${new URLSearchParams({ ...query, cursor })}`}>
    {MORE}
  </a>
);

interface OneButtonProps {
  action: string;
  fields?: Record<string, string>;
  children: Child;
  kind?: string;
  /** Form attributes, such as those of inPlace(). */
  form?: Record<string, string>;
}

/** A form with one button. */
export const OneButton = ({ action, fields = {}, children, kind, form = {} }: OneButtonProps) => (
  <form method="post" action={action} {...form}>
    <KeyField />
    {Object.entries(fields).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    <button type="submit" class={kind}>
      {children}
    </button>
  </form>
);

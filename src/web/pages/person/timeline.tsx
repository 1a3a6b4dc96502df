import { contactTitle } from '../../../client/contact-names.ts';
import type { Contact } from '../../edit/contact-values.ts';
import type { PageContent } from '../../layout/page.tsx';
import { DayOf, NAMELESS, personPath } from '../../layout/parts.tsx';
import { Warning } from '../../layout/warning.tsx';
import type { Timeline, TimelineItem } from '../../people/read-person.ts';
import type { Person } from '../../services/services.ts';
import { EDIT_NOTE } from '../../words/notes.ts';
import { TIMELINE as WORDS } from '../../words/person.ts';

interface Shown {
  contactId: string;
  timeline: Timeline;
  zone: string;
}

/** Latest notes, emails, and events. A phone shows the first ones, and a link to all. */
export const Activity = (shown: Shown) => (
  <div class="activity">
    <h2 id="timeline" class="unseen">
      {WORDS.title}
    </h2>
    {shown.timeline.items.length === 0 && <p class="quiet">{WORDS.none}</p>}
    <Upcoming {...shown} />
    <Items {...shown} timeline={{ ...shown.timeline, items: shown.timeline.items.filter((item) => !isAhead(item)) }} />
    <a class="button all" href={`${personPath(shown.contactId)}/timeline`}>
      {WORDS.all}
    </a>
  </div>
);

const isAhead = ({ date }: TimelineItem): boolean => Date.parse(date) > Date.now();

/** The next event in a line, with those after it folded, so that the latest notes stay in sight. */
function Upcoming({ timeline, zone }: Shown) {
  const [next, ...later] = timeline.items.filter(isAhead).reverse();
  if (!next) return null;
  const line = (item: TimelineItem) => (
    <>
      <DayOf at={item.date} zone={zone} /> · <bdi>{textOf(item)}</bdi>
    </>
  );
  if (later.length === 0) return <p class="upcoming">{line(next)}</p>;
  return (
    <details class="upcoming">
      <summary>
        {line(next)} <span class="quiet">{WORDS.later(later.length)}</span>
      </summary>
      <ul>
        {later.map((item) => (
          <li>{line(item)}</li>
        ))}
      </ul>
    </details>
  );
}

interface PageShown {
  person: Person;
  contact: Contact;
  timeline: Timeline;
}

/** Earlier activity, a page at a time. A script appends its list to the one that is shown. */
export function earlierPage({ person, contact, timeline }: PageShown): PageContent {
  const title = WORDS.with(contactTitle(contact) ?? NAMELESS);
  return {
    title,
    email: person.email,
    here: '/people',
    main: (
      <>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <section class="card" aria-label={WORDS.earlier}>
          {timeline.items.length === 0 && <p>{WORDS.noneEarlier}</p>}
          <Items contactId={contact.id} timeline={timeline} zone={person.time_zone} isEarlier />
        </section>
        <p>
          <a class="button" href={`${personPath(contact.id)}#timeline`}>
            {WORDS.back}
          </a>
        </p>
      </>
    ),
  };
}

interface ItemsProps extends Shown {
  isEarlier?: boolean;
}

function Items({ contactId, timeline: { items, pagination, warnings }, zone, isEarlier = false }: ItemsProps) {
  const path = personPath(contactId);
  const earlier = pagination.nextCursor && `${path}/timeline?${new URLSearchParams({ cursor: pagination.nextCursor })}`;
  return (
    <ol class="rows timeline" id="happened">
      {items.map((item, index) => (
        <Item item={item} path={path} zone={zone} isFirst={isEarlier && index === 0} />
      ))}
      {warnings.map((warning) => (
        <li class="notice">
          <Warning text={warning} />
        </li>
      ))}
      {earlier && (
        <li>
          <a
            class="button"
            href={earlier}
            hx-get={earlier}
            hx-target="closest li"
            hx-select="#happened > li"
            hx-swap="outerHTML"
          >
            {WORDS.earlier}
          </a>
        </li>
      )}
    </ol>
  );
}

interface ItemProps {
  item: TimelineItem;
  path: string;
  zone: string;
  /** First of the items that were just loaded. It gets the focus. */
  isFirst: boolean;
}

const Item = ({ item, path, zone, isFirst }: ItemProps) => (
  <li id={item.note && `note-${item.note.id}`} {...(isFirst && { tabindex: -1, autofocus: true })}>
    <div class="about">
      <p class="quiet small">
        <span>
          <DayOf at={item.date} zone={zone} />
          {kindOf(item) && ` · ${kindOf(item)}`}
        </span>
        {item.note && (
          <a href={`${path}/notes/${item.note.id}`}>
            {WORDS.edit}
            <span class="unseen">
              {' '}
              {WORDS.noteOf} <DayOf at={item.date} zone={zone} />
            </span>
          </a>
        )}
      </p>
      <p class="text" dir="auto">
        {textOf(item)}
      </p>
    </div>
  </li>
);

function kindOf({ type, note }: TimelineItem): string | undefined {
  if (type === 'email') return WORDS.email;
  if (type === 'event') return WORDS.event;
  return note?.meeting_type && note.meeting_type !== 'note' ? EDIT_NOTE.types[note.meeting_type] : undefined;
}

const textOf = ({ note, email, event }: TimelineItem): string =>
  note?.note ?? email?.subjectOrTitle ?? event?.subjectOrTitle ?? '';

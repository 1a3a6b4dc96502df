import { contactTitle } from '../../../client/contact-names.ts';
import { dayIn } from '../../../shared/zones.ts';
import { dateFormat } from '../../layout/dates.ts';
import { Face } from '../../layout/face.tsx';
import { NAMELESS, personPath } from '../../layout/parts.tsx';
import { Relative } from '../../layout/relative-time.tsx';
import type { Found, FoundContact } from '../../people/find.ts';
import { orderOf, paramsOf, type Search, SORTS, type Sort } from '../../people/search.ts';
import { ROWS as WORDS } from '../../words/people.ts';
import { linkTo } from './in-place.ts';

interface Shown {
  search: Search;
  found: Found;
  zone: string;
  today: string;
}

/** Some people of a list with a way to the next ones: with a script they load before the end is reached. */
export const Rows = ({ search, found, zone, today }: Shown) => (
  <tbody id="rows">
    {found.contacts.map((contact) => (
      <Row contact={contact} zone={zone} today={today} />
    ))}
    {found.pagination.nextCursor && <More search={search} cursor={found.pagination.nextCursor} />}
  </tbody>
);

/** The heads of the columns: some are links that order the list. */
export const Head = ({ search }: { search: Search }) => (
  <thead>
    <tr>
      <td class="pick">
        <label data-script>
          <input type="checkbox" data-select-all aria-label={WORDS.selectShown} autocomplete="off" />
        </label>
      </td>
      <SortHead search={search} sort="full_name" kind="who" text={WORDS.name} />
      <th class="work" scope="col">
        {WORDS.work}
      </th>
      <th class="city" scope="col">
        {WORDS.location}
      </th>
      <th class="tagged" scope="col">
        {WORDS.tags}
      </th>
      <SortHead search={search} sort="last_seen_at" kind="seen" text={WORDS.seen} />
      <SortHead search={search} sort="next_reminder_at" kind="next" text={WORDS.next} />
    </tr>
  </thead>
);

/** Orders by its column; if the list has that order, it reverses it. */
function SortHead({ search, sort, kind, text }: { search: Search; sort: Sort; kind: string; text: string }) {
  const isCurrent = search.sort === sort;
  const isReversed = isCurrent && !search.isReversed;
  const order = isCurrent ? orderOf(search) : undefined;
  return (
    <th class={kind} scope="col" aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}>
      <a id={`sort-${sort}`} {...linkTo({ ...search, sort, isReversed })}>
        {text} {order && <span aria-hidden="true">{order === 'asc' ? '↑' : '↓'}</span>}
      </a>
    </th>
  );
}

/** Each order that can be chosen, in both directions if both are of use. */
export const ORDERS: Pick<Search, 'sort' | 'isReversed'>[] = (Object.keys(SORTS) as Sort[]).flatMap((sort) => [
  { sort, isReversed: false },
  ...(sort === 'updated_at' ? [] : [{ sort, isReversed: true }]),
]);

function More({ search, cursor }: { search: Search; cursor: string }) {
  const params = paramsOf(search);
  params.set('cursor', cursor);
  const href = `/people?${params}`;
  return (
    <tr class="more">
      <td>
        <a
          class="button"
          href={href}
          hx-get={href}
          hx-trigger="click, intersect once rootMargin:800px"
          hx-target="closest tr"
          hx-select="#rows > tr"
          hx-swap="outerHTML"
        >
          {WORDS.more}
        </a>
      </td>
    </tr>
  );
}

const MAX_TAGS = 2;

function Row({ contact, zone, today }: { contact: FoundContact; zone: string; today: string }) {
  const { id, job_title, company, last_seen_at, next_reminder_at, starred, image_url } = contact;
  const name = contactTitle(contact) || NAMELESS;
  const work = [job_title, company].filter(Boolean).join(', ');
  const city = contact.legacy_contact_addresses?.[0]?.city;
  const tags = contact.tags_contacts ?? [];
  return (
    <tr>
      <td class="pick">
        <label>
          <input type="checkbox" name="id" value={id} aria-label={WORDS.select(name)} />
        </label>
      </td>
      <td class="who">
        <Face id={id} name={name} image_url={image_url} />
        <a href={personPath(id)}>
          <bdi>{name}</bdi>
        </a>
        {starred && (
          <span class="star">
            <span class="unseen">{WORDS.starred}</span>
            <span aria-hidden="true">{WORDS.star}</span>
          </span>
        )}
      </td>
      <td class="work" dir="auto">
        {work}
      </td>
      <td class="city" dir="auto">
        {city}
      </td>
      <td class="tagged">
        {tags.slice(0, MAX_TAGS).map(({ tags: { name } }) => (
          <bdi class="badge">{name}</bdi>
        ))}
        {tags.length > MAX_TAGS && <span>+{tags.length - MAX_TAGS}</span>}
      </td>
      <td class="seen">{last_seen_at ? <Relative at={last_seen_at} zone={zone} today={today} /> : WORDS.never}</td>
      <td class="next">{next_reminder_at && <ShortDay day={dayIn(zone, next_reminder_at)} today={today} />}</td>
    </tr>
  );
}

const THIS_YEAR: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', timeZone: 'UTC' };

/** A day without its weekday, with its year if that is another one. */
function ShortDay({ day, today }: { day: string; today: string }) {
  const format = dateFormat(day.slice(0, 4) === today.slice(0, 4) ? THIS_YEAR : { ...THIS_YEAR, year: 'numeric' });
  return <time datetime={day}>{format.format(new Date(day))}</time>;
}

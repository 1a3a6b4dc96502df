import { contactTitle } from '../../../client/contact-names.ts';
import { DayOf, NAMELESS, personPath } from '../../layout/parts.tsx';
import type { Found, FoundContact } from '../../people/find.ts';
import { paramsOf, type Search } from '../../people/search.ts';

const WORDS = {
  lastSeen: 'last seen',
  more: 'More',
  star: '★',
  starred: 'Starred:',
  select: (name: string) => `Select ${name}`,
};

/** Some people of a list, and the way to the next ones: with a script they come by themselves when the end is near. */
export const Rows = ({ search, found, zone }: { search: Search; found: Found; zone: string }) => (
  <ul class="rows people" id="rows">
    {found.contacts.map((contact) => (
      <Row contact={contact} zone={zone} />
    ))}
    {found.pagination.nextCursor && <More search={search} cursor={found.pagination.nextCursor} />}
  </ul>
);

function More({ search, cursor }: { search: Search; cursor: string }) {
  const params = paramsOf(search);
  params.set('cursor', cursor);
  const href = `/people?${params}`;
  return (
    <li class="more">
      <a
        class="button"
        href={href}
        hx-get={href}
        hx-trigger="click, intersect once rootMargin:800px"
        hx-target="closest li"
        hx-select="#rows > li"
        hx-swap="outerHTML"
      >
        {WORDS.more}
      </a>
    </li>
  );
}

function Row({ contact, zone }: { contact: FoundContact; zone: string }) {
  const { id, job_title, company, last_seen_at, starred } = contact;
  const name = contactTitle(contact) || NAMELESS;
  const work = [job_title, company].filter(Boolean).join(', ');
  return (
    <li>
      <label class="pick">
        <input type="checkbox" name="id" value={id} aria-label={WORDS.select(name)} />
      </label>
      <div class="about">
        <a href={personPath(id)}>
          <bdi>{name}</bdi>
        </a>
        {starred && (
          <span class="star">
            <span class="unseen">{WORDS.starred}</span>
            <span aria-hidden="true">{WORDS.star}</span>
          </span>
        )}
        {(work || last_seen_at) && (
          <p class="quiet small">
            {work && <bdi>{work}</bdi>}
            {work && last_seen_at && ' · '}
            {last_seen_at && (
              <>
                {WORDS.lastSeen} <DayOf at={last_seen_at} zone={zone} />
              </>
            )}
          </p>
        )}
      </div>
    </li>
  );
}

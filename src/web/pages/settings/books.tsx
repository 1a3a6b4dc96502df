import type { Operations } from '../../../contract/operations.ts';
import type { DataOf } from '../../../contract/schema/operation.ts';
import { Field, SelectField } from '../../layout/fields.tsx';
import type { Message, PageContent } from '../../layout/page.tsx';
import { KeyField, OneButton, PersonLink, Section } from '../../layout/parts.tsx';
import { Time } from '../../layout/time.tsx';
import type { Person } from '../../services/services.ts';
import { BOOKS_WORDS as WORDS } from '../../words/books.ts';
import { settingsPage } from './settings-frame.tsx';

export const BOOKS = '/settings/books';

type AddressBook = DataOf<Operations['list_address_books']>['address_books'][number];
type Conflict = DataOf<Operations['list_conflicts']>['conflicts'][number];

export interface BooksShown {
  person: Person;
  books: AddressBook[];
  conflicts: Conflict[];
  done?: string | undefined;
  /** The id of an address book that was just connected. */
  connected?: string | undefined;
  trouble?: string | undefined;
  /** Submitted values of an address book that could not be connected, without the password. */
  refused?: { address: string; user: string; book: string; bothWays: boolean; trouble: string } | undefined;
}

export const booksPage = (shown: BooksShown): PageContent =>
  settingsPage({
    person: shown.person,
    here: BOOKS,
    title: WORDS.title,
    lead: WORDS.lead,
    message: messageOf(shown),
    children: (
      <>
        {shown.conflicts.length > 0 && <Waiting conflicts={shown.conflicts} />}
        <Followed books={shown.books} zone={shown.person.time_zone} />
        <ConnectForm refused={shown.refused} />
      </>
    ),
  });

function messageOf({ books, done, connected, trouble }: BooksShown): Message | undefined {
  if (trouble !== undefined) return { kind: 'danger', text: <span dir="auto">{trouble}</span> };
  const book = books.find(({ id }) => id === connected);
  if (book) {
    return { kind: 'success', text: WORDS.done.connected(<bdi>{book.name}</bdi>) };
  }
  const isDone = done === 'soon' || done === 'disconnected' || done === 'settled';
  return isDone ? { kind: 'success', text: WORDS.done[done] } : undefined;
}

const Waiting = ({ conflicts }: { conflicts: Conflict[] }) => (
  <Section id="waiting" title={WORDS.waiting.title} lead={WORDS.waiting.lead}>
    <ul class="rows">
      {conflicts.map((conflict) => (
        <WaitingRow conflict={conflict} />
      ))}
    </ul>
  </Section>
);

const WaitingRow = ({
  conflict: { id, contact_id, contact_name, field, kept, lost, can_take, address_book },
}: {
  conflict: Conflict;
}) => (
  <li>
    <div class="about">
      <strong>
        <PersonLink id={contact_id} name={contact_name} /> · {WORDS.fields[field]}
      </strong>
      <p>
        {WORDS.waiting.kept}: <bdi>{kept ?? WORDS.waiting.nothing}</bdi>
      </p>
      <p>
        <bdi>{address_book ?? WORDS.waiting.device}</bdi>: <bdi>{lost ?? WORDS.waiting.nothing}</bdi>
      </p>
    </div>
    <div class="actions">
      {can_take && (
        <OneButton action={`${BOOKS}/settle`} fields={{ id, take: 'on' }}>
          {WORDS.waiting.take}
        </OneButton>
      )}
      <OneButton action={`${BOOKS}/settle`} fields={{ id }}>
        {WORDS.waiting.keep}
      </OneButton>
    </div>
  </li>
);

const Followed = ({ books, zone }: { books: AddressBook[]; zone: string }) => (
  <Section id="followed" title={WORDS.followed.title} lead={books.length > 0 ? WORDS.followed.afterwards : undefined}>
    {books.length === 0 ? (
      <p>{WORDS.followed.none}</p>
    ) : (
      <ul class="rows">
        {books.map((book) => (
          <BookRow book={book} zone={zone} />
        ))}
      </ul>
    )}
  </Section>
);

function BookRow({ book, zone }: { book: AddressBook; zone: string }) {
  const { id, name, host, both_ways, state, reason, last_sync, synced_at, may_delete } = book;
  const { followed } = WORDS;
  const waiting = state === 'waiting' ? last_sync?.waiting : undefined;
  return (
    <li>
      <div class="about">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <p class="quiet small">
          <bdi>{host}</bdi> · {both_ways ? followed.ways.both : followed.ways.read}
        </p>
        <p class="quiet small">
          {synced_at === null ? followed.new : followed.synced(<Time at={synced_at} zone={zone} exact />)}
          {last_sync &&
            ` · ${followed.here}: ${followed.counts(last_sync.here)} · ${followed.there}: ${followed.counts(last_sync.there)}`}
        </p>
        {reason !== null && (
          <p class="error small" dir="auto">
            {reason} {state === 'refused' && followed.refused}
          </p>
        )}
        {waiting && (
          <p class="error small">
            {followed.waiting(waiting.here, waiting.there)} {may_delete && followed.allowed}
          </p>
        )}
      </div>
      <div class="actions">
        {waiting && !may_delete && (
          <OneButton action={`${BOOKS}/delete`} fields={{ id }} kind="danger">
            {followed.allow}
          </OneButton>
        )}
        <OneButton action={`${BOOKS}/sync`} fields={{ id }}>
          {followed.sync}
          <span class="unseen"> {name}</span>
        </OneButton>
        <OneButton action={`${BOOKS}/disconnect`} fields={{ id }} kind="danger">
          {followed.disconnect}
          <span class="unseen"> {name}</span>
        </OneButton>
      </div>
    </li>
  );
}

const ConnectForm = ({ refused }: { refused: BooksShown['refused'] }) => (
  <Section id="connect" title={WORDS.connect.title} lead={WORDS.connect.lead}>
    <form class="question" method="post" action={`${BOOKS}/connect`}>
      <KeyField />
      <Field
        name="address"
        label={WORDS.connect.address}
        value={refused?.address}
        error={refused?.trouble}
        hint={WORDS.connect.addressHint}
        type="url"
        inputmode="url"
        placeholder={WORDS.connect.begins}
        required
        maxlength={1000}
        dir="ltr"
        spellcheck="false"
      />
      <div class="pair">
        <Field name="user" label={WORDS.connect.user} value={refused?.user} required maxlength={200} dir="ltr" />
        <Field
          name="password"
          label={WORDS.connect.password}
          value={undefined}
          hint={WORDS.connect.passwordHint}
          type="password"
          autocomplete="new-password"
          required
          maxlength={1000}
          dir="ltr"
        />
      </div>
      <SelectField
        name="how"
        label={WORDS.connect.how}
        value={refused?.bothWays === false ? 'read' : 'both'}
        options={WORDS.connect.ways}
      />
      <Field
        name="book"
        label={WORDS.connect.book}
        value={refused?.book}
        hint={WORDS.connect.bookHint}
        maxlength={200}
      />
      <div>
        <button type="submit">{WORDS.connect.button}</button>
      </div>
    </form>
  </Section>
);

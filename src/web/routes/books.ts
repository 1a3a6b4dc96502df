import { KithError } from '../../shared/error.ts';
import { BOOKS, type BooksShown, booksPage } from '../pages/settings/books.tsx';
import { inWords, refusalOf, seeOther } from '../requests/answers.ts';
import { forPerson, type Sent } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { ifThere } from '../requests/if-there.ts';
import { operationForms } from '../requests/operation-forms.ts';
import type { SignedIn } from '../services/services.ts';
import { signedOutBefore } from '../words/errors.ts';

const LONGEST = 1_000;
/** Conflicts per page. The next ones appear when some are resolved. */
const MOST_CONFLICTS = 200;

/** Registers the settings for address book sync and its conflicts. */
export function addBooks(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);
  const form = operationForms(app, frame);
  const { show, refuse } = frame;
  const orGone = ({ context }: Sent, work: () => Promise<Response>) => ifThere(frame, { context, at: BOOKS }, work);

  app.get(BOOKS, (context) =>
    page(context, (viewer) => {
      const { done, connected } = context.req.query();
      return shown(viewer, { done, connected });
    }),
  );

  async function shown(
    { person, client }: SignedIn,
    more: Omit<BooksShown, 'person' | 'books' | 'conflicts'>,
    status = 200,
  ): Promise<Response> {
    const [{ address_books: books }, { conflicts }] = await Promise.all([
      client.call('list_address_books', {}).then(({ data }) => data),
      client.call('list_conflicts', { take: MOST_CONFLICTS }).then(({ data }) => data),
    ]);
    return show(booksPage({ person, books, conflicts, ...more }), { status });
  }

  // The password in this form is never returned. A connected server may receive all contacts, so a recent sign-in is required.
  app.post(`${BOOKS}/connect`, async (context, next) =>
    (await context.var.signedIn()) ? next() : refuse(context, 401, signedOutBefore('book', BOOKS)),
  );
  form(`${BOOKS}/connect`, connect, { fresh: true });

  async function connect(sent: Sent): Promise<Response> {
    const typed = (name: string) => (sent.fields.get(name) ?? '').trim().slice(0, LONGEST);
    const [url, user, book] = [typed('address'), typed('user'), typed('book')];
    const password = (sent.fields.get('password') ?? '').slice(0, LONGEST);
    const both_ways = sent.fields.get('how') !== 'read';
    const given = { url, user, password, both_ways, ...(book !== '' && { books: [book] }) };
    try {
      const [first] = (await sent.client.call('connect_address_book', given, sent.once)).data.address_books;
      return seeOther(`${BOOKS}?${new URLSearchParams({ connected: first!.id })}`);
    } catch (error) {
      const refused = { address: url, user, book, bothWays: both_ways, trouble: troubleOf(error) };
      return shown(sent, { refused }, 400);
    }
  }

  for (const [path, more] of [
    ['sync', {}],
    ['delete', { allow_deletions: true }],
  ] as const)
    form(`${BOOKS}/${path}`, (sent) =>
      orGone(sent, async () => {
        const bookId = sent.fields.get('id') ?? '';
        await sent.client.call('sync_address_book', { bookId, mode: 'soon', ...more }, sent.once);
        return seeOther(`${BOOKS}?done=soon`);
      }),
    );

  form(`${BOOKS}/disconnect`, (sent) =>
    orGone(sent, async () => {
      await sent.client.call('disconnect_address_book', { bookId: sent.fields.get('id') ?? '' }, sent.once);
      return seeOther(`${BOOKS}?done=disconnected`);
    }),
  );

  form(`${BOOKS}/settle`, async (sent) => {
    const { fields, client, once } = sent;
    try {
      await client.call('settle_conflict', { conflictId: fields.get('id') ?? '', take: fields.has('take') }, once);
    } catch (error) {
      const isSettled = error instanceof KithError && error.status === 404;
      if (!isSettled) return shown(sent, { trouble: inWords(error) }, 400);
    }
    return seeOther(`${BOOKS}?done=settled`);
  });
}

/** The error's message. A server that does not respond or has no such address book is not an internal error. */
function troubleOf(error: unknown): string {
  const isTheirs = error instanceof KithError && (error.status === 503 || error.status === 404);
  const { message, hint } = isTheirs ? error : refusalOf(error);
  const isForPages = hint !== undefined && !/--|KITH_ALLOW_HTTP/.test(hint);
  return isForPages ? `${message} ${hint}` : message;
}

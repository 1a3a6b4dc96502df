import { KithError } from '../../shared/error.ts';
import { goneAt } from '../pages/errors/error-page.tsx';
import { BOOKS, type BooksShown, booksPage, isTakeable } from '../pages/settings/books.tsx';
import { inWords, refusalOf, seeOther } from '../requests/answers.ts';
import { forPerson, type Sent } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { ownForms } from '../requests/own-forms.ts';
import type { SignedIn } from '../services/services.ts';

const LONGEST = 1_000;

/** Address books elsewhere: what is followed, the way to follow more, and edits that wait for a word. */
export function addBooks(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);
  const form = ownForms(app, frame);
  const { show, refuse } = frame;
  const { books } = frame.services;

  app.get(BOOKS, (context) =>
    page(context, (viewer) => {
      const { done, connected } = context.req.query();
      return shown(viewer, { done, connected });
    }),
  );

  async function shown(
    { person }: SignedIn,
    more: Omit<BooksShown, 'person' | 'books' | 'waiting'>,
    status = 200,
  ): Promise<Response> {
    const [list, waiting] = await Promise.all([books.list(person.id), books.waiting(person.id)]);
    return show(booksPage({ person, books: list, waiting, ...more }), { status });
  }

  // A password stands in this form: it is given back to nobody who is signed out, nor with what was refused. What is connected
  // may be sent the whole address book, so whoever signed in a while ago shows again who they are.
  app.post(`${BOOKS}/connect`, async (context, next) =>
    (await context.var.signedIn()) ? next() : refuse(context, 401, SIGNED_OUT),
  );
  form(`${BOOKS}/connect`, connect, { fresh: true });

  async function connect(sent: Sent): Promise<Response> {
    const typed = (name: string) => (sent.fields.get(name) ?? '').trim().slice(0, LONGEST);
    const [address, user, book] = [typed('address'), typed('user'), typed('book')];
    const password = (sent.fields.get('password') ?? '').slice(0, LONGEST);
    const bothWays = sent.fields.get('how') !== 'read';
    try {
      const [first] = await books.connect(sent.person.id, { address, user, password, book, bothWays });
      return seeOther(`${BOOKS}?${new URLSearchParams({ connected: first!.id })}`);
    } catch (error) {
      return shown(sent, { refused: { address, user, book, bothWays, trouble: troubleOf(error) } }, 400);
    }
  }

  form(`${BOOKS}/sync`, async ({ person, fields, context }) => {
    const isThere = await books.syncSoon(person.id, fields.get('id') ?? '');
    return isThere ? seeOther(`${BOOKS}?done=soon`) : refuse(context, 404, goneAt(BOOKS));
  });

  form(`${BOOKS}/delete`, async ({ person, fields, context }) => {
    const isThere = await books.allowDeletions(person.id, fields.get('id') ?? '');
    return isThere ? seeOther(`${BOOKS}?done=soon`) : refuse(context, 404, goneAt(BOOKS));
  });

  form(`${BOOKS}/disconnect`, async ({ person, fields, context }) => {
    const book = await books.disconnect(person.id, fields.get('id') ?? '');
    return book ? seeOther(`${BOOKS}?done=disconnected`) : refuse(context, 404, goneAt(BOOKS));
  });

  form(`${BOOKS}/settle`, async (sent) => {
    const { person, fields, client, once } = sent;
    const edit = (await books.waiting(person.id)).find(({ id }) => id === fields.get('id'));
    if (!edit) return seeOther(`${BOOKS}?done=settled`);
    if (fields.get('take') !== null && isTakeable(edit.field)) {
      try {
        await client.call('update_contact', { contactId: edit.contactId, [edit.field]: edit.lost }, once);
      } catch (error) {
        return shown(sent, { trouble: inWords(error) }, 400);
      }
    }
    await books.settle(person.id, edit.id);
    return seeOther(`${BOOKS}?done=settled`);
  });
}

const SIGNED_OUT = {
  title: 'You are signed out',
  text: 'Your session is over, so nothing was done. Sign in, then give the address and the password again: it is kept nowhere.',
  next: { href: `/sign-in?${new URLSearchParams({ to: BOOKS })}`, text: 'Sign in' },
};

/** Why it did not work: nothing of a server that does not answer, or knows no such book, is a fault of ours. */
function troubleOf(error: unknown): string {
  const isTheirs = error instanceof KithError && (error.status === 503 || error.status === 404);
  const { message, hint } = isTheirs ? error : refusalOf(error);
  const isForPages = hint !== undefined && !/--|KITH_ALLOW_HTTP/.test(hint);
  return isForPages ? `${message} ${hint}` : message;
}

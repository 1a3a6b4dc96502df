import type { PersonCard } from '../../shared/cards/address-book.ts';
import type { CardFields } from '../../shared/cards/fields.ts';
import type { CardLink } from '../../shared/cards/link.ts';
import { KithError } from '../../shared/error.ts';
import { chunked } from '../../shared/lists.ts';
import type { Codec } from './codec.ts';
import type { KithSide, Matcher } from './kith-side.ts';
import type { RemoteBook, Written } from './remote-book.ts';
import type { FollowReport, Told } from './report.ts';

/** How a book is followed. */
export interface FollowOptions {
  /** What makes names of cards here that come from there: the same for the same card. */
  bookId: string;
  remote: RemoteBook;
  codec: Codec;
  kith: KithSide;
  /** Else nothing is ever written elsewhere. */
  bothWays: boolean;
  /** New people of kith go to this book. */
  takesNew: boolean;
  /** However many are deleted on one side: the person has said so. */
  mayDelete?: boolean | undefined;
  /** Looks at everything, and says what it would do. */
  dryRun?: boolean | undefined;
  signal?: AbortSignal | undefined;
  now?: (() => Date) | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/** A run under way. */
export interface Session extends FollowOptions {
  report: FollowReport;
  byHref: Map<string, CardLink>;
  byName: Map<string, CardLink>;
  /** Paths of cards that are gone elsewhere. */
  goneThere: Set<string>;
  /** What is left undone: the next run is to look at it again. */
  isLeft: boolean;
  failuresInRow: number;
  unlinked?: Promise<Unlinked>;
}

/** People here who are not linked yet, to find who is who. */
export interface Unlinked {
  matcher: Matcher;
  titles: Map<string, string>;
  byUid: Map<string, string>;
}

export const titleOf = ({ full_name, first_name, last_name, company, emails, phones }: CardFields): string =>
  full_name ||
  [first_name, last_name].filter(Boolean).join(' ') ||
  company ||
  emails[0]?.value ||
  phones[0]?.value ||
  '(no name)';

export function tellOf(session: Session, fields: CardFields, what: Told['what'], more?: string): void {
  session.report.told.push({ name: titleOf(fields), what, ...(more !== undefined && { more }) });
}

/** A link as it is kept now. */
export function remember(session: Session, link: CardLink): void {
  const before = session.byHref.get(link.href);
  if (before && session.byName.get(before.name) === before) session.byName.delete(before.name);
  session.byHref.set(link.href, link);
  if (link.name !== '') session.byName.set(link.name, link);
}

export function forget(session: Session, href: string): void {
  const before = session.byHref.get(href);
  if (before && session.byName.get(before.name) === before) session.byName.delete(before.name);
  session.byHref.delete(href);
}

/** One person's card as it is here now. */
export async function personHere(session: Session, name: string, withPhoto = false): Promise<PersonCard | undefined> {
  const [card] = await session.kith.cards.read([name], withPhoto, true);
  return card?.kind === 'person' ? card : undefined;
}

/** After so many failures one after the other it is the server, not a card. */
const MOST_IN_ROW = 3;
const MOST_UNWANTED = 20;

const NOBODY: CardFields = { full_name: '(deleted here)', emails: [], phones: [], addresses: [], tags: [] };

/** Writes elsewhere. What the server will not have, and a failure of one card, are told; undefined then. */
export async function writeThere(
  session: Session,
  /** Undefined for a card that is deleted. */
  fields: CardFields | undefined,
  write: () => Promise<Written>,
): Promise<Exclude<Written, { outcome: 'unwanted' }> | undefined> {
  const failed = (why: string) => {
    session.isLeft = true;
    tellOf(session, fields ?? NOBODY, 'was not taken there', why);
    return undefined;
  };
  try {
    const written = await write();
    if (written.outcome === 'unwanted') {
      if (++session.failuresInRow >= MOST_UNWANTED) throw takesNothing(written.status);
      return failed(`status ${written.status}`);
    }
    session.failuresInRow = 0;
    return written;
  } catch (error) {
    const { code, message } = error as KithError;
    if (code !== 'ServiceUnavailable' || ++session.failuresInRow >= MOST_IN_ROW) throw error;
    return failed(message);
  }
}

const takesNothing = (status: number): KithError =>
  new KithError('Forbidden', `The server takes no cards (status ${status}).`, {
    hint: 'Where this user may only read the address book, connect it with --read-only.',
  });

const PAGE = 500;

/** All names of cards here with their numbers. */
export async function listHere(session: Pick<Session, 'kith'>): Promise<Map<string, number>> {
  const all = new Map<string, number>();
  for (let after: string | undefined; ; ) {
    const page = await session.kith.cards.list(after, PAGE);
    for (const { name, change } of page) all.set(name, change);
    if (page.length < PAGE) return all;
    after = page.at(-1)!.name;
  }
}

/** Read once, with the first card that nobody here is linked with. */
export function unlinkedHere(session: Session): Promise<Unlinked> {
  session.unlinked ??= readUnlinked(session);
  return session.unlinked;
}

async function readUnlinked(session: Session): Promise<Unlinked> {
  const names = [...(await listHere(session)).keys()].filter((name) => !session.byName.has(name));
  const people: { name: string; fields: CardFields }[] = [];
  const byUid = new Map<string, string>();
  for (const part of chunked(names, PAGE)) {
    for (const card of await session.kith.cards.read(part, false, false)) {
      if (card.kind !== 'person') continue;
      people.push({ name: card.name, fields: card.fields });
      byUid.set(card.uid, card.name);
    }
  }
  const titles = new Map(people.map(({ name, fields }) => [name, titleOf(fields)]));
  return { matcher: await session.kith.matcher(people), titles, byUid };
}

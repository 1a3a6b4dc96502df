import type { Operations } from '../../../contract/operations.ts';
import type { DataOf } from '../../../contract/schema/operation.ts';
import { type SearchTerm, searchTerms, words } from '../../../shared/text/fold.ts';
import type { MultiStepContext, RequestOf } from '../../runtime/handler.ts';
import { retainedUntil } from '../../runtime/retention.ts';
import type { TrashEntry } from '../../undo-records/trash-content.ts';
import { entriesAfter } from '../../undo-records/trash-entries.ts';

/** How many entries a search decrypts per read. Other requests run between the reads. */
const STRETCH = 100;

/** Lists the trash. Names are encrypted, so a search decrypts one entry after another. */
export async function pageOfTrash(
  steps: Pick<MultiStepContext, 'read'>,
  { kind, searchQuery, take, cursor }: RequestOf<Operations['list_trash']>['query'],
): Promise<DataOf<Operations['list_trash']>> {
  const terms = searchTerms(searchQuery ?? '', { everyPrefix: true });
  const { list, cursors } = await steps.read(async ({ user, cursors }) => ({
    list: JSON.stringify([user.user_id, 'list_trash', kind, terms]),
    cursors,
  }));
  const limit = terms.length > 0 ? STRETCH : take + 1;
  let after = cursor === undefined ? undefined : cursors.read(list, cursor);
  // Entries are large, so only the listed fields are kept.
  const found: { item: ReturnType<typeof viewEntry>; place: [string, string] }[] = [];
  for (;;) {
    const { entries, more } = await steps.read((context) => entriesAfter(context, { kind, after, limit }));
    for (const entry of entries)
      if (isNamed(entry.title, terms)) found.push({ item: viewEntry(entry), place: placeOf(entry) });
    if (found.length > take || !more) break;
    after = placeOf(entries.at(-1)!);
  }
  const shown = found.slice(0, take);
  const nextCursor = found.length > take ? cursors.write(list, shown.at(-1)!.place) : null;
  return { items: shown.map(({ item }) => item), pagination: { nextCursor, count: shown.length } };
}

const placeOf = ({ deleted_at, id }: TrashEntry): [string, string] => [deleted_at, id];

/** Converts a trash entry to API format. */
export const viewEntry = ({ object_id, kind, title, deleted_at }: TrashEntry) => ({
  id: object_id,
  kind,
  name: title,
  deleted_at,
  expires_at: retainedUntil(deleted_at),
});

/** Whether a name contains all terms, by the rules of contact search. */
function isNamed(title: string, terms: readonly SearchTerm[]): boolean {
  if (terms.length === 0) return true;
  const own = words(title);
  return terms.every((term) => own.some((_, at) => standsAt(own, at, term)));
}

const standsAt = (own: readonly string[], at: number, { words, prefix }: SearchTerm): boolean =>
  words.every((word, index) => {
    const there = own[at + index];
    return there === word || (prefix && index === words.length - 1 && there?.startsWith(word));
  });

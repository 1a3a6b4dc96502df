import type { Operations, ToolName } from '../../contract/operations.ts';
import type { ArgumentsOf } from '../../contract/schema/operation.ts';
import { sanitize } from '../../shared/text/sanitize.ts';
import type { LookupContext } from '../names/name.ts';
import { type Ask, askOf, type Fields, isEmpty } from './ask.ts';
import { archivedMatches, archivedMembers, unknownAddresses } from './contacts.ts';
import { notesWithoutFilters } from './notes.ts';
import { otherReminders } from './reminders.ts';
import { matchesOfWords } from './words.ts';

/** Describes in one line what a list left out. */
type Describe = (reply: Fields) => Promise<string | undefined>;

/** Starts the requests that need only the arguments. The others wait for the reply. */
type Omissions<Args> = (ask: Ask, args: Args) => Describe | undefined;

type NoteFilters = ArgumentsOf<Operations['count_notes']>;

const ofNotes: Omissions<NoteFilters> = (ask, args) => {
  const { searchQuery: query, contactId, groupId } = args;
  const limits = { ...(contactId && { contactId }), ...(groupId && { groupId }) };
  const others = query?.trim() ? matchesOfWords(ask, { query, shown: { kind: 'note' }, limits }) : undefined;
  return async (reply) => {
    const parts = [isEmpty(reply) ? await notesWithoutFilters(ask, args) : undefined, await others?.(reply)];
    return parts.filter(Boolean).join('. ') || undefined;
  };
};

const OMISSIONS: { [N in ToolName]?: Omissions<ArgumentsOf<Operations[N]>> } = {
  list_contacts(ask, { searchQuery: query, archived }) {
    if (query?.trim()) return matchesOfWords(ask, { query, shown: { kind: 'person', archived } });
    return archived ? undefined : archivedMatches(ask, {});
  },
  filter_contacts: archivedMatches,
  count_contacts: archivedMatches,
  list_group_contacts: archivedMembers,
  find_contacts_by_email:
    (_ask, { emails }) =>
    (reply) =>
      unknownAddresses(reply, emails),
  list_notes: ofNotes,
  search_notes: ofNotes,
  count_notes: (ask, args) => async (reply) => (isEmpty(reply) ? ofNotes(ask, args)!(reply) : undefined),
  list_reminders: otherReminders,
};

/**
 * Returns a function that adds `also_matching` to a list's first page: matches that it does not show
 * (docs/replies.md#what-a-list-leaves-out). Starts its requests now, in parallel with the list, and never fails.
 */
export function alsoMatching(look: LookupContext, name: ToolName, args: Fields): (reply: Fields) => Promise<Fields> {
  const describe = args.cursor === undefined ? started(look, name, args) : undefined;
  let described: Promise<string | undefined> | undefined;
  return async (reply) => {
    if (!describe) return reply;
    // A page that is requested again with fewer rows leaves out the same.
    described ??= describe(reply).catch(() => undefined);
    const line = await described;
    return line ? { ...reply, also_matching: sanitize(line) } : reply;
  };
}

function started(look: LookupContext, name: ToolName, args: Fields): Describe | undefined {
  try {
    return (OMISSIONS[name] as Omissions<Fields> | undefined)?.(askOf(look), args);
  } catch {
    // The service rejects such arguments.
    return undefined;
  }
}

import type { Operations, ToolName } from '../../src/contract/operations.ts';
import type { ArgumentsOf, DataOf } from '../../src/contract/schema/operation.ts';

// How to take back each write. A reply names the calls with their arguments (docs/replies.md#writes).

/** Runs a reading tool. Equal reads in one phase of a call run once. */
export type Read = <N extends ToolName>(name: N, args: ArgumentsOf<Operations[N]>) => Promise<DataOf<Operations[N]>>;

/** A tool call that takes a write back, or a part of it. */
export interface UndoCall {
  tool: ToolName;
  args: object;
}

export const toolCall = <N extends ToolName>(tool: N, args: ArgumentsOf<Operations[N]>): UndoCall => ({ tool, args });

/** The calls that take a write back; none if it changed nothing. A sentence if calls cannot. */
export type UndoSteps = UndoCall[] | string;

/** Derives the calls from the response. `read` reads the state after the write. */
export type UndoAfter<Told> = (told: Told, read: Read) => UndoSteps | Promise<UndoSteps>;

export interface Undo<Args = unknown, Told = unknown> {
  /** For a deletion into the trash: names related records that move there too. */
  deletes?: string;
  /** Runs before the write, and reads what the write replaces. */
  prepare(args: Args, read: Read): UndoAfter<Told> | Promise<UndoAfter<Told>>;
}

/** Undo that needs no state from before the write, such as deleting what was created. */
export const undoneBy = <Args, Told>(steps: (told: Told, args: Args) => UndoSteps): Undo<Args, Told> => ({
  prepare: (args) => (told) => steps(told, args),
});

/** Undo that restores the state before the write. */
export const restoring = <Args, Told>(prepare: Undo<Args, Told>['prepare']): Undo<Args, Told> => ({ prepare });

/** Undo of a deletion into the trash. `deletes` names the related records that move there too. */
export const fromTrash = <Args, Told>(
  deletes: string,
  idsOf: (told: Told, args: Args) => readonly string[] = (told) => (told as { ids: string[] }).ids,
): Undo<Args, Told> => ({
  deletes,
  prepare: (args) => (told) => {
    const ids = idsOf(told, args);
    return ids.length > 0 ? [toolCall('restore_from_trash', { ids: [...ids] })] : [];
  },
});

/** Maximum number of contacts whose former state is read. */
export const MAX_READ = 100;

export type Contact = DataOf<Operations['get_contact']>['contact'];
type Part = keyof Contact;

/** Reads parts of contacts, including archived ones. `undefined` if there are too many. */
export async function readContacts(
  read: Read,
  ids: readonly string[],
  parts: readonly Part[],
): Promise<Map<string, Contact> | undefined> {
  const wanted = [...new Set(ids)];
  if (wanted.length > MAX_READ) return undefined;
  const select = Object.fromEntries(['full_name', ...parts].map((part) => [part, true]));
  if (wanted.length === 1) {
    // Faster than a list, and also finds an archived contact.
    const { contact } = await read('get_contact', { contactId: wanted[0]!, select });
    return new Map([[contact.id, contact]]);
  }
  const found = new Map<string, Contact>();
  for (const is_archived of [false, true]) {
    if (found.size === wanted.length) break;
    const { contacts } = await read('filter_contacts', {
      where: { in: wanted, is_archived },
      take: MAX_READ,
      select,
    });
    for (const contact of contacts) found.set(contact.id, contact);
  }
  return found;
}

export const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The former values of the fields that differ. */
export function formerValues<Row extends object, Field extends keyof Row>(
  before: Row,
  after: Row,
  fields: readonly Field[],
): Partial<Pick<Row, Field>> {
  const changed = fields.filter((field) => field in before && field in after && !same(before[field], after[field]));
  return Object.fromEntries(changed.map((field) => [field, before[field] ?? null])) as Partial<Pick<Row, Field>>;
}

/** The call, or none if it would change nothing. */
export const unlessEmpty = (changes: object, call: () => UndoCall): UndoCall[] =>
  Object.keys(changes).length > 0 ? [call()] : [];

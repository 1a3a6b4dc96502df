import { chunked } from '../../../shared/lists.ts';
import type { Context } from '../../runtime/context.ts';
import type { TrashEntry } from '../../undo-records/trash-content.ts';
import { dropEntries, entriesAbout, findEntry, rewriteEntry } from '../../undo-records/trash-entries.ts';

/**
 * The trash entries that a transaction works on. Each is decrypted once, no matter how many rows refer to it, and changed
 * ones are encrypted once, by `save`.
 */
export class OpenEntries {
  readonly #context: Context;
  readonly #entries = new Map<string, TrashEntry>();
  /** Cached entry ids by record id: the entries that contain the record or a change of it. */
  readonly #about = new Map<string, Set<string>>();
  readonly #changed = new Set<TrashEntry>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Finds an entry by its own id or by the id of a deleted record, of which it returns the latest. */
  async find(id: string): Promise<TrashEntry | undefined> {
    return findEntry(this.#context, id, this.#entries);
  }

  /** Removes an entry from the trash. */
  async drop(entry: TrashEntry): Promise<void> {
    this.#entries.delete(entry.id);
    this.#changed.delete(entry);
    await dropEntries(this.#context, [entry.id]);
  }

  /** Loads the entries for calls of `about`. */
  async lookUp(objectIds: string[]): Promise<void> {
    const asked = [...new Set(objectIds)].filter((id) => !this.#about.has(id));
    for (const part of chunked(asked)) {
      for (const id of part) this.#about.set(id, new Set());
      for (const { object_id, entry } of await entriesAbout(this.#context, part, this.#entries)) {
        this.#entries.set(entry.id, entry);
        this.#about.get(object_id)!.add(entry.id);
      }
    }
  }

  /** The entries that contain a record or a change of it, latest first. */
  async about(objectId: string): Promise<TrashEntry[]> {
    await this.lookUp([objectId]);
    const entries = [...this.#about.get(objectId)!].flatMap((id) => this.#entries.get(id) ?? []);
    return entries.sort((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1));
  }

  /** Marks an entry as changed. `record` is a record, or a change of one, that was added to it. */
  async changed(entry: TrashEntry, record?: { id?: unknown }): Promise<void> {
    this.#changed.add(entry);
    if (typeof record?.id !== 'string') return;
    await this.lookUp([record.id]);
    this.#about.get(record.id)!.add(entry.id);
  }

  async save(): Promise<void> {
    for (const entry of this.#changed) await rewriteEntry(this.#context, entry);
    this.#changed.clear();
  }
}

const placeOf = ({ deleted_at, id }: TrashEntry): string => `${deleted_at} ${id}`;

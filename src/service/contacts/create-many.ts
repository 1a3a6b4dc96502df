import { newId } from '../../store/ids.ts';
import { insertRows } from '../../store/insert.ts';
import { ownedIds, refuseMissing } from '../common/owned.ts';
import { addedLinks } from '../contact-rows/associations.ts';
import {
  idIsTaken,
  insertContacts,
  type NewContact,
  type NewContactRows,
  newContactRows,
  takenIds,
} from '../contact-rows/new-rows.ts';
import { createContact } from '../contact-rows/save.ts';
import { withStoredPhotos } from '../photos/photos.ts';
import { markChanged } from '../runtime/changes.ts';
import type { Context } from '../runtime/context.ts';
import { addToCounts, type Count } from '../runtime/counts.ts';

/**
 * Creates many contacts in one transaction. The caller creates them one by one, but references are looked up in advance
 * and rows are inserted together, so few statements are needed.
 */
export interface BatchCreator {
  /** Throws the same errors as creating the contact alone. Nothing is changed then if `apart` rolls back its work. */
  create(input: NewContact): Promise<NewContactRows>;
  /** Inserts the remaining rows. Call it last. */
  finish(): Promise<void>;
}

type Apart = <T>(work: () => Promise<T>) => Promise<T>;

/** `inputs` contains all contacts. `apart` runs the work of a contact that needs separate statements. */
export async function createBatch(context: Context, inputs: NewContact[], apart: Apart): Promise<BatchCreator> {
  const taken = await takenIds(
    context,
    inputs.flatMap(({ id }) => id ?? []),
  );
  const owned = {
    tags: await ownedIds(context, 'tags', inputs.flatMap(tagIds)),
    groups: await ownedIds(context, 'groups', inputs.flatMap(groupIds)),
  };
  let waiting: { input: NewContact; rows: NewContactRows }[] = [];

  async function finish(): Promise<void> {
    if (waiting.length === 0) return;
    const written = waiting;
    waiting = [];
    await insertContacts(
      context,
      written.map(({ rows }) => rows),
    );
    const linksOf = <R>(idsOf: (input: NewContact) => string[], link: (contact_id: string, id: string) => R): R[] =>
      written.flatMap(({ input, rows }) => [...new Set(idsOf(input))].map((id) => link(rows.contact.id, id)));
    const { user_id } = context.user;
    const inGroup = (contact_id: string, group_id: string) => ({
      user_id,
      contact_id,
      group_id,
      created_at: context.now,
    });
    const withTag = (contact_id: string, tag_id: string) => ({ user_id, contact_id, tag_id });
    markChanged(
      context,
      'group',
      written.flatMap(({ input }) => groupIds(input)),
    );
    await insertRows(context.db, 'groups_contacts', linksOf(groupIds, inGroup));
    await insertRows(context.db, 'tags_contacts', linksOf(tagIds, withTag));
    await addToCounts(
      context,
      written
        .filter(({ rows }) => !rows.contact.is_archived)
        .flatMap(({ input }): Count[] => [
          ...[...new Set(groupIds(input))].map((name) => ({ kind: 'group' as const, name, contacts: 1 })),
          ...[...new Set(tagIds(input))].map((name) => ({ kind: 'tag' as const, name, contacts: 1 })),
        ]),
    );
  }

  return {
    async create(input) {
      const id = input.id ?? newId();
      if (input.id && taken.has(id)) throw idIsTaken(id, taken.get(id));
      const rows = newContactRows(context, id, await withStoredPhotos(context, input));
      if (hasOtherRelations(input)) {
        await finish();
        await apart(() => createContact(context, input, rows));
      } else {
        refuseMissing(groupIds(input), owned.groups, (index) => `groups_contacts[${index}].group_id`);
        refuseMissing(tagIds(input), owned.tags, (index) => `tags_contacts[${index}].tag_id`);
        waiting.push({ input, rows });
      }
      taken.set(id, undefined);
      return rows;
    },
    finish,
  };
}

const tagIds = ({ tags_contacts }: NewContact): string[] => addedLinks(tags_contacts).map(({ tag_id }) => tag_id);
const groupIds = ({ groups_contacts }: NewContact): string[] => (groups_contacts ?? []).map(({ group_id }) => group_id);

/** Whether a contact changes more than its own rows, tags, and groups. */
const hasOtherRelations = ({
  related_contacts,
  tags_contacts,
  custom_fields,
  contact_birthdays,
}: NewContact): boolean =>
  !!(
    related_contacts ||
    custom_fields ||
    contact_birthdays?.contact_id ||
    (tags_contacts && !Array.isArray(tags_contacts))
  );

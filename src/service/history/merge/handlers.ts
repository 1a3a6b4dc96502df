import type { OperationName, Operations } from '../../../contract/operations.ts';
import { KithError } from '../../../shared/error.ts';
import { itemError } from '../../common/bulk.ts';
import { ALL_RELATIONS, readAllContacts } from '../../contact-rows/read.ts';
import type { Handlers, RequestOf } from '../../runtime/handler.ts';
import { listMerges } from './list.ts';
import { mergeGroup } from './merge.ts';
import { undoMerge } from './undo.ts';
import { undoGroupMerge } from './undo-groups.ts';

type Names = Extract<OperationName, 'merge_contacts' | 'undo_contact_merge' | 'list_merges' | 'undo_group_merge'>;

export const mergeHandlers: Handlers<Names> = {
  merge_contacts: {
    isOneStep: ({ body }) => body.contactIds.length <= 1,
    async inSteps(steps, { body }) {
      const survivors: string[] = [];
      const failed: { contactIds: string[]; error: { code: string; message: string } }[] = [];
      const used = new Set<string>();
      const survivorOf = survivorsNamed(body);
      for (const [index, group] of body.contactIds.entries()) {
        const { contactIds, primaryContactId } = Array.isArray(group) ? { contactIds: group } : group;
        try {
          const survivor = survivorOf(contactIds, primaryContactId);
          const clash = contactIds.find((id) => used.has(id));
          if (clash) throw new KithError('Conflict', `${clash} was merged in an earlier group of this request.`);
          const reached = { done: index + 1, total: body.contactIds.length };
          survivors.push(await steps.step((context) => mergeGroup(context, contactIds, survivor), reached));
          for (const id of contactIds) used.add(id);
        } catch (error) {
          failed.push({ contactIds, error: itemError(error) });
        }
      }
      const shown = await steps.read((context) => readAllContacts(context, survivors, ALL_RELATIONS));
      const { contacts: merged, ...warned } = shown;
      return { merged, failed, ...warned };
    },
  },

  async undo_contact_merge(context, { path }) {
    return readAllContacts(context, await undoMerge(context, path.contactId!), ALL_RELATIONS);
  },

  list_merges: async (context) => ({ merges: await listMerges(context) }),

  async undo_group_merge(context, { path }) {
    const id = path.groupId!;
    const { before, sources } = (await undoGroupMerge(context, id)).change;
    return { groups: [{ id, name: before.name }, ...sources.map((one) => ({ id: one.id, name: one.name }))] };
  },
};

/**
 * Returns a function that determines a group's survivor from the request. Undefined means the oldest contact. If a
 * survivor id is in no group, the request is probably wrong, so the function throws for all groups.
 */
function survivorsNamed({ contactIds: groups, survivorIds = [] }: RequestOf<Operations['merge_contacts']>['body']) {
  const known = new Set(groups.flatMap((group) => (Array.isArray(group) ? group : group.contactIds)));
  const stray = survivorIds.find((id) => !known.has(id));
  return (contactIds: readonly string[], primaryContactId: string | undefined): string | undefined => {
    if (stray) throw new KithError('NotFound', `survivorIds: ${stray} is not in any group.`);
    const named = new Set(survivorIds.filter((id) => contactIds.includes(id)));
    if (primaryContactId) named.add(primaryContactId);
    if (named.size > 1) throw new KithError('BadRequest', 'A group can have only one survivor.');
    return [...named][0];
  };
}

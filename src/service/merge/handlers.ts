import { KithError } from '../../contract/error.ts';
import type { OperationName } from '../../contract/operations.ts';
import { itemError } from '../common/bulk.ts';
import { readContact } from '../contacts/read.ts';
import type { Handlers } from '../runtime/handler.ts';
import { mergeGroup } from './merge.ts';
import { undoMerge } from './undo.ts';

export const contactMergeHandlers: Handlers<Extract<OperationName, 'merge_contacts' | 'undo_contact_merge'>> = {
  merge_contacts: {
    isOneStep: ({ body }) => body.contactIds.length <= 1,
    async inSteps(steps, { body }) {
      const survivors: string[] = [];
      const failed: { contactIds: string[]; error: { code: string; message: string } }[] = [];
      const used = new Set<string>();
      for (const [index, group] of body.contactIds.entries()) {
        const { contactIds, primaryContactId } = Array.isArray(group) ? { contactIds: group } : group;
        try {
          const clash = contactIds.find((id) => used.has(id));
          if (clash) throw new KithError('Conflict', `${clash} was merged in an earlier group of this request.`);
          const reached = { done: index + 1, total: body.contactIds.length };
          survivors.push(await steps.step((context) => mergeGroup(context, contactIds, primaryContactId), reached));
          for (const id of contactIds) used.add(id);
        } catch (error) {
          failed.push({ contactIds, error: itemError(error) });
        }
      }
      const merged = await steps.read((context) => Promise.all(survivors.map((id) => readContact(context, id))));
      return { merged, failed };
    },
  },

  async undo_contact_merge(context, { path }) {
    const ids = await undoMerge(context, path.contactId!);
    const contacts = [];
    for (const id of ids) contacts.push(await readContact(context, id));
    return { contacts };
  },
};

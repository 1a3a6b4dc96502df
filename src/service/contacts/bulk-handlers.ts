import type { OperationName } from '../../contract/operations.ts';
import { KithError } from '../../shared/error.ts';
import { bulkResult, inRow, partByOwner } from '../common/bulk.ts';
import { CHUNK_SIZE, createInChunks } from '../common/chunked-creation.ts';
import { ALL_RELATIONS, readAllContacts } from '../contact-rows/read.ts';
import { changeContact, finishChanges, requireContact } from '../contact-rows/save.ts';
import type { Handlers } from '../runtime/handler.ts';
import { createChunk, replacementsOf } from './create-chunk.ts';
import { deleteContacts } from './delete.ts';
import { deletionParts } from './deletion-parts.ts';

type Names = Extract<OperationName, 'bulk_create_contacts' | 'bulk_update_contacts' | 'bulk_delete_contacts'>;

export const contactBulkHandlers: Handlers<Names> = {
  bulk_create_contacts: {
    isOneStep: ({ body }) => body.contacts.length <= CHUNK_SIZE,
    async inSteps(steps, { body }) {
      const { contacts, ...how } = body;
      const { ids, created, batch } = await createInChunks(steps, contacts, (context, rows, offset, before) =>
        createChunk(context, rows, offset, { ...how, standIns: replacementsOf(contacts, before) }),
      );
      const shown = await steps.read((context) => readAllContacts(context, ids, ALL_RELATIONS));
      const duplicates = created.flatMap(({ likes }) => likes);
      return {
        ...shown,
        pagination: { nextCursor: null, count: shown.contacts.length },
        batch,
        ...(duplicates.length > 0 && { duplicates }),
      };
    },
  },

  async bulk_update_contacts(context, { body }) {
    for (const [index, { contactId, data }] of body.entries()) {
      let place = `[${index}].contactId`;
      try {
        const current = await requireContact(context, contactId);
        place = `[${index}].data`;
        await changeContact(context, current, data);
      } catch (error) {
        throw error instanceof KithError ? inRow(error, index, place) : error;
      }
    }
    await finishChanges(
      context,
      body.map(({ contactId }) => contactId),
    );
    return { count: body.length };
  },

  bulk_delete_contacts: {
    isOneStep: ({ body }) => body.contactIds.length === 1,
    async inSteps(steps, { body }) {
      // The parts are recorded, so that a call that resumes after an interruption uses the same ones.
      const { parts, missing } = await steps.step(async (context) => {
        const { found, missing } = await partByOwner(context, 'contacts', body.contactIds);
        return { parts: await deletionParts(context, found), missing };
      });
      const ids = parts.flat();
      let done = 0;
      for (const part of parts) {
        done += part.length;
        const later = ids.slice(done);
        await steps.step(
          async (context) => {
            const { found } = await partByOwner(context, 'contacts', part);
            await deleteContacts(context, found, later);
          },
          { done, total: ids.length },
        );
      }
      return bulkResult(ids, missing);
    },
  },
};

import type { OperationName } from '../../contract/operations.ts';
import { chunked } from '../../shared/lists.ts';
import type { Handlers } from '../runtime/handler.ts';
import type { TrashKindName } from './kinds.ts';
import { pageOfTrash } from './pages.ts';
import { restoreAllFromTrash } from './restore.ts';

const AT_ONCE = 50;

export const trashHandlers: Handlers<Extract<OperationName, 'list_trash' | 'restore_from_trash'>> = {
  list_trash: { inSteps: (steps, { query }) => pageOfTrash(steps, query) },

  restore_from_trash: {
    isOneStep: ({ body }) => body.ids.length <= AT_ONCE,
    async inSteps(steps, { body }) {
      const restored: { id: string; kind: TrashKindName }[] = [];
      const failed: { id: string; reason: string }[] = [];
      const ids = [...new Set(body.ids)];
      for (const [index, part] of chunked(ids, AT_ONCE).entries()) {
        const reached = { done: index * AT_ONCE + part.length, total: ids.length };
        const entries = await steps.step(async (context) => {
          const found = await restoreAllFromTrash(context, part);
          return found.map((entry) => (entry ? { id: entry.object_id, kind: entry.kind } : null));
        }, reached);
        for (const [place, entry] of entries.entries())
          entry ? restored.push(entry) : failed.push({ id: part[place]!, reason: MISSING });
      }
      return { restored, failed };
    },
  },
};

/** What is not in the trash fails alone: nothing was done for it. */
const MISSING = 'There is nothing of yours in the trash with this id; list_trash shows what there is.';

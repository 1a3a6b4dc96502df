import { KithError } from '../../contract/error.ts';
import type { OperationName } from '../../contract/operations.ts';
import { giveWay, isTimeToGiveWay } from '../../shared/give-way.ts';
import { chunked } from '../../shared/lists.ts';
import type { Handlers } from '../runtime/handler.ts';
import type { TrashKindName } from './kinds.ts';
import { pageOfTrash } from './pages.ts';
import { type Restored, restoreFromTrash } from './restore.ts';

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
        const some = await steps.step(async (context) => {
          const outcomes: Outcome[] = [];
          for (const id of part) {
            if (isTimeToGiveWay()) await giveWay();
            outcomes.push(await restoreFromTrash(context, id).then(toldOf, asFailed(id)));
          }
          return outcomes;
        }, reached);
        for (const one of some) 'reason' in one ? failed.push(one) : restored.push(one);
      }
      return { restored, failed };
    },
  },
};

type Outcome = { id: string; kind: TrashKindName } | { id: string; reason: string };

const toldOf = ({ object_id, kind, notBack }: Restored): Outcome =>
  notBack === undefined ? { id: object_id, kind } : { id: object_id, reason: notBack };

/** What is not in the trash or has no place fails alone: nothing was done for it. Any other fault undoes the step. */
const asFailed =
  (id: string) =>
  (error: unknown): Outcome => {
    if (!(error instanceof KithError)) throw error;
    if (error.code === 'Conflict') return { id, reason: error.message };
    if (error.code !== 'NotFound') throw error;
    return { id, reason: 'There is nothing of yours in the trash with this id; list_trash shows what there is.' };
  };

import type { OperationName } from '../../../contract/operations.ts';
import { KithError, notFound } from '../../../shared/error.ts';
import { chunked } from '../../../shared/lists.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { findEntry } from '../../undo-records/trash-entries.ts';
import type { TrashKindName } from '../../undo-records/trash-kinds.ts';
import { pageOfTrash, viewEntry } from './pages.ts';
import { type Restored, restoreAllFromTrash } from './restore.ts';

const AT_ONCE = 50;

export const trashHandlers: Handlers<Extract<OperationName, 'list_trash' | 'get_from_trash' | 'restore_from_trash'>> = {
  list_trash: { inSteps: (steps, { query }) => pageOfTrash(steps, query) },

  async get_from_trash(context, { path }) {
    const entry = await findEntry(context, path.trashId!);
    if (!entry) throw notFound('trash entry', path.trashId!);
    return { item: viewEntry(entry) };
  },

  restore_from_trash: {
    isOneStep: ({ body }) => body.ids.length <= AT_ONCE,
    async inSteps(steps, { body }) {
      const restored: { id: string; kind: TrashKindName }[] = [];
      const failed: { id: string; reason: string }[] = [];
      const ids = [...new Set(body.ids)];
      for (const [index, part] of chunked(ids, AT_ONCE).entries()) {
        const reached = { done: index * AT_ONCE + part.length, total: ids.length };
        const outcomes = await steps.step(async (context) => {
          const some = await restoreAllFromTrash(context, part);
          return some.map((one, place) => outcomeOf(part[place]!, one));
        }, reached);
        for (const one of outcomes) 'reason' in one ? failed.push(one) : restored.push(one);
      }
      return { restored, failed };
    },
  },
};

type Outcome = { id: string; kind: TrashKindName } | { id: string; reason: string };

/** The outcome of restoring one record. A failed one does not affect the others. */
function outcomeOf(id: string, outcome: Restored | KithError): Outcome {
  if (outcome instanceof KithError) return { id, reason: outcome.code === 'NotFound' ? MISSING : outcome.message };
  const { object_id, kind, notBack } = outcome;
  return notBack === undefined ? { id: object_id, kind } : { id: object_id, reason: notBack };
}

const MISSING = 'The trash contains nothing with this id. list_trash lists its content.';

import type { ManagementName } from '../../contract/operations.ts';
import { viewEntry } from '../../service/history/trash/pages.ts';
import type { ManagementHandler } from '../../service/runtime/handler.ts';
import { deleteEntriesUntil, deletePermanently, findEntry } from '../../service/undo-records/trash-entries.ts';
import { notFound } from '../../shared/error.ts';

type Manage<N extends ManagementName> = ManagementHandler<N>['manage'];

export const deleteFromTrash: Manage<'delete_from_trash'> = ({ data }, { path }) =>
  data.write(async (context) => {
    const entry = await findEntry(context, path.trashId!);
    if (!entry) throw notFound('trash entry', path.trashId!);
    await deletePermanently(context, [entry.id]);
    return { item: viewEntry(entry) };
  });

export const emptyTrash: Manage<'empty_trash'> = async ({ data, now }, { body }) => ({
  affected: await data.write((context) => deleteEntriesUntil(context, body.until ?? now)),
});

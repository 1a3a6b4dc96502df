import type { OperationName } from '../../contract/operations.ts';
import { sizesOfTexts } from '../common/answer-size.ts';
import { pageByName } from '../common/name-pages.ts';
import type { Handlers } from '../runtime/handler.ts';
import { createView, deleteView, requireView, updateView, viewsById } from './views.ts';

type Names = Extract<OperationName, 'list_views' | `${'create' | 'get' | 'update' | 'delete'}_view`>;

export const viewHandlers: Handlers<Names> = {
  async list_views(context, { query }) {
    const { ids, pageFields } = await pageByName(
      context,
      'views',
      query,
      sizesOfTexts(context, 'views', 400, ['filters']),
    );
    return { views: await viewsById(context, ids), ...pageFields };
  },

  create_view: async (context, { body }) => ({ view: await requireView(context, await createView(context, body)) }),

  get_view: async (context, { path }) => ({ view: await requireView(context, path.viewId!) }),

  async update_view(context, { path, body }) {
    await updateView(context, path.viewId!, body);
    return { view: await requireView(context, path.viewId!) };
  },

  async delete_view(context, { path }) {
    await deleteView(context, path.viewId!);
    return { affected: 1, ids: [path.viewId!] };
  },
};

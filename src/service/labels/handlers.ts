import type { OperationName } from '../../contract/operations.ts';
import type { Context } from '../runtime/context.ts';
import type { Handlers } from '../runtime/handler.ts';

export const labelHandlers: Handlers<Extract<OperationName, 'list_label_names'>> = {
  list_label_names: async (context, { query }) => ({
    tags: await namesIn('tags', context, query),
    groups: await namesIn('groups', context, query),
  }),
};

interface LabelQuery {
  ids?: string[] | undefined;
  take: number;
}

function namesIn(table: 'tags' | 'groups', { db, user }: Context, { ids, take }: LabelQuery) {
  const rows = db.selectFrom(table).select(['id', 'name']).where('user_id', '=', user.user_id);
  const wanted = ids === undefined ? rows : rows.where('id', 'in', ids);
  return wanted.orderBy('name').orderBy('id').limit(take).execute();
}

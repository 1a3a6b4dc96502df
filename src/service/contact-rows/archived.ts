import type { Context } from '../runtime/context.ts';

/**
 * The ids of archived contacts. Lists and counts of people leave them out unless they are asked for
 * (docs/api/contacts.md#archived-contacts); they are few, so they are gathered once for a statement.
 */
export const archivedIds = ({ db, user }: Pick<Context, 'db' | 'user'>) =>
  db
    .selectFrom('contacts')
    .select('contacts.id')
    .where('contacts.user_id', '=', user.user_id)
    .where('contacts.is_archived', '=', 1);

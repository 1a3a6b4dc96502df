import type { Context } from '../runtime/context.ts';

/**
 * The ids of archived contacts. Lists and counts of people exclude them by default
 * (docs/api/contacts.md#archived-contacts). They are few, so a statement collects them once.
 */
export const archivedIds = ({ db, user }: Pick<Context, 'db' | 'user'>) =>
  db
    .selectFrom('contacts')
    .select('contacts.id')
    .where('contacts.user_id', '=', user.user_id)
    .where('contacts.is_archived', '=', 1);

import type { Secret } from '../../identity/secrets/secret.ts';
import { KithError } from '../../shared/error.ts';
import type { Store } from '../../store/store.ts';
import { SHARE_TOKENS } from './share-links.ts';

/** The data of a contact that a share link shows. */
export interface SharedContact {
  full_name: string | null;
  job_title: string | null;
  company: string | null;
}

/**
 * The unarchived members of a shared group, by name. Throws the same 404 for an unknown, deleted, or expired link, so that
 * visitors cannot tell them apart.
 */
export async function readSharedGroup(
  store: Store,
  secret: Secret,
  token: string,
  now: string,
): Promise<{ contacts: SharedContact[] }> {
  const link = await findLink(store, secret, token);
  if (!link || (link.expires_at !== null && link.expires_at <= now)) {
    throw new KithError('NotFound', 'This share link does not exist or has expired.');
  }
  const contacts = await store.read(link.user_id, (db) =>
    db
      .selectFrom('groups_contacts as link')
      .innerJoin('contacts', (join) =>
        join.onRef('contacts.user_id', '=', 'link.user_id').onRef('contacts.id', '=', 'link.contact_id'),
      )
      .select(['contacts.full_name', 'contacts.job_title', 'contacts.company'])
      .where('link.user_id', '=', link.user_id)
      .where('link.group_id', '=', link.group_id)
      .where('contacts.is_archived', '=', 0)
      .orderBy('contacts.folded_name')
      .orderBy('contacts.id')
      .execute(),
  );
  return { contacts };
}

/**
 * Finds a link among its owner's rows. The owner is masked in the token with a secret: tries the current one first, then
 * retired ones.
 */
async function findLink(store: Store, secret: Secret, token: string) {
  for (const owner of SHARE_TOKENS.ownersOf(secret, token)) {
    const found = await store.read(owner, (db) =>
      db
        .selectFrom('share_links')
        .select(['user_id', 'group_id', 'expires_at'])
        .where('user_id', '=', owner)
        .where('lookup', 'in', SHARE_TOKENS.lookups(secret, token))
        .executeTakeFirst(),
    );
    if (found) return found;
  }
  return undefined;
}

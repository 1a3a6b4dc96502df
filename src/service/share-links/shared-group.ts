import type { Secret } from '../../identity/secrets/secret.ts';
import { KithError } from '../../shared/error.ts';
import type { Store } from '../../store/store.ts';
import { SHARE_TOKENS } from './share-links.ts';

/** Everything that a share link shows of a person. */
export interface SharedContact {
  full_name: string | null;
  job_title: string | null;
  company: string | null;
}

/**
 * The members of the group that a link shares, by name, without archived ones. Throws the same 404 for an unknown, deleted or expired link: its
 * holder learns nothing else.
 */
export async function readSharedGroup(
  store: Store,
  secret: Secret,
  token: string,
  now: string,
): Promise<{ contacts: SharedContact[] }> {
  const link = await findLink(store, secret, token);
  if (!link || (link.expires_at !== null && link.expires_at <= now)) {
    throw new KithError('NotFound', 'There is no such share link, or it has expired.');
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

/** A link is stored with its owner's rows. Each secret that may mask the owner in the token is tried, the current one first. */
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

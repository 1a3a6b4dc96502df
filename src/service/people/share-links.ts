import { randomBytes } from 'node:crypto';
import type { DataOf } from '../../catalogue/operation.ts';
import type { Operations } from '../../catalogue/operations.ts';
import type { Context } from '../context.ts';
import type { Secret } from '../secret.ts';
import { newId } from '../store/ids.ts';
import type { ShareLinkRow } from '../store/tables.ts';

export type ShareLinkView = DataOf<Operations['create_share_link']>['share_link'];

const PURPOSE = 'share link';

/** What a link is found by: the token itself stands nowhere in the clear. */
export const shareLookup = (secret: Secret, token: string): string => secret.sign(`${PURPOSE} lookup`, token);

/** A token as it is stored: found by its digest, read back through the secret. */
export const hiddenToken = (secret: Secret, token: string) => ({
  lookup: shareLookup(secret, token),
  sealed: secret.seal(PURPOSE, token),
});

export const openToken = (secret: Secret, sealed: string): string => secret.open(PURPOSE, sealed);

export async function createShareLink(
  context: Context,
  group_id: string,
  expires_at: string | null,
): Promise<ShareLinkView> {
  const { db, user, now, secret } = context;
  const token = randomBytes(32).toString('base64url');
  const row: ShareLinkRow = {
    user_id: user.user_id,
    id: newId(),
    group_id,
    ...hiddenToken(secret, token),
    created_at: now,
    expires_at,
  };
  await db.insertInto('share_links').values(row).execute();
  return viewLink(context, row);
}

/** The links of a group, oldest first, expired ones too. */
export async function shareLinksOf(context: Context, groupId: string): Promise<ShareLinkView[]> {
  const rows = await context.db
    .selectFrom('share_links')
    .selectAll()
    .where('user_id', '=', context.user.user_id)
    .where('group_id', '=', groupId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => viewLink(context, row));
}

/** Whether the group had such a link. */
export async function deleteShareLink({ db, user }: Context, groupId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('share_links')
    .where('user_id', '=', user.user_id)
    .where('group_id', '=', groupId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const viewLink = ({ secret }: Context, { id, group_id, sealed, created_at, expires_at }: ShareLinkRow) => ({
  id,
  group_id,
  token: openToken(secret, sealed),
  created_at,
  expires_at,
});

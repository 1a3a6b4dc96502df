import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { ownerTokens } from '../../identity/secrets/owner-tokens.ts';
import type { Secret } from '../../identity/secrets/secret.ts';
import { newId } from '../../store/ids.ts';
import type { ShareLinkRow } from '../../store/tables.ts';
import type { Context } from '../runtime/context.ts';
import { moveToTrash } from '../undo-records/move-to-trash.ts';

export type ShareLinkView = DataOf<Operations['create_share_link']>['share_link'];

/** Visitors of a link are not signed in, so its token also identifies the owner, whose rows include the link. */
export const SHARE_TOKENS = ownerTokens('share link');
const PURPOSE = SHARE_TOKENS.purpose;

/** Creates a token, with the columns to find it by digest and to decrypt it. */
export function sealedToken(secret: Secret, userId: string) {
  const token = SHARE_TOKENS.make(secret, userId);
  return { lookup: SHARE_TOKENS.lookups(secret, token)[0]!, sealed: secret.seal(PURPOSE, token) };
}

export async function createShareLink(
  context: Context,
  group_id: string,
  expires_at: string | null,
): Promise<ShareLinkView> {
  const { db, user, now, secret } = context;
  const row: ShareLinkRow = {
    user_id: user.user_id,
    id: newId(),
    group_id,
    ...sealedToken(secret, user.user_id),
    created_at: now,
    expires_at,
  };
  await db.insertInto('share_links').values(row).execute();
  return viewLink(context, row);
}

/** The links of a group, including expired ones, oldest first. */
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

/** Deletes a link. Returns false if the group has no such link. */
export async function deleteShareLink(context: Context, groupId: string, id: string): Promise<boolean> {
  const { db, user } = context;
  if (!(await shareLinksOf(context, groupId)).some((link) => link.id === id)) return false;
  await moveToTrash(context, 'share_link', [id], () =>
    db.deleteFrom('share_links').where('user_id', '=', user.user_id).where('id', '=', id).execute(),
  );
  return true;
}

const viewLink = ({ secret }: Context, { id, group_id, sealed, created_at, expires_at }: ShareLinkRow) => ({
  id,
  group_id,
  token: secret.open(PURPOSE, sealed),
  created_at,
  expires_at,
});

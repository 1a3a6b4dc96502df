import type { OperationName } from '../../contract/operations.ts';
import { readDay } from '../../contract/schema/primitives.ts';
import { notFound } from '../../shared/error.ts';
import { endOfDay } from '../../shared/zones.ts';
import { requireGroup } from '../groups/save.ts';
import type { Context } from '../runtime/context.ts';
import type { Handlers } from '../runtime/handler.ts';
import { createShareLink, deleteShareLink, shareLinksOf } from './share-links.ts';

type Names = Extract<OperationName, 'list_share_links' | 'create_share_link' | 'delete_share_link'>;

export const shareLinkHandlers: Handlers<Names> = {
  async list_share_links(context, { path }) {
    const { id } = await requireGroup(context, path.groupId!);
    return { share_links: await shareLinksOf(context, id) };
  },

  async create_share_link(context, { path, body }) {
    const { id } = await requireGroup(context, path.groupId!);
    return { share_link: await createShareLink(context, id, endOf(context, body.expires_at)) };
  },

  async delete_share_link(context, { path }) {
    const { id } = await requireGroup(context, path.groupId!);
    const linkId = path.shareLinkId!;
    if (!(await deleteShareLink(context, id, linkId))) throw notFound('share link', linkId);
    return { affected: 1, ids: [linkId] };
  },
};

/** The expiry of a link. A date means the end of that day in the user's time zone. */
function endOf({ user }: Context, expiresAt: string | null | undefined): string | null {
  if (!expiresAt) return null;
  return readDay(expiresAt) === expiresAt ? endOfDay(user.time_zone, expiresAt) : expiresAt;
}

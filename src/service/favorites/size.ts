import { bytesOf, type Sizes } from '../common/answer-size.ts';
import { ownBytes, withFieldNames } from '../contact-rows/size.ts';
import type { Context } from '../runtime/context.ts';

/** Bytes of a favorite with a group or view, without longer texts. */
const BYTES = 800;

/** Response sizes of favorites with their targets, in bytes. */
export const sizesOfFavorites = ({ db, user }: Context): Sizes => ({
  rowBytes: 0,
  cutWarning: () => '',
  async measure(ids) {
    const rows = await db
      .selectFrom('favorites')
      .leftJoin('contacts', (join) =>
        join.onRef('contacts.user_id', '=', 'favorites.user_id').onRef('contacts.id', '=', 'favorites.contact_id'),
      )
      .leftJoin('groups', (join) =>
        join.onRef('groups.user_id', '=', 'favorites.user_id').onRef('groups.id', '=', 'favorites.group_id'),
      )
      .leftJoin('views', (join) =>
        join.onRef('views.user_id', '=', 'favorites.user_id').onRef('views.id', '=', 'favorites.view_id'),
      )
      .select(['favorites.id', 'favorites.contact_id', ownBytes().as('contact')])
      .select(bytesOf(['groups.name', 'groups.description', 'views.filters']).as('others'))
      .where('favorites.user_id', '=', user.user_id)
      .where('favorites.id', 'in', ids)
      .execute();
    return new Map(
      rows.map(({ id, contact_id, contact, others }) => [
        id,
        { bytes: BYTES + Number(others) + (contact_id ? withFieldNames(contact) : 0), isCut: false },
      ]),
    );
  },
});

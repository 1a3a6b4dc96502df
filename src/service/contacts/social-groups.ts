import { PROFILE_FIELDS } from '../../contract/contact-fields.ts';
import { fold } from '../../shared/text/fold.ts';
import type { Context } from '../runtime/context.ts';

type Profile = (typeof PROFILE_FIELDS)[number];

/** The profile a group collects by its name; X is what Twitter calls itself now. */
const profileOf = (groupName: string): Profile | undefined => {
  const name = fold(groupName);
  return name === 'x' ? 'twitter' : PROFILE_FIELDS.find((field) => field === name);
};

/**
 * Adds contacts to the user's social groups: one whose name is a social network gets every contact with a handle
 * there (docs/api/contacts.md). Harmless when repeated.
 */
export async function joinSocialGroups({ db, user, now }: Context, contactIds: string[]): Promise<void> {
  const groups = await db.selectFrom('groups').select(['id', 'name']).where('user_id', '=', user.user_id).execute();
  const social = groups.flatMap(({ id, name }) => {
    const profile = profileOf(name);
    return profile ? [{ id, profile }] : [];
  });
  if (social.length === 0) return;
  const contacts = await db
    .selectFrom('contacts')
    .select(['id', ...PROFILE_FIELDS])
    .where('user_id', '=', user.user_id)
    .where('id', 'in', contactIds)
    .execute();
  const members = social.flatMap((group) =>
    contacts
      .filter((contact) => contact[group.profile])
      .map((contact) => ({ user_id: user.user_id, contact_id: contact.id, group_id: group.id, created_at: now })),
  );
  if (members.length === 0) return;
  await db
    .insertInto('groups_contacts')
    .values(members)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

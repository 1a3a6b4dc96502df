import type { ImportOptions } from '../../import/import-records.ts';
import type { KnownProfiles } from '../../service/matching/known-profiles.ts';
import type { Into } from '../composition/open-client.ts';

/** With local data, an import creates people without the API: one transaction per batch, and no stored responses. */
export function createPeopleIn({ userData }: Into): Pick<ImportOptions, 'createPeople'> {
  if (!userData) return {};
  const profiles: KnownProfiles = new Map();
  return {
    async createPeople(people) {
      const { createPeople } = await import('../../service/contacts/create-people.ts');
      return userData.write((context) => createPeople(context, people, profiles));
    },
  };
}

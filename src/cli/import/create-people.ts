import type { ImportOptions } from '../../import/import-records.ts';
import type { Into } from '../composition-root.ts';

/** Where the data is here, an import creates people past the operations: a transaction for each batch, no answers kept. */
export const createPeopleIn = ({ userData }: Into): Pick<ImportOptions, 'createPeople'> =>
  userData
    ? {
        async createPeople(people) {
          const { createPeople } = await import('../../service/contacts/create-people.ts');
          return userData.write((context) => createPeople(context, people));
        },
      }
    : {};

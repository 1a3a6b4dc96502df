import type { OperationName } from '../../catalogue/operations.ts';
import type { Handlers } from '../context.ts';

type Names = Extract<OperationName, 'find_duplicate_contacts'>;

export const contactDuplicateHandlers: Handlers<Names> = {
  find_duplicate_contacts: {
    async inSteps(steps, { query }) {
      const { pageOfDuplicates } = await import('../people/duplicates/page.ts');
      return pageOfDuplicates(steps, query);
    },
  },
};

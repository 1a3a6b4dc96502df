import type { OperationName } from '../../contract/operations.ts';
import type { Handlers } from '../runtime/handler.ts';

type Names = Extract<OperationName, 'find_duplicate_contacts'>;

export const contactDuplicateHandlers: Handlers<Names> = {
  find_duplicate_contacts: {
    async inSteps(steps, { query }) {
      const { pageOfDuplicates } = await import('./page.ts');
      return pageOfDuplicates(steps, query);
    },
  },
};

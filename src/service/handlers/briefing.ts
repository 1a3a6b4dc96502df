import type { OperationName } from '../../catalogue/operations.ts';
import type { Handlers } from '../context.ts';
import { briefing } from '../people/briefing.ts';

type Names = Extract<OperationName, 'get_briefing'>;

export const briefingHandlers: Handlers<Names> = {
  get_briefing: { live: (live, { query }) => briefing(live, query) },
};

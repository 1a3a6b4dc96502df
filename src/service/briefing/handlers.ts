import type { OperationName } from '../../contract/operations.ts';
import type { Handlers } from '../runtime/handler.ts';
import { briefing } from './briefing.ts';

type Names = Extract<OperationName, 'get_briefing'>;

export const briefingHandlers: Handlers<Names> = {
  get_briefing: { live: (live, { query }) => briefing(live, query) },
};

import type { OperationName } from '../../contract/operations.ts';
import type { Handlers } from '../runtime/handler.ts';
import { overview } from './overview.ts';

export const overviewHandlers: Handlers<Extract<OperationName, 'overview'>> = {
  overview: { live: (live) => overview(live) },
};

import type { OperationName } from '../../contract/operations.ts';
import type { Handlers } from '../runtime/handler.ts';
import { fetchRecord } from './fetch.ts';
import { search } from './search.ts';

type Names = Extract<OperationName, 'search' | 'fetch'>;

export const searchHandlers: Handlers<Names> = {
  search: { live: (live, { query }) => search(live, query) },
  fetch: { live: (live, { path }) => fetchRecord(live, path.id!) },
};

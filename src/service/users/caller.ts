import type { UserRow } from '../store/tables.ts';

/** Who calls. Every query a handler makes carries this user's id. */
export interface Caller {
  user: UserRow;
  permissions: 'read' | 'write';
  /** The name of the key a request brought; absent inside this process. */
  key?: string;
}

import type { Scope } from '../../contract/scopes.ts';
import type { UserRow } from '../../store/tables.ts';

/** Who calls. Every query a handler makes carries this user's id. */
export interface Caller {
  user: UserRow;
  permissions: 'read' | 'write';
  /** The name of the key a request brought; absent inside this process. */
  key?: string;
  /** The host that a request came from by a token; absent for keys and inside this process. */
  host?: { id: string; name: string };
  /** What that host may do; absent where there is no such bound. */
  scopes?: readonly Scope[];
  /** The browser session that a page acts for. */
  session?: { id: string; isFresh: boolean };
  /** A process that opened the data folder itself: it may all that its owner may. */
  isOwner?: true;
  /** Where the request came from, for the security log; undefined inside this process. */
  address?: string | undefined;
}

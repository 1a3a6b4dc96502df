import type { Scope } from '../../contract/scopes.ts';
import type { UserRow } from '../../store/tables.ts';

/** The caller of a request. Every query of a handler includes this user's id. */
export interface Caller {
  user: UserRow;
  permissions: 'read' | 'write';
  /** Name of the request's key; absent inside this process. */
  key?: string;
  /** App whose access token the request has; absent for keys and inside this process. */
  host?: { id: string; name: string };
  /** Scopes granted to the app; absent if there is no limit. */
  scopes?: readonly Scope[];
  /** Browser session of a request to the web app. */
  session?: { id: string; isFresh: boolean };
  /** Marks a process that opened the data folder itself. It has all rights of the owner. */
  isOwner?: true;
  /** Network address of the request, for the security log; undefined inside this process. */
  address?: string | undefined;
}

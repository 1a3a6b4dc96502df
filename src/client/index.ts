// The entry point of `kith-mcp/client`. Its types are written by scripts/client-types.ts.

export { KithError } from '../shared/error.ts';
export { rows } from './paginate.ts';
export { remoteClient as createClient } from './remote.ts';

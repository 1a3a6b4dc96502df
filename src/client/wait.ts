import { KithError } from '../catalogue/error.ts';

export { after, pause } from '../shared/http/wait.ts';

export const closed = (): KithError => new KithError('ServiceUnavailable', 'The client was closed.');

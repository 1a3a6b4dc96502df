import { KithError } from '../contract/error.ts';

export { after, type Clock, pause, realClock } from '../shared/http/wait.ts';

export const closed = (): KithError => new KithError('ServiceUnavailable', 'The client was closed.');

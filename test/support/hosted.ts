import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataOf, type Json, wipe } from './people.ts';
import { type Api, apiAt, type RunningService } from './service.ts';

// A remote service in place of one started for the tests (npm run test:api).

const SINGLY = [
  ['/v2/timeline/notes', 'notes'],
  ['/v2/reminders', 'reminders'],
  ['/v2/views', 'views'],
  ['/v2/groups', 'groups'],
  ['/v2/tags', 'tags'],
  ['/v2/custom-fields', 'custom_fields'],
] as const;

/** `keys` are of accounts created for this purpose: an account is emptied before it is used as a new user. */
export function hostedService(baseUrl: string, keys: string[]): RunningService {
  let users = 0;
  return {
    baseUrl,
    dataDir: '',
    process: undefined as unknown as ChildProcess,
    log: () => '',
    async logged() {},
    async user() {
      const apiKey = keys[users++ % keys.length]!;
      const api = waitingOutLimits(apiAt(baseUrl, apiKey));
      await emptyAccount(api);
      const { id, email } = dataOf(await api.get('/v2/users/me')).user;
      return { ...api, id, email, apiKey };
    },
    async stop() {},
  };
}

async function emptyAccount(api: Api): Promise<void> {
  await wipe(api);
  for (const [path, name] of SINGLY) {
    for (;;) {
      const rows: Json[] = dataOf(await api.get(path))[name];
      if (rows.length === 0) break;
      for (const { id } of rows) await api.call('DELETE', `${path}/${id}`);
    }
  }
}

/** Waits out the service's rate limit. */
function waitingOutLimits(api: Api): Api {
  const call: Api['call'] = async (...request) => {
    for (;;) {
      const answer = await api.call(...request);
      if (answer.status !== 429) return answer;
      await sleep(1_000 * Number(answer.headers.get('retry-after') ?? 1));
    }
  };
  return {
    call,
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body ?? {}, options),
  };
}

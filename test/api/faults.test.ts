import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../support/database.ts';
import { makeContact } from '../support/people.ts';
import { type RunningService, startService } from '../support/service.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test('a fault tells the request id that the log has too, and no internals', async () => {
  const ada = await service.user();
  const { id } = await makeContact(ada, { full_name: 'Private Person' });
  const database = openDatabase(service.dataDir);
  database.all('update contacts set linkedin_data = ? where id = ?', 'secret, and no JSON', id);
  database.close();
  const answer = await ada.get(`/v2/contacts/${id}`);
  const requestId = answer.headers.get('x-request-id')!;
  expect([answer.status, answer.body.error.code, Object.keys(answer.body.error)]).toEqual([
    500,
    'InternalServerError',
    ['code', 'message'],
  ]);
  expect(answer.body.error.message).toContain(requestId);
  await service.logged(requestId);
  for (const text of [JSON.stringify(answer.body), service.log()])
    expect(text).not.toMatch(/secret|SyntaxError: |Private Person|kith_/);
  expect((await ada.get('/v2/users/me')).status).toBe(200);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../support/database.ts';
import { makeContact } from '../support/people.ts';
import { type RunningService, startService } from '../support/service.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test('answers an internal error with the request id in the log, and without internals', async () => {
  const ada = await service.user();
  const secretName = 'Private Person';
  await makeContact(ada, { full_name: secretName });
  const database = openDatabase(service.dataDir);
  database.all('alter table contact_emails rename to secret');
  database.close();
  const answer = await ada.post('/v2/contacts/filter', { where: { name: secretName, has_email: true } });
  const requestId = answer.headers.get('x-request-id')!;
  expect([answer.status, answer.body.error.code, Object.keys(answer.body.error)]).toEqual([
    500,
    'InternalServerError',
    ['code', 'message'],
  ]);
  expect(answer.body.error.message).toContain(requestId);
  await service.logged(requestId);
  for (const text of [JSON.stringify(answer.body), service.log()])
    expect(text).not.toMatch(/secret|contact_emails|Private Person|kith_/);
  expect((await ada.get('/v2/users/me')).status).toBe(200);
});

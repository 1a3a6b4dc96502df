import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectModern, type TestClient } from '../support/mcp.ts';
import { temporaryFolder } from '../support/service.ts';

const folder = temporaryFolder();
let client: TestClient;
beforeAll(async () => {
  client = await connectModern({ env: { KITH_DATA_DIR: folder.path } });
  const contacts = Array.from({ length: 30 }, (_, index) => ({ full_name: `Ada ${index}` }));
  await client.call('bulk_create_contacts', { contacts });
});
afterAll(async () => {
  await client.close();
  folder.remove();
});

test.each([
  ['list_contacts', {}, 'contacts', 20],
  ['search', { query: 'Ada' }, 'results', 10],
  ['search', { query: 'Ada', take: 25 }, 'results', 25],
])('%s with %o has %s: %i rows', async (name, args, list, rows) => {
  const { structuredContent } = await client.call(name, args);
  expect(structuredContent[list]).toHaveLength(rows);
});

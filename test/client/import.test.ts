import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CLI, startService, temporaryFolder } from '../support/service.ts';
import { type Fault, startFaultProxy } from './fault-proxy.ts';

test("waits out a remote service's rate limit and failures during an import, and reports them", async () => {
  const [service, folder] = [await startService(), temporaryFolder()];
  const user = await service.user();
  // Reads at the start, then refusals, a lost response, and an outage around the writes.
  const coming: Fault[] = ['none', 'storm429', 'none', 'resetAfter', 'storm503', 'unavailable'];
  const proxy = await startFaultProxy(service.baseUrl, () => coming.shift() ?? 'none');
  const people = ['Ada', 'Ben', 'Cleo'].map(
    (name) => `BEGIN:VCARD\nVERSION:4.0\nFN:${name}\nNOTE:met ${name}\nEND:VCARD\n`,
  );
  const file = `${folder.path}/people.vcf`;
  writeFileSync(file, people.join(''));

  const child = spawn(process.execPath, [CLI, 'import', file], {
    env: { PATH: process.env.PATH, KITH_BASE_URL: proxy.baseUrl, KITH_API_KEY: user.apiKey },
  });
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    printed.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    printed.stderr += chunk;
  });
  const [code] = await once(child, 'close');

  expect(printed.stdout).toContain('3 created, 0 updated, 0 skipped, 0 failed');
  expect(code).toBe(0);
  expect(coming).toEqual([]);
  expect(printed.stderr).toContain("waiting 1 s: the service's rate limit");
  const { contacts } = (await user.get('/v2/contacts')).body.data;
  expect(contacts.map(({ full_name }: { full_name: string }) => full_name).sort()).toEqual(['Ada', 'Ben', 'Cleo']);
  expect((await user.get('/v2/timeline/notes')).body.data.notes).toHaveLength(3);
  await proxy.stop();
  await service.stop();
  folder.remove();
});

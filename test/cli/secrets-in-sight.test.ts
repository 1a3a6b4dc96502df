import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { engineSettings } from '../support/engine.ts';
import { CLI, temporaryFolder } from '../support/service.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const SECRETS = {
  KITH_API_KEY: 'hunter2-api-key',
  KITH_HTTP_TOKEN: 'hunter2-http-token',
  KITH_IMPORT_PASSWORD: 'hunter2-password',
  KITH_GOOGLE_CLIENT_SECRET: 'hunter2-google',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hunter2-collector',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
  KITH_SECRET: 'hunter2 is the secret of this installation',
};

// Windows has no signal that requests a report.
test.runIf(process.platform !== 'win32').each(['stdio', 'http', 'serve'])(
  'a crash report of kith %s contains no secret',
  async (mode) => {
    const reports = join(folder.path, mode);
    mkdirSync(reports);
    const env = {
      ...process.env,
      ...(await engineSettings(folder.path)),
      KITH_DATA_DIR: join(folder.path, 'crashing'),
      ...SECRETS,
    };
    const options = ['--report-on-signal', '--report-signal=SIGUSR2', `--report-directory=${reports}`];
    const args = mode === 'stdio' ? [] : [mode, '--port', '0'];
    const child = spawn(process.execPath, [...options, CLI, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
    if (mode === 'stdio') child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
    const [said, ready] = mode === 'stdio' ? [child.stdout, '"id":1'] : [child.stderr, 'listening on'];
    for await (const chunk of said) if (String(chunk).includes(ready)) break;
    child.kill('SIGUSR2');
    let report: string | undefined;
    while (report === undefined) report = await written(reports);
    child.stdin.end();
    child.kill('SIGTERM');
    await once(child, 'close');
    expect(report).toContain('"javascriptStack"');
    expect(report).not.toContain('hunter2');
  },
);

/** The report, once it is complete. */
async function written(reports: string): Promise<string | undefined> {
  await new Promise(setImmediate);
  try {
    const [name] = readdirSync(reports);
    const text = name && readFileSync(join(reports, name), 'utf8');
    return text && JSON.parse(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

test("reads a calendar's URL from standard input, and explains that it does not belong on the command line", async () => {
  const text = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nX-WR-CALNAME:work\r\nEND:VCALENDAR\r\n';
  const server = createServer((_, response) => void response.end(text)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/private-hunter2/basic.ics`;
  const connect = async (target: string[], input: string) => {
    const env = { ...process.env, ...(await engineSettings(folder.path)), KITH_DATA_DIR: folder.path };
    const child = execFile(process.execPath, [CLI, 'connect', 'ics', ...target], { env });
    let said = '';
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (said += chunk));
    child.stdin!.end(input);
    const [code] = await once(child, 'close');
    return { code, said };
  };
  expect(await connect(['-'], `${address}\n`)).toEqual({ code: 0, said: 'work is connected: read_calendar.\n' });
  const open = await connect([address], '');
  expect(open).toMatchObject({ code: 0, said: expect.stringMatching(/this is secret.*kith connect ics -/s) });
  expect(open.said).not.toContain('hunter2');
  expect(await connect([], '')).toMatchObject({ code: 2, said: expect.stringContaining('no terminal') });
  expect(await connect(['-'], ' \n')).toMatchObject({ code: 2, said: expect.stringContaining('standard input') });
  // A file's path is no secret.
  const file = join(folder.path, 'work.ics');
  writeFileSync(file, text);
  expect((await connect([file], '')).said).toBe('work is connected: read_calendar.\n');
  server.close();
});

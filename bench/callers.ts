import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'undici';
import { initialize, startJsonRpc } from '../test/support/json-rpc.ts';
import { residentMegabytes } from './start.ts';

/** A measured server, called as an MCP client would. */
export interface Caller {
  name: string;
  transport: 'stdio' | 'HTTP';
  /** Of the endpoint, over HTTP. */
  url?: string;
  /** Calls the tool, or its equivalent there. Throws if the call fails. */
  call(tool: string, args: object): Promise<unknown>;
  megabytes(): number;
  stop(): Promise<void>;
}

export async function overStdio(
  name: string,
  command: string[],
  env: Record<string, string>,
  instead?: string,
): Promise<Caller> {
  const server = startJsonRpc(command, env);
  await initialize(server);
  return {
    name,
    transport: 'stdio',
    async call(tool, args) {
      return checked(name, await server.request('tools/call', { name: instead ?? tool, arguments: args }));
    },
    megabytes: () => residentMegabytes(server.child.pid!),
    async stop() {
      server.child.kill('SIGTERM');
      await server.exited;
    },
  };
}

/** Calls a server over HTTP that prints `listening on`, with nothing in between. */
export async function overHttp(
  name: string,
  command: string[],
  env: Record<string, string>,
  { apiKey, tool: instead }: { apiKey?: string; tool?: string } = {},
): Promise<Caller> {
  const { child, stop } = start(command, env);
  const url = await announced(name, child);
  const dispatcher = new Agent();
  let id = 0;
  return {
    name,
    transport: 'HTTP',
    url,
    async call(tool, args) {
      const params = { name: instead ?? tool, arguments: args };
      const response = await request(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(apiKey && { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method: 'tools/call', params }),
        dispatcher,
      });
      const text = await response.body.text();
      const { result, error } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
      if (error) throw new Error(`${name}: ${error.message}`);
      return checked(name, result);
    },
    megabytes: () => residentMegabytes(child.pid!),
    async stop() {
      await stop();
      await dispatcher.destroy();
    },
  };
}

function start(command: string[], env: Record<string, string>) {
  const child = spawn(command[0]!, command.slice(1), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  return { child, stop };
}

async function announced(name: string, child: ChildProcess): Promise<string> {
  let log = '';
  child.stderr!.on('data', (chunk) => {
    log += chunk;
  });
  for (;;) {
    const found = /listening on (http:\/\/\S+)/.exec(log)?.[1];
    if (found) return `${found}/mcp`;
    if (child.exitCode !== null) throw new Error(`${name} did not start: ${log}`);
    await Promise.race([once(child.stderr!, 'data'), once(child, 'exit')]);
  }
}

function checked(name: string, result: unknown): unknown {
  const { isError, content } = result as { isError?: boolean; content?: unknown };
  if (isError) throw new Error(`${name} refused: ${JSON.stringify(content)}`);
  return result;
}

import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';

// The smallest MCP server with the SDK over HTTP: one tool, one constant response, on the same adapter as ours.

const tools = [{ name: 'constant', description: 'Answers a constant.', inputSchema: { type: 'object' } }];
const reply = JSON.parse(readFileSync(process.env.FLOOR_REPLY!, 'utf8'));

const handler = createMcpHandler(() => {
  const server = new Server({ name: 'floor', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools }) as never);
  server.setRequestHandler('tools/call', () => reply);
  return server;
});
serve({ fetch: (request) => handler.fetch(request), port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stderr.write(`listening on http://127.0.0.1:${port}\n`);
});

import { readFileSync } from 'node:fs';
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

// The smallest MCP server with the SDK: one tool, one constant response. No program on the SDK can start or respond
// faster, so it is shown beside all our figures.

const tools = [{ name: 'constant', description: 'Answers a constant.', inputSchema: { type: 'object' } }];
const replyFile = process.env.FLOOR_REPLY;
const reply = replyFile
  ? JSON.parse(readFileSync(replyFile, 'utf8'))
  : { content: [{ type: 'text', text: 'constant' }] };

serveStdio(() => {
  const server = new Server({ name: 'floor', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools }) as never);
  server.setRequestHandler('tools/call', () => reply);
  return server;
});

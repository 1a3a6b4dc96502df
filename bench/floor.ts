import { readFileSync } from 'node:fs';
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

// The smallest MCP server of the SDK: one tool, one constant answer. What a start or a call costs here, nobody
// who builds on the SDK can save; it stands beside every figure of ours.

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

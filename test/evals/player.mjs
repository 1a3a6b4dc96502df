// A player of the task suite that knows one answer: it searches for its task, and says what it was told to say.
import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const { kith } = JSON.parse(readFileSync(process.env.EVAL_MCP_CONFIG, 'utf8')).mcpServers;
const client = new Client({ name: 'player', version: '1' });
await client.connect(new StdioClientTransport({ ...kith, stderr: 'ignore' }));
await client.callTool({ name: 'search', arguments: { query: process.env.EVAL_PROMPT } });
await client.callTool({ name: 'get_contact', arguments: { contactId: 'nobody by this name' } });
process.stdout.write(process.argv[2]);
await client.close();

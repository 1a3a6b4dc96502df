import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { initialize, startJsonRpc } from '../../test/support/json-rpc.ts';
import { contactNumber } from '../seed.ts';
import { kith, type Target } from '../targets.ts';
import { commandOf, install, OTHERS, type OtherName } from './install.ts';

/** An MCP server with some people, and the requests to it. Requests without a tool are omitted. */
export interface Server extends Target {
  version: string;
  /** The complete person with this number. */
  read?(number: number): ToolCall;
  /** By a part of the name. */
  find?(number: number): ToolCall;
  /** A new person. */
  write?(number: number): ToolCall;
}

interface ToolCall {
  name: string;
  arguments: object;
}

const nameOf = (number: number) => contactNumber(number).full_name;

/** A person's data that fits into stores without fields. */
function linesOf(number: number): string[] {
  const { company, job_title, contact_emails, contact_phone_numbers } = contactNumber(number);
  return [
    ...[`Company: ${company}`, `Job title: ${job_title}`, `E-mail: ${contact_emails[0]!.email}`],
    `Phone: ${contact_phone_numbers[0]!.phone_number}`,
  ];
}

const entity = (number: number) => ({ name: nameOf(number), entityType: 'person', observations: linesOf(number) });

/** kith on its own data, and the others with as many people in the folder, if they are installed for this run. */
export async function servers(
  folder: string,
  people: number,
  ours: { dataDir: string; contactIds: string[]; email: string },
): Promise<Server[]> {
  install(folder, Object.keys(OTHERS) as OtherName[]);
  const from = (name: OtherName, file: string, ...args: string[]) => ({
    ...{ name, version: OTHERS[name], env: {} },
    command: commandOf(folder, name, file, ...args),
  });
  const all = Array.from({ length: people }, (_, number) => number);
  const graph = join(folder, 'memory.jsonl');
  writeFileSync(graph, all.map((number) => JSON.stringify({ type: 'entity', ...entity(number) })).join('\n'));
  const notes = join(folder, 'notes');
  mkdirSync(notes);
  for (const number of all) writeFileSync(noteFile(notes, number), linesOf(number).join('\n'));
  const libsql = {
    ...from('mcp-memory-libsql', 'dist/index.js'),
    env: { LIBSQL_URL: `file:${join(folder, 'memory.db')}` },
  };
  await fill(libsql, all);
  const create = (number: number) => ({ name: 'create_entities', arguments: { entities: [entity(number)] } });
  return [
    {
      ...kith(ours.dataDir, ours.email),
      version: '',
      read: (number) => ({ name: 'get_contact', arguments: { contactId: ours.contactIds[number] } }),
      find: (number) => ({ name: 'list_contacts', arguments: { searchQuery: nameOf(number), take: 10 } }),
      write: (number) => ({ name: 'create_contact', arguments: contactNumber(number) }),
    },
    {
      ...from('@modelcontextprotocol/server-memory', 'dist/index.js'),
      env: { MEMORY_FILE_PATH: graph },
      read: (number) => ({ name: 'open_nodes', arguments: { names: [nameOf(number)] } }),
      find: (number) => ({ name: 'search_nodes', arguments: { query: nameOf(number) } }),
      write: create,
    },
    {
      ...libsql,
      find: (number) => ({ name: 'search_nodes', arguments: { query: nameOf(number), limit: 10 } }),
      write: create,
    },
    {
      ...from('@modelcontextprotocol/server-filesystem', 'dist/index.js', notes),
      read: (number) => ({ name: 'read_text_file', arguments: { path: noteFile(notes, number) } }),
      find: (number) => ({ name: 'search_files', arguments: { path: notes, pattern: `${nameOf(number)}*` } }),
      write: (number) => ({
        name: 'write_file',
        arguments: { path: noteFile(notes, number), content: linesOf(number).join('\n') },
      }),
    },
    from('@modelcontextprotocol/server-everything', 'dist/index.js'),
  ];
}

const noteFile = (folder: string, number: number) => join(folder, `${nameOf(number)}.md`);

/** A store that only its own tools write. */
async function fill(target: Target, numbers: number[]): Promise<void> {
  const server = startJsonRpc(target.command, target.env);
  await initialize(server);
  for (let at = 0; at < numbers.length; at += 100) {
    const entities = numbers.slice(at, at + 100).map(entity);
    await server.request('tools/call', { name: 'create_entities', arguments: { entities } });
  }
  server.child.kill('SIGTERM');
  await server.exited;
}

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIRST, type Finder, namesByKey } from '../../test/data/lives/life.ts';
import { initialize, startJsonRpc } from '../../test/support/json-rpc.ts';
import { commandOf, install } from '../beside/install.ts';

const NAME = '@modelcontextprotocol/server-memory';

/** MCP's memory server: each note is an entity, found with its own search. It does not rank. */
export const memoryServer = (folder: string): Finder => ({
  name: NAME,
  async fill({ people, notes }) {
    install(folder, [NAME]);
    const graph = join(folder, 'memory.jsonl');
    const names = namesByKey({ people });
    const entities = notes.map(({ key, people, text }) => ({
      ...{ type: 'entity', name: key, entityType: 'note' },
      observations: [`${people.map((person) => names.get(person)).join(', ')}: ${text}`],
    }));
    writeFileSync(graph, entities.map((entity) => JSON.stringify(entity)).join('\n'));
    const server = startJsonRpc(commandOf(folder, NAME, 'dist/index.js'), { MEMORY_FILE_PATH: graph });
    await initialize(server);
    return {
      async ask(query) {
        const result = await server.request('tools/call', { name: 'search_nodes', arguments: { query } });
        const { entities } = result.structuredContent as { entities: { name: string }[] };
        return { keys: entities.slice(0, FIRST).map(({ name }) => name), isWeak: false };
      },
      async close() {
        server.child.kill('SIGTERM');
        await server.exited;
        rmSync(graph);
      },
    };
  },
});

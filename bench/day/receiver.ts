import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Takes what nodes send by the clock, and counts it. */
export interface Receiver {
  url(name: string): string;
  /** Messages of a kind, each by its id, and how often one came more than once. */
  counts(kind: string): { messages: number; again: number };
  close(): void;
}

export async function startReceiver(): Promise<Receiver> {
  const ids: Record<string, string[]> = {};
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { id, kind } = JSON.parse(text) as { id: string; kind: string };
    ids[kind] = [...(ids[kind] ?? []), `${request.url} ${id}`];
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: (name) => `http://127.0.0.1:${port}/${name}`,
    counts(kind) {
      const all = ids[kind] ?? [];
      const messages = new Set(all).size;
      return { messages, again: all.length - messages };
    },
    close: () => void server.close(),
  };
}

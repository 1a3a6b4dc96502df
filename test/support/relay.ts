import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy to a server, on its own port, that can go silent like a frozen or unreachable server. */
export interface Relay {
  port: number;
  /** Number of clients that have connected since it went silent. */
  unheard(): number;
  /** Stops forwarding, without closing connections. */
  silence(): void;
  /** The same, from the moment when a client sends this. */
  silenceAt(text: string): void;
  /** Disconnects everyone who waited, and accepts new connections. */
  resume(): void;
  stop(): Promise<void>;
}

export async function startRelay(target: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let [isSilent, trigger, unheard] = [false, '', 0];
  const server = createServer((client) => {
    if (isSilent) unheard++;
    const behind = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [client, behind],
      [behind, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (from === client && trigger && bytes.includes(trigger)) isSilent = true;
        if (!isSilent) to.write(bytes);
      });
      from
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(from);
          if (!isSilent) to.destroy();
        });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    unheard: () => unheard,
    silence() {
      isSilent = true;
      unheard = 0;
    },
    silenceAt(text) {
      trigger = text;
    },
    resume() {
      drop();
      [isSilent, trigger] = [false, ''];
    },
    async stop() {
      drop();
      server.close();
      await once(server, 'close');
    },
  };
}

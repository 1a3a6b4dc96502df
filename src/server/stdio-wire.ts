import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { listenedUris, type Subscriptions } from '../mcp/notifications/streams.ts';
import { protocolOutput } from '../process/print.ts';

/** Gives the SDK's transport an input that does not end, because at the end of its input it drops all responses. */
export function openWire(): StdioServerTransport {
  const input = new PassThrough();
  process.stdin.pipe(input, { end: false });
  return new StdioServerTransport(input, protocolOutput);
}

/** Tracks unanswered requests. The returned function waits until all are answered. */
export function watchAnswers(wire: StdioServerTransport): () => Promise<void> {
  const waiting = new Set<unknown>();
  let noneLeft = () => {};
  const { onmessage } = wire;
  const send = wire.send.bind(wire);
  wire.onmessage = (message) => {
    // A subscription is answered only when it ends.
    if ('id' in message && 'method' in message && message.method !== 'subscriptions/listen') waiting.add(message.id);
    onmessage?.(message);
  };
  wire.send = async (message) => {
    await send(message);
    if (!('method' in message) && waiting.delete(message.id) && waiting.size === 0) noneLeft();
  };
  return async () => {
    // The transport has not received the last input yet.
    await nextTurn();
    if (waiting.size === 0) return;
    await new Promise<void>((resolve) => {
      noneLeft = resolve;
    });
  };
}

/** Records the URIs of `subscriptions/listen` requests, which the SDK answers itself. */
export function watchListening(wire: StdioServerTransport, subscriptions: Subscriptions): void {
  const { onmessage } = wire;
  wire.onmessage = (message) => {
    for (const uri of listenedUris(message) ?? []) subscriptions.add(uri);
    onmessage?.(message);
  };
}

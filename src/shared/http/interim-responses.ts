import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

const INTERIM = Buffer.from('HTTP/1.1 1');
const END_OF_HEAD = '\r\n\r\n';

/**
 * A connector for undici that tolerates an unexpected `100 Continue`, as some gateways send. A client must skip it (RFC
 * 9110, 15.2), but undici closes the connection. It ignores other interim responses.
 */
export function connectorToleratingContinue(options: buildConnector.BuildOptions = {}): buildConnector.connector {
  const connect = buildConnector(options);
  return (where, callback) =>
    connect(where, (...answer) => {
      if (answer[1]) hideContinue(answer[1]);
      callback(...answer);
    });
}

/** Presents each 100 before the response as a 103. */
function hideContinue(socket: Socket): void {
  const { read, write } = socket;
  let answerIsDue = false;
  socket.write = (...args: unknown[]) => {
    answerIsDue = true;
    return write.apply(socket, args as Parameters<typeof write>);
  };
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read.call(socket, size);
    if (chunk && answerIsDue) answerIsDue = isInterim(chunk);
    return chunk;
  };
}

/** Whether the response itself is still missing after these bytes. */
function isInterim(chunk: Buffer): boolean {
  let at = 0;
  while (chunk.subarray(at, at + INTERIM.length).equals(INTERIM)) {
    const digits = at + INTERIM.length;
    if (chunk.toString('latin1', digits, digits + 2) === '00') chunk.write('03', digits, 'latin1');
    const end = chunk.indexOf(END_OF_HEAD, at);
    if (end < 0) return true;
    at = end + END_OF_HEAD.length;
  }
  return at === chunk.length;
}

import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

const INTERIM = Buffer.from('HTTP/1.1 1');
const END_OF_HEAD = '\r\n\r\n';

/**
 * A connector for undici whose sockets may say `100 Continue` unasked, as gateways do. A client must read past that (RFC
 * 9110, 15.2), and undici closes the connection instead; of the other interim answers it takes no notice.
 */
export function toleratingContinue(options: buildConnector.BuildOptions = {}): buildConnector.connector {
  const connect = buildConnector(options);
  return (where, callback) =>
    connect(where, (...answer) => {
      if (answer[1]) hideContinue(answer[1]);
      callback(...answer);
    });
}

/** Lets each 100 before an answer pass for a 103. */
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

/** Whether the answer itself is still to come after these bytes. */
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

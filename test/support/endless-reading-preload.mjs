// Preloaded into a process under test, in its main thread and in each worker: a worker that decodes text with these
// words never finishes. Its CPU time counts, however fast or busy the computer is.
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import util from 'node:util';
import threads, { isMainThread, Worker } from 'node:worker_threads';

const MARK = Buffer.from('a text that takes for ever to read');

if (isMainThread) {
  // If the thread's CPU time is available, only that limit ends a read here, not the clock.
  if (existsSync('/proc/self/task')) performance.now = () => 0;
  threads.Worker = class extends Worker {
    constructor(file, options) {
      super(file, { ...options, execArgv: [`--import=${import.meta.url}`] });
    }
  };
  syncBuiltinESMExports();
} else {
  const { decode } = util.TextDecoder.prototype;
  util.TextDecoder.prototype.decode = function (bytes, options) {
    while (bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(MARK));
    return decode.call(this, bytes, options);
  };
}

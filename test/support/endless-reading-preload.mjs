// Runs inside a process under test, before its own code, in its main thread and in each worker: a worker that decodes
// a text with these words never comes to its end. What it computes is counted, however fast or busy the machine is.
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import util from 'node:util';
import threads, { isMainThread, Worker } from 'node:worker_threads';

const MARK = Buffer.from('a text that takes for ever to read');

if (isMainThread) {
  // Where the computing time of a thread is told, it alone ends a reading here, not the clock.
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

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { SessionSpec } from './session.ts';

export async function buildWorker(folder: string): Promise<string> {
  const outfile = join(folder, 'worker.mjs');
  const beside = fileURLToPath(new URL('worker.ts', import.meta.url));
  // A bundled script is no longer in its own folder.
  const entry = existsSync(beside) ? beside : 'test/campaign/worker.ts';
  const js = "import { createRequire as $r } from 'node:module';const require=$r(import.meta.url);";
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', banner: { js } });
  return outfile;
}

/** Client processes, which are killed and restarted. */
export class Clients {
  readonly #program: string;
  readonly #specs: SessionSpec[][];
  readonly #random: () => number;
  readonly #onWrites: (writes: number) => void;
  readonly #processes: ChildProcess[];
  #failed: Error | undefined;

  /** `specs`: the clients of each process. */
  constructor(program: string, specs: SessionSpec[][], random: () => number, onWrites: (writes: number) => void) {
    this.#program = program;
    this.#specs = specs;
    this.#random = random;
    this.#onWrites = onWrites;
    this.#processes = specs.map((_, index) => this.#start(index));
  }

  #start(index: number): ChildProcess {
    const child = fork(this.#program, [String(Math.floor(this.#random() * 2 ** 31))], {
      execArgv: [],
      env: process.env,
    });
    child.on('message', ({ writes }: { writes: number }) => this.#onWrites(writes));
    child.on('exit', (code, signal) => {
      if (code !== 0 && signal !== 'SIGKILL') this.#failed = new Error(`a client process ended with ${code ?? signal}`);
    });
    child.send({ specs: this.#specs[index] });
    return child;
  }

  /** Throws if a process ended on its own. */
  check(): void {
    if (this.#failed) throw this.#failed;
  }

  async killOne(): Promise<void> {
    const index = Math.floor(this.#random() * this.#processes.length);
    const child = this.#processes[index]!;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    this.#processes[index] = this.#start(index);
  }

  /** Lets each client finish its current call. */
  async stop(): Promise<void> {
    await Promise.all(
      this.#processes.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        if (child.connected) child.send({ stop: true });
        await ended;
      }),
    );
    this.check();
  }
}

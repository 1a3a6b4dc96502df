import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unpackedPackage } from './debian.ts';

interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
  input?: string;
}

/** An available program. Returns its output, and throws with all of it if the program fails. */
export type PythonProgram = (args: string[], options?: RunOptions) => Promise<string>;

const run = promisify(execFile);

/** A Python program with a Debian package, installed or unpacked, or undefined if it cannot run. */
export function pythonProgram(name: string): PythonProgram | undefined {
  const root = existsSync(`/usr/bin/${name}`) ? '/' : unpackedPackage(name);
  if (root === undefined) return undefined;
  const script = join(root, 'usr/bin', name);
  const env = {
    ...process.env,
    ...{ LC_ALL: 'C.UTF-8', PYTHONDONTWRITEBYTECODE: '1' },
    ...(root !== '/' && { PYTHONPATH: join(root, 'usr/lib/python3/dist-packages') }),
  };
  try {
    execFileSync('/usr/bin/python3', [script, '--version'], { env, stdio: 'pipe' });
  } catch (error) {
    process.stderr.write(`Debian's ${name} does not start: ${error}\n`);
    return undefined;
  }
  return async (args, options = {}) => {
    const running = run('/usr/bin/python3', [script, ...args], {
      env: { ...env, ...options.env },
      maxBuffer: 64 * 1024 * 1024,
      ...(options.cwd !== undefined && { cwd: options.cwd }),
    });
    running.child.stdin!.end(options.input ?? '');
    try {
      const { stdout, stderr } = await running;
      return stdout + stderr;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${name} ${args.join(' ')}: ${stdout}${stderr}`, { cause: error });
    }
  };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { engineSettings } from './engine.ts';
import { CLI } from './service.ts';

interface Opened {
  link: URL;
  stop(): Promise<unknown[]>;
}

/** Starts a command that opens pages, on a data folder; answers the link that it prints, and how it ends. */
export async function opened(folder: string, ...args: string[]): Promise<Opened> {
  const env = {
    ...process.env,
    KITH_DATA_DIR: folder,
    TMPDIR: folder,
    TEMP: folder,
    ...(await engineSettings(folder)),
  };
  return openedBy(process.execPath, [CLI, ...args], env);
}

/** The same by any program. */
export async function openedBy(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<Opened> {
  const child = spawn(program, [...args, '--no-browser'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  let said = '';
  for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
    said += chunk;
    if (/\/sign-in\/link\/\S+\s/.test(said)) break;
  }
  child.stderr.resume();
  return {
    link: new URL(/http:\/\/localhost:\S+/.exec(said)![0]),
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

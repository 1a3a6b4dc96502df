import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { engineSettings } from './engine.ts';
import { CLI } from './service.ts';

interface OpenedWebApp {
  link: URL;
  stop(): Promise<unknown[]>;
}

/** Starts a command that opens the web app, on a data folder. Returns the printed link, and how to stop it. */
export async function opened(folder: string, ...args: string[]): Promise<OpenedWebApp> {
  const env = {
    ...process.env,
    KITH_DATA_DIR: folder,
    TMPDIR: folder,
    TEMP: folder,
    ...(await engineSettings(folder)),
  };
  return openedBy(process.execPath, [CLI, ...args, '--no-browser'], env);
}

/** The same with a browser. A stand-in program records its argument in a file of the folder. */
export async function openedInBrowser(folder: string): Promise<OpenedWebApp & { given: string[] }> {
  const programs = join(folder, 'programs');
  const notes = join(programs, 'notes');
  mkdirSync(programs);
  const program = `#!/bin/sh\nprintf '%s\\n' "$0" "$@" > '${notes}.part'\nmv '${notes}.part' '${notes}'\n`;
  for (const name of ['xdg-open', 'open']) writeFileSync(join(programs, name), program, { mode: 0o755 });
  const noted = new Promise<void>((resolve) => {
    const watcher = watch(programs, () => {
      if (!existsSync(notes)) return;
      watcher.close();
      resolve();
    });
  });
  const env = {
    ...process.env,
    KITH_DATA_DIR: folder,
    HOME: folder,
    PATH: `${programs}${delimiter}${process.env.PATH}`,
    ...(await engineSettings(folder)),
  };
  const running = await openedBy(process.execPath, [CLI, 'open', '--port', '0'], env);
  await noted;
  return { ...running, given: readFileSync(notes, 'utf8').trim().split('\n') };
}

/** The same by any program. */
export async function openedBy(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<OpenedWebApp> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
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

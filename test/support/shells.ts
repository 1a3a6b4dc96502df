import { spawn } from 'node:child_process';
import { accessSync, chmodSync, constants, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { unpackedPackage } from './debian.ts';
import { CLI } from './service.ts';

type ShellName = 'bash' | 'zsh' | 'fish';

interface Shell {
  command: string;
  /** Runs first, before any typed input. */
  begin: string;
  env: Record<string, string>;
}

const PROMPT = 'typehere>';

/** The installed shell, otherwise Debian's package unpacked into a cache, or undefined. */
export function findShell(name: ShellName, folder: string): Shell | undefined {
  const own = (process.env.PATH ?? '')
    .split(delimiter)
    .map((path) => join(path, name))
    .find(isProgram);
  const unpacked = own ? undefined : unpackedPackage(name);
  const found = own ?? ['bin', 'usr/bin'].map((path) => join(unpacked ?? '', path, name)).find(isProgram);
  return found ? SHELLS[name](found, unpacked, folder) : undefined;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const SHELLS: Record<ShellName, (found: string, unpacked: string | undefined, folder: string) => Shell> = {
  bash(found, _, folder) {
    writeFileSync(join(folder, 'bashrc'), `PS1='${PROMPT} '; bind 'set enable-bracketed-paste off'\n`);
    return {
      command: `${found} --noprofile --rcfile ${join(folder, 'bashrc')} -i`,
      begin: 'source <(kith completion bash)',
      env: {},
    };
  },
  zsh(found, unpacked, folder) {
    const libraries = join(unpacked ?? '', 'usr/lib');
    const modules = unpacked
      ? readdirSync(libraries)
          .map((name) => join(libraries, name, 'zsh'))
          .filter(existsSync)
      : [];
    // An unpacked shell looks for its files where it would have been installed.
    const places = modules.flatMap((path) =>
      readdirSync(path).flatMap((version) => [
        `module_path=(${join(path, version)})`,
        `fpath=(${join(unpacked ?? '', 'usr/share/zsh/functions/**/*(/N)')} ${join(unpacked ?? '', 'usr/share/zsh/functions')})`,
      ]),
    );
    writeFileSync(join(folder, '.zshenv'), `setopt extendedglob\n${places.join('\n')}\n`);
    writeFileSync(join(folder, '.zshrc'), `PS1='${PROMPT} '; unsetopt prompt_sp\n`);
    return { command: `${found} -d -i`, begin: 'source <(kith completion zsh)', env: { ZDOTDIR: folder } };
  },
  fish(found, unpacked, folder) {
    const functions = join(unpacked ?? '', 'usr/share/fish/functions');
    const places = unpacked ? `set fish_function_path ${functions};` : '';
    // Installed libraries are not unpacked again.
    const libraries = join(unpacked ?? '', 'usr/lib');
    const paths = unpacked && existsSync(libraries) ? readdirSync(libraries).map((name) => join(libraries, name)) : [];
    return {
      command: `env LD_LIBRARY_PATH=${paths.join(':')} ${found} -i -C "${places} function fish_prompt; echo '${PROMPT} '; end"`,
      begin: 'kith completion fish | source',
      env: { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
    };
  },
};

/** Terminal output when someone types these lines, each once the shell is ready for it. */
export async function typed(shell: Shell, lines: string[], settings: Record<string, string>, folder: string) {
  const kith = join(folder, 'kith');
  writeFileSync(kith, `#!/bin/sh\nunset LD_LIBRARY_PATH\nexec ${process.execPath} ${CLI} "$@"\n`);
  chmodSync(kith, 0o755);
  const env = {
    ...process.env,
    ...shell.env,
    ...settings,
    PATH: `${folder}${delimiter}${process.env.PATH}`,
    TERM: 'vt100',
  };
  const child = spawn('script', ['-qec', `stty cols 120; exec ${shell.command}`, '/dev/null'], { env, cwd: folder });
  let shown = '';
  let prompts = 0;
  const left = [shell.begin, ...lines, 'exit'];
  child.stdout.on('data', (part) => {
    shown += part;
    const seen = stripVTControlCharacters(shown).split(PROMPT).length - 1;
    // The prompt may be redrawn while a line is typed: only the first one after a response counts.
    if (seen <= prompts) return;
    prompts = seen;
    const next = left.shift();
    if (next !== undefined) child.stdin.write(`${next}\n`);
  });
  await new Promise((resolve) => child.on('close', resolve));
  return stripVTControlCharacters(shown).replaceAll('\r', '');
}

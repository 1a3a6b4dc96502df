import { sayExactly } from '../../process/print.ts';
import { SCRIPTS } from '../completion/scripts.ts';
import { choice } from '../input/arguments.ts';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

/** `kith completion SHELL`: prints the shell's completion script. */
export async function runCompletion(shell: string): Promise<number> {
  const known = choice('The shell', shell, SHELLS);
  if (known === 'powershell') (await import('@bomb.sh/tab')).script(known, 'kith', 'kith');
  else await sayExactly(SCRIPTS[known]);
  return 0;
}

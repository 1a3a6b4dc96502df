import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { KithError } from '../catalogue/error.ts';

/** What somebody types without being shown it. Throws where nobody sits at a terminal; `hint` names the other way. */
export async function askSecret(question: string, hint: string): Promise<string> {
  if (!process.stdin.isTTY) throw new KithError('BadRequest', 'There is no terminal to ask at.', { hint });
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

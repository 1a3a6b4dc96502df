import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Book } from './book.ts';
import { CLI, environment, PROFILES, type Profile, RECORDER } from './program.ts';
import { connect } from './session.ts';
import { readState } from './state.ts';
import { promptOf, type Task } from './task.ts';
import { operationOf, type RecordedCall, readTrajectory } from './trajectory.ts';
import { differenceOf, type Verdict, verify } from './verify.ts';

/** How long a model may take for a task. */
const PLAYER_MS = 15 * 60_000;
const MAX_ANSWER_LENGTH = 100_000;

export interface Result extends Verdict {
  task: string;
  calls: RecordedCall[];
  answer: string;
  /** Whether the first call was one of the good ones, and succeeded. In catalogue mode: the first one after searches. */
  startedWell: boolean;
}

/** Has a model do a task in a copy of the address book, and checks the result. */
export async function playTask(book: Book, task: Task, player: string, profile: Profile): Promise<Result> {
  const { folder, remove } = await book.copy();
  try {
    if (task.setup) {
      const session = await connect(folder);
      await task.setup(session.call);
      await session.close();
    }
    const before = await readState(folder);
    const log = join(folder, 'messages.jsonl');
    const config = join(folder, 'mcp.json');
    await writeFile(config, JSON.stringify(hostConfig(folder, log, profile)));
    const answer = await ask(player, promptOf(task), config);
    const calls = await readTrajectory(log);
    const verdict = verify(task, differenceOf(before, await readState(folder)), answer);
    return { task: task.id, ...verdict, calls, answer, startedWell: isGoodStart(task, calls) };
  } finally {
    await remove();
  }
}

/** The configuration of an MCP host, in the format that most hosts read. */
const hostConfig = (folder: string, log: string, profile: Profile) => ({
  mcpServers: {
    kith: {
      command: process.execPath,
      args: [RECORDER, log, process.execPath, CLI, ...PROFILES[profile]],
      env: environment(folder),
    },
  },
});

function isGoodStart(task: Task, calls: readonly RecordedCall[]): boolean {
  const first = calls.find((call) => operationOf(call) !== undefined);
  if (!first) return task.calls === 0;
  return !first.isError && task.starts.includes(operationOf(first)!);
}

/** Runs the player's command in a shell with EVAL_PROMPT and EVAL_MCP_CONFIG. Its output is the answer. */
function ask(player: string, prompt: string, config: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(player, {
      shell: true,
      timeout: PLAYER_MS,
      env: { ...process.env, EVAL_PROMPT: prompt, EVAL_MCP_CONFIG: config },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let answer = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      answer = (answer + text).slice(-MAX_ANSWER_LENGTH);
    });
    child.on('error', reject);
    child.on('close', () => resolve(answer.trim()));
  });
}

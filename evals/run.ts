// Has a model do everyday tasks with kith, and reports how it went.
//   npm run evals -- --player COMMAND [--profile core] [--runs 4] [--tasks allergy,cat] [--out results.json]
//     [--record recordings.json]
// The command gets the task in EVAL_PROMPT and the path of an MCP configuration in EVAL_MCP_CONFIG, and prints its answer.
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { makeBook } from './book.ts';
import { playTask, type Result } from './play-task.ts';
import { PROFILES, type Profile } from './program.ts';
import { recordingOf } from './recording.ts';
import { reportOf } from './report.ts';
import { tasks as allTasks } from './tasks/tasks.ts';

const MAX_RUNS = 100;

const { values } = parseArgs({
  options: {
    player: { type: 'string' },
    profile: { type: 'string', default: 'all' },
    runs: { type: 'string', default: '1' },
    tasks: { type: 'string' },
    out: { type: 'string' },
    record: { type: 'string' },
  },
});
const { player, profile, out, record } = values;
const runs = Number(values.runs);
const wanted = values.tasks?.split(',');
const unknown = wanted?.filter((id) => !allTasks.some((task) => task.id === id)) ?? [];
const tasks = wanted ? allTasks.filter(({ id }) => wanted.includes(id)) : allTasks;
if (unknown.length > 0) {
  process.stderr.write(
    `There is no task ${unknown.join(', ')}. The tasks are ${allTasks.map(({ id }) => id).join(', ')}.\n`,
  );
  process.exit(2);
}
if (!player || !(profile in PROFILES) || !Number.isInteger(runs) || runs < 1 || runs > MAX_RUNS) {
  const profiles = Object.keys(PROFILES).join('|');
  process.stderr.write(
    `npm run evals -- --player COMMAND [--profile ${profiles}] [--runs N] [--tasks ID,ID] [--out FILE]\n`,
  );
  process.exit(2);
}

execFileSync(process.execPath, ['scripts/build.mjs', '--if-changed'], { stdio: 'inherit' });
const book = await makeBook();
const results: Result[][] = [];
try {
  for (let run = 0; run < runs; run++) {
    const played: Result[] = [];
    results.push(played);
    for (const task of tasks) {
      const result = await playTask(book, task, player, profile as Profile);
      played.push(result);
      process.stderr.write(`${result.passed ? 'passed' : 'FAILED'} ${task.id}, ${result.calls.length} calls\n`);
      // Written after each task, so that a run that is stopped is not lost.
      if (out) await writeFile(out, JSON.stringify(results, null, 2));
    }
  }
} finally {
  await book.remove();
}
if (record) {
  const passed = results[0]!.filter((result) => result.passed).map(recordingOf);
  await writeFile(record, `${JSON.stringify(passed, null, 2)}\n`);
}
process.stdout.write(`${reportOf(tasks, results)}\n`);

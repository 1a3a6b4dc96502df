import { startService } from '../support/service.ts';
import { BOOK } from './book.ts';
import { play, type TaskCost } from './play.ts';

// `node scripts/run.mjs test/tasks/run.ts`: plays the book, and prints the cost of each task. `-- --catalogue` uses
// only the three catalog tools.

const catalogue = process.argv.includes('--catalogue');
const service = await startService();
const all: TaskCost[] = [];
let failed = 0;
for (const [language, tasks] of Object.entries(BOOK)) {
  process.stdout.write(`\n${language}\n`);
  for (const task of tasks) {
    try {
      const played = await play(service, task, { catalogue });
      all.push(played);
      process.stdout.write(`${cells(played)}  ${task.request}\n`);
    } catch (error) {
      failed++;
      process.stdout.write(`failed                         ${task.request}\n  ${(error as Error).message}\n`);
    }
  }
}
const sum = (field: keyof TaskCost): number => all.reduce((total, played) => total + played[field], 0);
process.stdout.write(
  `\n${all.length} tasks done, ${failed} failed: ${sum('calls')} calls${catalogue ? `, ${sum('lookUps')} of them searches` : ''}, ${sum('errors')} refused, ${Math.round(sum('bytes') / all.length)} bytes a task\n`,
);
await service.stop();
process.exit(failed === 0 ? 0 : 1);

function cells({ calls, errors, bytes }: TaskCost): string {
  return `${calls} calls  ${errors} refused  ${String(bytes).padStart(6)} bytes`;
}

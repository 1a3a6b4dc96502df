import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readContacts } from '../../import/formats/read-contacts.ts';
import { importRecords } from '../../import/import-records.ts';
import { ownProgram } from '../../process/own-program.ts';
import { openClient } from '../../server/composition/open-client.ts';
import { settingsIn } from '../../settings.ts';
import { connectAssistant } from '../demo/assistant.ts';
import { heading, say } from '../demo/print.ts';
import * as scenes from '../demo/scenes.ts';

// Two folders up, both from the source and from the bundle's chunks.
const SAMPLE = new URL('../../samples/address-book.vcf', import.meta.url);
const CALENDAR = new URL('../../samples/calendar.ics', import.meta.url);

const SCENES = [
  scenes.showTools,
  scenes.showSearch,
  scenes.showWeek,
  scenes.showReminder,
  scenes.showPreparation,
  scenes.showWhoToReachOutTo,
  scenes.showMerge,
  scenes.showResource,
];

/** `kith demo`: shows an assistant or the web app with a sample address book in a temporary database. */
export async function runDemo({ page, browser }: { page?: true; browser: boolean }): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'kith-demo-'));
  try {
    await loadSample(folder);
    await connectCalendar(folder);
    if (page) await showPages(folder, browser);
    else await showAssistant(folder);
  } finally {
    // On Windows, a process's files stay locked for a moment after it exits.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  say('\nAll of it ran on a real database, which is now deleted. To start your own: npx -y kith-mcp open');
  return 0;
}

async function showAssistant(folder: string): Promise<void> {
  const assistant = await connectAssistant(folder);
  try {
    for (const scene of SCENES) await scene(assistant);
  } finally {
    await assistant.close();
  }
}

/** Runs the web app in a child process until it is stopped. */
async function showPages(folder: string, browser: boolean): Promise<void> {
  heading('The web app opens in your browser; press Ctrl-C to stop it', 'kith open');
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('KITH_'));
  const options = browser ? [] : ['--no-browser'];
  const { command, args } = ownProgram();
  const child = spawn(command, [...args, 'open', '--port', '0', ...options], {
    env: { ...Object.fromEntries(own), KITH_DATA_DIR: folder },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // Ctrl-C also reaches the child. The folder is deleted after it exits.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
  await once(child, 'close');
}

async function loadSample(folder: string): Promise<void> {
  heading('A sample address book is imported', 'kith import samples/address-book.vcf');
  const file = readContacts(await readFile(SAMPLE));
  const { client, close } = await openClient(settingsIn({ KITH_DATA_DIR: folder }));
  const report = await importRecords(client, file.records);
  const { data } = await client.call('count_contacts', {});
  await close();
  say(
    `${file.records.length} cards: ${report.created} people created, ${report.updated} merged into one of them, ${report.failed} failed; ${data.count} contacts.`,
  );
}

async function connectCalendar(folder: string): Promise<void> {
  heading('A calendar is connected by URL', 'kith connect ics samples/calendar.ics');
  const [{ openData }, { localUser }, { saveAccount }, { calendarByAddress }] = await Promise.all([
    import('../../service/data/open-data.ts'),
    import('../../identity/users/users.ts'),
    import('../../providers/accounts/connect.ts'),
    import('../../providers/ics/connect.ts'),
  ]);
  const data = openData(folder, undefined);
  try {
    const user = await localUser(data.store);
    const account = await saveAccount(data, user.user_id, await calendarByAddress(fileURLToPath(CALENDAR)));
    say(`${account.email}: ${account.capabilities.join(', ')}; its events are read on demand and never stored.`);
  } finally {
    await data.store.close();
  }
}

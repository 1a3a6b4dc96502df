import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { agendaTable, measureAgenda } from './agenda.ts';
import { callTable, measureCalls } from './calls.ts';
import { clientTable, measureClient } from './client.ts';
import { measurePages, pageTable } from './pages.ts';
import { measureRest, restTable } from './rest.ts';
import { measureService, serviceTable } from './service.ts';
import { measureStarts, startTable } from './start.ts';
import { buildFloor, kith, peers } from './targets.ts';
import { measureToolList, toolListTable } from './tool-list.ts';

// npm run bench -- [--json FILE] [--starts N] [--calls N] [--peer NAME=COMMAND …]
// npm run bench -- scale [--sizes 1000,100000,1000000] [--engines sqlite,postgres] [--only NAME] [--samples N]
//   [--folder F] [--fill-only]     filled databases stay in F and are used again
// npm run bench -- face [--starts N] [--rounds N]     every way in, beside the floor and a generic OpenAPI bridge
// npm run bench -- rest             GET one contact over HTTP, beside the same router answering a constant
// npm run bench -- pages            pages on 10,000 contacts, beside the operations that they call
// npm run bench -- dav [--sizes 5000,50000]     CardDAV, beside Radicale on the smaller book
// npm run bench -- agenda
// npm run bench -- calendars        a week of published calendars: read first, and again
// npm run bench -- duplicates [--folder F] [--splink F] [--sizes 1000,10000,50000] [--seeds 1-5]   F holds the labeled sets, else fetched
// Read the ratios: what is compared runs in turns, in this one run, on this machine.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: 'string' },
    engines: { type: 'string', default: 'sqlite,postgres' },
    folder: { type: 'string' },
    splink: { type: 'string' },
    seeds: { type: 'string', default: '1-5' },
    'fill-only': { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    samples: { type: 'string', default: '300' },
    json: { type: 'string' },
    starts: { type: 'string', default: '20' },
    calls: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '10' },
    peer: { type: 'string', multiple: true, default: [] },
  },
});

if (positionals[0] === 'scale') {
  const { runScale } = await import('./scale/run.ts');
  await runScale({
    sizes: (values.sizes ?? '1000,100000,1000000').split(',').map(Number),
    engines: values.engines.split(','),
    folder: values.folder,
    fillOnly: values['fill-only'],
    samples: Number(values.samples),
    only: values.only,
    json: values.json,
  });
  process.exit(0);
}

if (positionals[0] === 'duplicates') {
  const { runDuplicates } = await import('./duplicates/run.ts');
  const [first, last = first] = values.seeds.split('-').map(Number);
  const good = await runDuplicates({
    folder: values.folder,
    splink: values.splink,
    sizes: (values.sizes ?? '1000,10000,50000').split(',').filter(Boolean).map(Number),
    seeds: [first!, last!],
    json: values.json,
  });
  process.exit(good ? 0 : 1);
}

if (positionals[0] === 'face') {
  const { faceTable, measureFace } = await import('./face.ts');
  const folder = mkdtempSync(join(tmpdir(), 'kith-bench-'));
  try {
    const figures = await measureFace(folder, { starts: Number(values.starts), rounds: Number(values.rounds) });
    process.stdout.write(`Node ${process.version}, ${cpus().length} cores\n\n${faceTable(figures)}`);
    if (values.json) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.exit(0);
}

const say = (text: string) => process.stdout.write(`${text}\n`);
if (positionals[0] === 'agenda') {
  say(agendaTable(await measureAgenda()));
  process.exit(0);
}
if (positionals[0] === 'calendars') {
  const { calendarTable, measureCalendars } = await import('./calendars.ts');
  say(calendarTable(await measureCalendars(Number(values.rounds))));
  process.exit(0);
}
const folder = mkdtempSync(join(tmpdir(), 'kith-bench-'));
if (positionals[0] === 'dav') {
  const { davTable, measureDav } = await import('./dav.ts');
  const [small = 5_000, large = 50_000] = (values.sizes ?? '').split(',').filter(Boolean).map(Number);
  try {
    say(davTable(await measureDav(folder, [small, large])));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.exit(0);
}
if (positionals[0] === 'rest') {
  try {
    const { dataDir, contactIds } = (await measureService(folder, 1_000)).seeded;
    say(restTable(await measureRest(dataDir, contactIds, folder)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.exit(0);
}
if (positionals[0] === 'pages') {
  try {
    say(pageTable(await measurePages(folder, 10_000)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.exit(0);
}
try {
  const floor = buildFloor();
  const others = peers(values.peer);
  say(`Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} cores\n`);

  const small = await measureService(folder, 1_000);
  say(serviceTable(small.figures));
  const ours = kith(small.seeded.dataDir);
  const { contactIds } = small.seeded;
  const rest = await measureRest(small.seeded.dataDir, contactIds, folder);
  say(restTable(rest));

  const starts = await measureStarts([ours, floor, ...others], Number(values.starts));
  say(startTable(starts));
  const calls = await measureCalls(ours, floor, { contactIds, folder, calls: Number(values.calls) });
  say(callTable(calls));
  const toolLists = [];
  for (const target of [ours, ...others]) toolLists.push(await measureToolList(target));
  say(toolListTable(toolLists));

  const client = await measureClient(folder);
  say(clientTable(client));

  const agenda = await measureAgenda();
  say(agendaTable(agenda));

  const pages = await measurePages(folder, 10_000);
  say(pageTable(pages));

  const large = await measureService(folder, 20_000);
  say(serviceTable(large.figures));
  if (values.json) {
    const service = [small.figures, large.figures];
    const machine = { node: process.version, platform: process.platform, arch: process.arch, cores: cpus().length };
    writeFileSync(
      values.json,
      `${JSON.stringify({ machine, rest, starts, calls, toolLists, client, agenda, pages, service }, null, 2)}\n`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

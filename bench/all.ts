import { agendaTable, measureAgenda } from './agenda.ts';
import { callTable, measureCalls } from './calls.ts';
import { clientTable, measureClient } from './client.ts';
import { measurePages, pageTable } from './pages.ts';
import { measureRest, restTable } from './rest.ts';
import { measureService, serviceTable } from './service.ts';
import { measureStarts, startTable } from './start.ts';
import { buildFloor, kith, peers } from './targets.ts';
import { measureToolList, toolListTable } from './tool-list.ts';

/** What `npm run bench` measures when no command is named; tells each table as it comes. */
export async function measureAll(
  folder: string,
  options: { starts: number; calls: number; peer: string[] },
  say: (text: string) => void,
): Promise<object> {
  const floor = buildFloor();
  const others = peers(options.peer);

  const small = await measureService(folder, 1_000);
  say(serviceTable(small.figures));
  const ours = kith(small.seeded.dataDir);
  const { contactIds } = small.seeded;
  const rest = await measureRest(small.seeded.dataDir, contactIds, folder);
  say(restTable(rest));

  const starts = await measureStarts([ours, floor, ...others], options.starts);
  say(startTable(starts));
  const calls = await measureCalls(ours, floor, { contactIds, folder, calls: options.calls });
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
  return { rest, starts, calls, toolLists, client, agenda, pages, service: [small.figures, large.figures] };
}

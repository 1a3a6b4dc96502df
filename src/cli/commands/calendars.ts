import { suggestion } from '../../contract/schema/arguments.ts';
import { oneLine, say, sayJson } from '../../process/print.ts';
import { withPlainClient } from '../../server/composition/open-client.ts';
import { KithError } from '../../shared/error.ts';
import type { JsonOption } from '../input/arguments.ts';

interface Options extends JsonOption {
  show?: string[] | undefined;
  hide?: string[] | undefined;
  user?: string | undefined;
}

/** `kith calendars`: lists the calendars of all accounts, and selects or deselects them. */
export async function runCalendars({ show = [], hide = [], user, json }: Options): Promise<number> {
  return withPlainClient(async (client) => {
    const { calendars, warnings } = (await client.call('list_calendars', {})).data;
    const chosen = [
      ...show.map((name) => ({ id: idOf(calendars, name), selected: true })),
      ...hide.map((name) => ({ id: idOf(calendars, name), selected: false })),
    ];
    const shown =
      chosen.length > 0 ? (await client.call('select_calendars', { calendars: chosen })).data.calendars : calendars;
    if (json) await sayJson({ calendars: shown, warnings }, 0);
    else await print(shown, warnings);
    return 0;
  }, user);
}

interface Listed {
  id: string;
  name: string;
  account: string;
  kind: string;
  selected: boolean;
  can_write: boolean;
}

/** Returns the calendar with this id, or the only one with this name, ignoring case. */
function idOf(calendars: Listed[], name: string): string {
  const found = calendars.filter((one) => one.id === name || one.name.toLowerCase() === name.toLowerCase());
  if (found.length === 1) return found[0]!.id;
  if (found.length > 1) {
    throw new KithError('BadRequest', `${found.length} calendars are named "${name}".`, {
      hint: `Use an id: ${found.map(({ id, account }) => `${id} (${account})`).join(', ')}`,
    });
  }
  const names = calendars.map((one) => one.name);
  throw new KithError('NotFound', `There is no calendar "${name}"${suggestion(name, names, '.')}`, {
    hint: 'List them with kith calendars.',
  });
}

async function print(calendars: Listed[], warnings: string[]): Promise<void> {
  for (const { name, id, account, kind, selected, can_write } of calendars) {
    const facts = [oneLine(account), kind, ...(can_write ? [] : ['read only'])].join(', ');
    await say(`${selected ? '[x]' : '[ ]'} ${oneLine(name || id)}  (${facts})\n`);
  }
  for (const warning of warnings) await say(`${oneLine(warning)}\n`);
}

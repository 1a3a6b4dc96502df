import type { Client } from '../../client/client.ts';
import { dueInDays } from '../../client/reminder-days.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { processSettings } from '../../settings.ts';
import { KithError } from '../../shared/error.ts';
import { once } from '../../shared/once.ts';
import { sanitize } from '../../shared/text/sanitize.ts';
import { inAccountZone } from '../replies/account-zone.ts';
import type { ToolResult } from '../replies/result.ts';
import { comparePairs } from './pairs.ts';
import { photosOf } from './photos.ts';

// View data that the model does not need. It is sent in the result's _meta, and src/views/stage.ts reads it.

type Content = NonNullable<ToolResult['structuredContent']>;
type MakeViewData = (client: Client, content: Content, zone: string) => Promise<object>;
type Reminders = Data<'get_briefing'>['reminders'];
type Data<N extends keyof Operations> = DataOf<Operations[N]>;

const VIEW_DATA: Record<string, MakeViewData> = {
  async find_duplicate_contacts(client, content) {
    const pairs = await comparePairs(client, (content as Data<'find_duplicate_contacts'>).duplicates);
    return { pairs };
  },
  async get_briefing(_client, content, zone) {
    // Results omit empty lists.
    const { overdue = [], due = [] } = (content as Data<'get_briefing'>).reminders as Partial<Reminders>;
    const single = [...overdue, ...due].filter(({ recurrence }) => !recurrence);
    return {
      moves: Object.fromEntries(single.map((one) => [one.id, [dueInDays(1, one, zone), dueInDays(7, one, zone)]])),
    };
  },
  async get_contact(client, content) {
    const { id, image_url } = (content as Data<'get_contact'>).contact;
    return { photos: await photosOf(client, [image_url]), notes: await latestNotes(client, id) };
  },
};

const NOTES = 3;
const MAX_NOTE_CHARACTERS = 4_000;

/** Returns a contact's latest notes, as `list_timeline` returns them. */
async function latestNotes(client: Client, contactId: string) {
  const { data } = await client.call('list_timeline', { contactId, sources: ['notes'], take: NOTES });
  return {
    items: data.items.map(({ type, date, note }) => ({
      ...{ type, date },
      note: { note: sanitize(note?.note ?? '').slice(0, MAX_NOTE_CHARACTERS), meeting_type: note?.meeting_type },
    })),
  };
}

/** Address of the web app, if it is set. Cached, because reading the environment is slow. */
const publicUrl = once(() => processSettings.KITH_PUBLIC_URL?.replace(/\/+$/, ''));

/** Adds view data to a result. If that fails, the result is returned without it. */
export async function withViewData(client: Client, name: string, result: ToolResult): Promise<ToolResult> {
  const { structuredContent, _meta } = result;
  if (!structuredContent) return result;
  const zone = await inAccountZone(client).zone();
  const web = publicUrl();
  const more = await VIEW_DATA[name]?.(client, structuredContent, zone).catch(undefinedIfAnswered);
  return { ...result, _meta: { ..._meta, 'kith/view': { zone, ...(web && { web }), ...more } } };
}

/** Ignores errors of the service and unexpected responses of other versions. */
function undefinedIfAnswered(error: unknown): undefined {
  if (!(error instanceof KithError) && !(error instanceof TypeError)) throw error;
}

import { toolDefinitions } from '../../tools/tools.ts';
import { connectModern, type TestClient } from '../support/mcp.ts';
import { dataOf, type Json } from '../support/people.ts';
import type { RunningService, User } from '../support/service.ts';
import { type Call, day, type Start, type State, type Task } from './task.ts';

/** Cost of a task. */
export interface TaskCost {
  calls: number;
  /** Searches for an operation, in catalog mode. */
  lookUps: number;
  /** Calls that failed. */
  errors: number;
  /** Bytes of the replies that a model reads. */
  bytes: number;
}

/** Plays a task through the MCP tools as a new user. Throws unless it is done correctly. */
export async function play(
  service: RunningService,
  { request, looksFor = request, start, solve, after }: Task,
  { catalogue = false } = {},
): Promise<TaskCost> {
  const user = await service.user();
  await begin(user, start);
  const headers = { authorization: `Bearer ${user.apiKey}`, 'x-kith-catalogue': String(catalogue) };
  const client = await connectModern({ url: `${service.baseUrl}/mcp`, headers }, { pin: '2026-07-28' });
  const played: TaskCost = { calls: 0, lookUps: 0, errors: 0, bytes: 0 };
  const counting: Call = (tool, args = {}) => counted(client, played, tool, args);
  try {
    const answer = await solve(catalogue ? inCatalogue(counting, played, looksFor) : counting);
    after(await stateOf(user), answer as Json);
    return played;
  } finally {
    await client.close();
  }
}

/**
 * Calls tools as an assistant does in catalog mode: it searches in its own words, asks by name for an operation listed
 * as a line, and searches for the title of one not shown.
 */
function inCatalogue(call: Call, played: TaskCost, looksFor: string): Call {
  const shown = new Map<string, string | undefined>();
  const search = async (args: Record<string, unknown>): Promise<void> => {
    played.lookUps++;
    const { operations } = await call('search_operations', args);
    for (const { operation, run_with } of operations as Json[])
      if (run_with || !shown.has(operation)) shown.set(operation, run_with);
  };
  return async (tool, args = {}) => {
    if (shown.size === 0) await search({ query: looksFor });
    if (!shown.has(tool)) await search({ query: titleOf(tool) });
    if (!shown.get(tool)) await search({ operations: [tool] });
    return call(shown.get(tool)!, { operation: tool, arguments: args });
  };
}

const titleOf = (tool: string): string => toolDefinitions[tool as keyof typeof toolDefinitions].title;

async function counted(
  client: TestClient,
  played: TaskCost,
  tool: string,
  args: Record<string, unknown>,
): Promise<Json> {
  const { isError, content, structuredContent } = await client.call(tool, args);
  played.calls++;
  played.bytes += Buffer.byteLength(content.map(({ text }) => text).join(''));
  if (!isError) return structuredContent as Json;
  played.errors++;
  throw new Error(`${tool}: ${content[0]!.text}`);
}

/** Creates a task's initial data over REST. */
async function begin(user: User, { people, groups = [], fields = [] }: Start): Promise<void> {
  const tagIds = await idsOf(
    people.flatMap(({ tags }) => tags ?? []),
    async (name) => dataOf(await user.post('/v2/tags', { tag: { name } })).tag.id,
  );
  const groupIds = await idsOf(
    [...groups, ...people.flatMap((person) => person.groups ?? [])],
    async (name) => dataOf(await user.post('/v2/groups', { group: { name } })).group.id,
  );
  for (const name of fields)
    await user.post('/v1/custom-fields', { custom_field: { name, field_type: 'input', categories: [] } });
  for (const { notes = [], reminders = [], tags = [], groups: in_ = [], ...fields_ } of people) {
    const { contact } = dataOf(
      await user.post('/v2/contacts', {
        ...fields_,
        tags_contacts: tags.map((name) => ({ tag_id: tagIds.get(name) })),
        groups_contacts: in_.map((name) => ({ group_id: groupIds.get(name) })),
      }),
    );
    for (const { note, days, meeting_type } of notes) {
      await user.post('/v2/timeline/notes', {
        note: {
          note,
          ...(meeting_type && { meeting_type }),
          ...(days !== undefined && { event_time: `${day(days)}T12:00:00Z` }),
          timeline_items_contacts: [{ contact_id: contact.id }],
        },
      });
    }
    for (const { text, days, recurrence } of reminders) {
      await user.post('/v2/reminders', {
        reminder: {
          text,
          due_at_date: day(days),
          ...(recurrence && { recurrence }),
          reminders_contacts: [{ contact_id: contact.id }],
        },
      });
    }
  }
}

async function idsOf(names: string[], make: (name: string) => Promise<string>): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const name of new Set(names)) ids.set(name, await make(name));
  return ids;
}

const INCLUDE = [
  'contact_emails',
  'contact_phone_numbers',
  'tags_contacts',
  'groups_contacts',
  'contacts_custom_fields',
  'contact_relations_contact_relations_sourceTocontacts',
];

/** The account's data, including archived people, over REST. */
async function stateOf(user: User): Promise<State> {
  const include = INCLUDE.map((name) => `include[${name}]=true`).join('&');
  const read = async (path: string): Promise<Json> => dataOf(await user.get(path));
  const lists = await Promise.all(
    [false, true].map((archived) => read(`/v2/contacts?${include}&archived=${archived}`)),
  );
  const contacts = [
    ...new Map(lists.flatMap((list) => list.contacts).map((contact: Json) => [contact.id, contact])).values(),
  ];
  const [{ notes }, { reminders }, { tags }, { groups }, { favorites }, { custom_fields: customFields }] =
    await Promise.all([
      read('/v2/timeline/notes'),
      read('/v2/reminders'),
      read('/v2/tags'),
      read('/v2/groups'),
      read('/v2/favorites'),
      read('/v2/custom-fields'),
    ]);
  const person = (name: string): Json => {
    const found = contacts.find(({ full_name }) => full_name === name);
    if (!found) throw new Error(`${name} is not there`);
    return found;
  };
  const notesOf = (name: string): string[] =>
    notes
      .filter(({ timeline_items_contacts }: Json) =>
        timeline_items_contacts.some(({ contact_id }: Json) => contact_id === person(name).id),
      )
      .map(({ note }: Json) => note);
  return { contacts, notes, reminders, tags, groups, favorites, customFields, person, notesOf };
}

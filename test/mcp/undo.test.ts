import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operation as operationNamed, type ToolName, toolNames } from '../../src/contract/operations.ts';
import { toolDefinitions } from '../../tools/tools.ts';
import { startConnected } from '../support/file-service.ts';
import { connectModern, type TestClient } from '../support/mcp.ts';
import type { Json } from '../support/people.ts';
import type { User } from '../support/service.ts';
import { makeWorld, type World } from '../support/world.ts';
import { callsIn, WRITES } from '../support/writes.ts';

// Every write's reply states whom it touched, and how to undo it. The undo is run exactly as the reply states it, and must
// bring back the data of before.

let service: Awaited<ReturnType<typeof startConnected>>;
beforeAll(async () => {
  service = await startConnected();
});
afterAll(() => service.stop());

const connectTo = ({ apiKey }: User): Promise<TestClient> =>
  connectModern({ env: { KITH_BASE_URL: service.baseUrl, KITH_API_KEY: apiKey } });

const writes = toolNames.filter((name) => operationNamed(name).effect !== 'read');

const confirmed = (name: string, args: object): Record<string, unknown> => ({
  ...args,
  ...(toolDefinitions[name as ToolName].confirm && { confirm: true }),
});

/** The user's data without times of changes and ids of parts, which differ after a list is restored. */
async function dataOfUser(user: User, { group, event }: World): Promise<Json> {
  const include = Object.fromEntries(
    [
      'contact_emails',
      'contact_phone_numbers',
      'legacy_contact_addresses',
      'contacts_custom_fields',
      'groups_contacts',
      'tags_contacts',
      'contact_relations_contact_relations_sourceTocontacts',
      'timeline_items_contacts',
      'reminders_contacts',
      'keep_in_touch_reminders',
    ].map((part) => [part, true]),
  );
  const contacts = [false, true].map((is_archived) =>
    user.post('/v2/contacts/filter', { where: { is_archived }, include, sort: 'created_at' }),
  );
  const lists = ['timeline/notes', 'reminders', 'groups', 'tags', 'favorites', 'views', 'custom-fields'];
  const more = event ? [`agenda/calendar/events/${event}`, 'agenda/calendars', 'agenda/calendar/events'] : [];
  const answers = await Promise.all([
    ...contacts,
    ...[...lists, ...more, `groups/${group}/share-links`].map((list) => user.get(`/v2/${list}`)),
  ]);
  const hidden = new Set(['updated_at', 'created_at', 'nextCursor', 'geocode_attempts', 'next_cursor']);
  const trimmed = (value: Json, part = ''): Json => {
    if (Array.isArray(value)) return value.map((one) => trimmed(one, part));
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(([name]) => !hidden.has(name) && !(name === 'id' && part in include));
    return Object.fromEntries(kept.map(([name, inner]) => [name, trimmed(inner, name)]));
  };
  return answers.map(({ body }) => trimmed(body));
}

const argumentsOf = (schema: { properties?: object }): string[] => Object.keys(schema.properties!);

describe('every write', () => {
  test('is in the table', () => expect(Object.keys(WRITES).sort()).toEqual([...writes].sort()));

  interface Place {
    user: User;
    client: TestClient;
    world: World;
  }

  /** An undone write leaves the world as it was, so that the next test can use it. */
  let whole: Place | undefined;
  afterAll(() => whole?.client.close());

  async function takePlace(): Promise<Place> {
    const place = whole;
    whole = undefined;
    if (place) return place;
    const user = await service.user(undefined, 'Europe/Berlin');
    return { user, client: await connectTo(user), world: await makeWorld(user, 'Ada') };
  }

  test.each(writes)('%s states whom it touched and its undo, which works', async (name) => {
    const { args: argsOf, touched, sentence, bare, newIds } = WRITES[name]!;
    const place = await takePlace();
    const { user, client, world } = place;
    try {
      const args = await argsOf(world, user);
      const before = await dataOfUser(user, world);
      const preview = operationNamed(name).atProvider
        ? undefined
        : (await client.call(name, { ...args, dry_run: true })).structuredContent;
      if (preview) {
        expect(preview).toMatchObject({ dry_run: true });
        expect(preview.undo).toBeUndefined();
        expect(preview.next ?? '').not.toContain('saved state');
        expect(preview.touched?.count ?? 0).toBe(touched);
      }
      const { structuredContent: reply, isError } = await client.call(name, confirmed(name, args));
      expect(isError, JSON.stringify(reply)).toBeFalsy();
      expect(reply.touched?.count ?? 0).toBe(touched);
      const { contacts: names = [], more = 0 } = reply.touched ?? {};
      expect(names.length + more).toBe(touched);
      expect(/saved state/.test(reply.next ?? '')).toBe(!bare);
      expect(JSON.stringify(reply).length).toBeLessThan(4_000);
      if (sentence) return expect(reply.undo).toMatch(sentence);
      expect(await dataOfUser(user, world)).not.toEqual(before);
      const { tools } = await client.listTools();
      for (const [tool, undo] of callsIn(reply.undo)) {
        // A client may check arguments against the listed schema.
        expect(argumentsOf(tools.find((one) => one.name === tool)!.inputSchema)).toEqual(
          expect.arrayContaining(Object.keys(undo)),
        );
        const undone = await client.call(tool, confirmed(tool, undo));
        expect(undone.isError, `${reply.undo}\n${undone.content[0]!.text}`).toBeFalsy();
      }
      expect(await dataOfUser(user, world)).toEqual(before);
      if (!newIds) whole = place;
    } finally {
      if (!whole) await client.close();
    }
  });
});

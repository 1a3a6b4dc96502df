import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, signedIn } from '../support/browser.ts';
import { formIn, plain, press, typed, undo } from '../support/forms.ts';
import { getContact, type Json, makeContact, patchContact } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// A person's links to others and to lists, using only links and forms: no script runs here.

let service: RunningService;
let ada: User;
let browser: Browser;

beforeAll(async () => {
  service = await startService();
  ada = await service.user(undefined, 'Europe/Berlin');
  browser = await signedIn(service, ada.email);
});
afterAll(() => service.stop());

const pathOf = ({ id }: Json): string => `/people/${id}`;

const asKey = (): [string, string][] => [['key', randomUUID()]];

describe.each(['tags', 'groups'] as const)('%s', (part) => {
  const names = async (contact: Json): Promise<string[]> => {
    const { tags_contacts, groups_contacts } = await getContact(ada, contact.id);
    return part === 'tags'
      ? tags_contacts.map(({ tags }: Json) => tags.name)
      : groups_contacts.map(({ groups }: Json) => groups.name);
  };

  test('are added by a known or new name, once, and removed', async () => {
    const [one, two] = [await makeContact(ada, {}), await makeContact(ada, {})];
    const path = (contact: Json) => `${pathOf(contact)}/${part}`;
    const add = async (contact: Json, name: string) => {
      const form = typed(formIn((await browser.open(pathOf(contact))).text, path(contact)), { name });
      await browser.send(path(contact), form);
      return browser.send(path(contact), form);
    };
    await add(one, 'Écoles');
    const { text } = await add(two, ' écoles ');
    expect([await names(one), await names(two)]).toEqual([['Écoles'], ['Écoles']]);
    expect(text).toContain('<option value="Écoles">');
    const remove = /action="([^"]+\/remove)"/.exec(text)![1]!;
    const off = await browser.send(remove, formIn(text, remove));
    expect([await names(one), await names(two)]).toEqual([['Écoles'], []]);
    await undo(browser, off);
    expect(await names(two)).toEqual(['Écoles']);
    const blank = await browser.send(
      path(one),
      typed(formIn((await browser.open(pathOf(one))).text, path(one)), { name: ' ' }),
    );
    expect(blank.status).toBe(400);
    expect(blank.text).toContain('must not be blank');
  });
});

describe('a relation', () => {
  const relations = async ({ id }: Json) => {
    const contact = await getContact(ada, id);
    const leading = contact.contact_relations_contact_relations_sourceTocontacts;
    const coming = contact.contact_relations_contact_relations_destinationTocontacts;
    return [
      ...leading.map((row: Json) => [row.destination, row.source_contact, row.destination_contact]),
      ...coming.map((row: Json) => [row.source, row.destination_contact, row.source_contact]),
    ];
  };
  const rowOf = (other: Json, leads = 'here') => ({ other: other.id, leads });

  test("is listed and drawn on both people's pages", async () => {
    const [son, aunt] = [await makeContact(ada, { full_name: 'Son' }), await makeContact(ada, { full_name: 'Aunt' })];
    const mother = await makeContact(ada, {
      full_name: 'Mother',
      related_contacts: [
        { destination: son.id, source_contact: 'mother', destination_contact: 'son' },
        { destination: aunt.id, destination_contact: 'sister' },
      ],
    });
    await patchContact(ada, aunt.id, { related_contacts: { append: [{ destination: son.id }] } });
    const page = await browser.open(pathOf(mother));
    expect(page.text).toMatch(/<bdi>Son<\/bdi><\/a>.*<bdi>son<\/bdi>/);
    expect((await browser.open(pathOf(son))).text).toMatch(/<bdi>Mother<\/bdi><\/a>.*<bdi>mother<\/bdi>/);
    const drawn = JSON.parse(plain(/data-graph="([^"]*)"/.exec(page.text)![1]!));
    expect(drawn.nodes.map(({ name, role }: Json) => [name, role])).toEqual([
      ['Mother', ''],
      ['Son', 'son'],
      ['Aunt', 'sister'],
    ]);
    expect(drawn.links).toEqual([
      [mother.id, son.id],
      [mother.id, aunt.id],
      [aunt.id, son.id],
    ]);
    expect(page.text).toMatch(/<script type="module" src="\/assets\/graph-/);
    const alone = await browser.open(pathOf(await makeContact(ada, {})));
    expect(alone.text).not.toMatch(/data-graph|graph-/);
  });

  test('is added by a name, once however often it is sent, changed, removed, and restored', async () => {
    const grace = await makeContact(ada, { full_name: 'Grace of the relations' });
    const paul = await makeContact(ada, { full_name: 'Paul Érdös' });
    const path = pathOf(grace);
    const form = formIn((await browser.open(path)).text, `${path}/relations`);
    const fields = typed(form, { name: 'paul erdos', theirs: 'friend', mine: 'mentor' });
    for (let sent = 0; sent < 2; sent++)
      expect((await browser.send(`${path}/relations`, fields)).status, `sent ${sent}`).toBe(200);
    expect(await relations(grace)).toEqual([[paul.id, 'mentor', 'friend']]);
    // The same two may have a second relation, which is the maximum.
    await press(browser, path, `${path}/relations`, { name: 'paul e', theirs: 'neighbor' });
    expect(await relations(grace)).toEqual([
      [paul.id, 'mentor', 'friend'],
      [paul.id, null, 'neighbor'],
    ]);
    const third = await press(browser, path, `${path}/relations`, { name: 'paul e', theirs: 'third' });
    expect([third.status, third.text.includes('already have two relationships')]).toEqual([400, true]);

    const opened = formIn((await browser.open(path)).text, `${path}/relations/change`);
    await browser.send(`${path}/relations/change`, typed(opened, { ...rowOf(paul), theirs: 'good friend' }));
    const twice = await browser.send(`${path}/relations/change`, typed(opened, { ...rowOf(paul), theirs: 'foe' }));
    expect([twice.status, plain(twice.text).includes('to “good friend”')]).toEqual([409, true]);
    const again = formIn(twice.text, `${path}/relations/change`);
    expect(Object.fromEntries(again)).toMatchObject({ theirs: 'foe' });
    await browser.send(`${path}/relations/change`, again);
    expect((await relations(grace))[0]).toEqual([paul.id, 'mentor', 'foe']);

    const remove = `${path}/relations/remove`;
    const gone = await press(browser, path, remove);
    expect(await relations(grace)).toEqual([[paul.id, null, 'neighbor']]);
    await undo(browser, gone);
    // It is the same relation on the other person's page.
    const there = pathOf(paul);
    const kept = typed(formIn((await browser.open(there)).text, `${there}/relations/change`), {
      ...rowOf(grace, 'there'),
      opened: JSON.stringify({ mine: 'foe', theirs: 'mentor' }),
      mine: 'pupil',
      theirs: 'mentor',
    });
    await browser.send(`${there}/relations/change`, kept);
    expect((await relations(grace))[0]).toEqual([paul.id, 'mentor', 'pupil']);
  });

  test('asks about a name that several people have, or nobody, and keeps the typed text', async () => {
    const grace = await makeContact(ada, { full_name: 'Grace asks' });
    const [one, two] = [
      await makeContact(ada, { full_name: 'Sam Twin', company: 'First & Co' }),
      await makeContact(ada, { full_name: 'Sam Twin', company: 'Second' }),
    ];
    const path = pathOf(grace);
    const none = await press(browser, path, `${path}/relations`, { name: 'Nobody <b>', theirs: 'x' });
    expect([none.status, none.text.includes('id="relation-name-error"')]).toEqual([400, true]);
    expect(Object.fromEntries(formIn(none.text, `${path}/relations`))).toMatchObject({
      name: 'Nobody <b>',
      theirs: 'x',
    });
    const asked = await press(browser, path, `${path}/relations`, { name: 'Sam Twin', theirs: 'cousin' });
    expect(asked.status).toBe(400);
    expect(asked.text).toContain('First &amp; Co');
    for (const { id } of [one, two]) expect(asked.text).toContain(`value="${id}"`);
    expect(await relations(grace)).toEqual([]);
    await browser.send(`${path}/relations`, typed(formIn(asked.text, `${path}/relations`), { other: two.id }));
    expect(await relations(grace)).toEqual([[two.id, null, 'cousin']]);
    expect((await browser.open(`${path}/relations/new?name=grace+asks`)).text).not.toContain(`value="${grace.id}"`);
    expect((await browser.open(`${path}/relations/new?name=zzyzx`)).text).toContain('No person found. Add them first.');
    const self = await browser.send(`${path}/relations`, [...asKey(), ['other', grace.id]]);
    expect([self.status, self.text.includes('is the contact itself')]).toEqual([400, true]);
  });
});

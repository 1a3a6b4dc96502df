import { statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  addCardFile,
  type CardEdit,
  type CardFile,
  editCardFile,
  readCardFolder,
  removeCardFile,
  renameCardFile,
} from '../support/card-folder.ts';
import { type Database, openDatabase } from '../support/database.ts';
import { deviceOf } from '../support/dav-device.ts';
import { dataOf, getContact, type Json, makeContact, makeContacts, makeTag, patchContact } from '../support/people.ts';
import { contentInKith, type PersonContent } from '../support/person-content.ts';
import { asData, picture } from '../support/pictures.ts';
import { drawFrom, randomFrom } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';
import { seed } from '../support/seed.ts';
import { type RunningService, startService, type User } from '../support/service.ts';
import { findVdirsyncer, type SyncedFolder, syncedFolder } from '../support/vdirsyncer.ts';

// An address book and a folder of cards, both edited at random, with vdirsyncer syncing them until both are equal. The
// expected result follows from both sides before the run, by the rules of vdirsyncer and kith.

const vdirsyncer = findVdirsyncer();

type People = Map<string, PersonContent>;

interface World {
  service: RunningService;
  database: Database;
  ada: User;
  folder: SyncedFolder;
  winner: 'folder' | 'kith';
  tags: Json[];
  random: () => number;
  /** Content of both sides after the last run, by UID. `had` keeps entries removed since. */
  agreed: People;
  had: People;
  etags: Record<'kith' | 'folder', Map<string, string>>;
  /** Cards removed from the folder, by UID. */
  bin: Map<string, CardEdit>;
  count: number;
}

const pick = <T>({ random }: World, list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];

const TEXTS = ['Rhône, Wien; "Graz"', 'zwei\nZeilen', 'ÄÖÜ 漢字 🙂', 'back\\slash', 'plain', ''];

/**
 * Changes one or two fields besides the title, and empties some. No card returns to earlier content: vdirsyncer
 * remembers the last content that it read, and would see no change.
 */
function anyEdit(world: World): CardEdit {
  const { random } = world;
  const number = ++world.count;
  const word = () => `${pick(world, TEXTS)} ${number}`.trim();
  const edits: [number, CardEdit][] = [
    [3, { first: `Ann${number}`, last: pick(world, ['Lee', 'O’Neil', 'van der Berg'])! }],
    [2, { company: word() }],
    [2, { note: word() }],
    [1, { birthday: pick(world, ['1980-02-29', '--02-29', '2001-12-31'])! }],
    [3, { emails: [`m${number}@x.example`, `n${Math.floor(random() * 9)}@y.example`].slice(0, number % 3) }],
    [3, { phones: [`+43123${1000 + number}`, `+4412${100_000 + number}`].slice(0, (number + 1) % 3) }],
    [2, { tags: ['Rowing', 'Über, alle', 'work'].filter(() => random() < 0.5).sort() }],
    [1, { picture: picture(`${number}`) }],
    [
      1,
      drawFrom<CardEdit>(random, [
        [1, { company: '' }],
        [1, { note: '' }],
        [1, { birthday: '' }],
        [1, { photo: '' }],
      ]),
    ],
  ];
  const drawn = drawFrom(random, edits);
  return { title: `${word()}!`, ...drawn, ...(random() < 0.3 && drawFrom(random, edits)) };
}

const FULL: CardEdit = {
  ...{ first: 'Full', last: 'Card', company: 'C', title: 'T', note: 'N', birthday: '1990-01-02' },
  ...{ emails: ['full@x.example'], phones: ['+431111111'], tags: ['Rowing'], picture: picture('full') },
};

const asContact = ({ tags }: World, edit: CardEdit): Json => ({
  ...(edit.first !== undefined && {
    first_name: edit.first,
    last_name: edit.last,
    full_name: `${edit.first} ${edit.last}`,
  }),
  ...(edit.company !== undefined && { company: edit.company || null }),
  ...(edit.title !== undefined && { job_title: edit.title || null }),
  ...(edit.note !== undefined && { description: edit.note || null }),
  ...(edit.birthday !== undefined && { birthday: edit.birthday || null }),
  ...(edit.emails && { contact_emails: edit.emails.map((email) => ({ email })) }),
  ...(edit.phones && { contact_phone_numbers: edit.phones.map((phone_number) => ({ phone_number })) }),
  ...(edit.tags && {
    tags_contacts: tags.filter(({ name }) => edit.tags!.includes(name)).map(({ id }) => ({ tag_id: id })),
  }),
  ...(edit.picture && { image_url: asData(edit.picture) }),
  ...(edit.photo === '' && { image_url: null }),
});

/** Removes and returns a random element. */
const take = <T>(world: World, list: T[]): T => list.splice(Math.floor(world.random() * list.length), 1)[0]!;

/** Changes to the address book over the REST API. `ids`: its people. */
const AT_KITH: [share: number, (world: World, ids: string[]) => Promise<unknown>][] = [
  // A new person.
  [
    4,
    async (world, ids) => {
      const input = asContact(world, { ...anyEdit(world), first: 'New', last: `${world.count}` });
      ids.push((await makeContact(world.ada, input)).id);
    },
  ],
  // A changed person.
  [14, (world, ids) => patchContact(world.ada, pick(world, ids)!, asContact(world, anyEdit(world)))],
  // Into the trash, and back.
  [2, async (world, ids) => dataOf(await world.ada.call('DELETE', `/v2/contacts/${take(world, ids)}`))],
  [
    2,
    async (world, ids) => {
      const { items } = dataOf(await world.ada.get('/v2/trash?kind=contact'));
      const one = pick<Json>(world, items);
      if (!one) return;
      dataOf(await world.ada.post('/v2/trash/restore', { ids: [one.id] }));
      if (!(await getContact(world.ada, one.id)).is_archived) ids.push(one.id);
    },
  ],
  // Into the archive, and back.
  [2, (world, ids) => patchContact(world.ada, take(world, ids), { is_archived: true })],
  [
    1,
    async (world, ids) => {
      const id = pick(world, [...(await contentInKith(world.ada, true)).keys()]);
      if (id === undefined) return;
      await patchContact(world.ada, id, { is_archived: false });
      ids.push(id);
    },
  ],
  // Tags on several people.
  [
    2,
    async (world, ids) => {
      const contactIds = ids.filter(() => world.random() < 0.1);
      const action = world.random() < 0.5 ? 'add' : 'remove';
      const tagIds = [pick(world, world.tags)!.id];
      if (contactIds.length > 0) dataOf(await world.ada.post(`/v2/tags/contacts/${action}`, { contactIds, tagIds }));
      for (const id of contactIds) await patchContact(world.ada, id, { job_title: `tagged ${++world.count}` });
    },
  ],
  // Two people merge into the older one.
  [
    1,
    async (world, ids) => {
      const contactIds = [[take(world, ids), take(world, ids)]];
      const { merged } = dataOf(await world.ada.post('/v2/contacts/merge', { contactIds }));
      ids.push(merged[0].id);
    },
  ],
];

/** Changes to the folder. */
const IN_FOLDER: [share: number, (world: World, files: CardFile[]) => void][] = [
  // A new card.
  [
    4,
    (world, files) => {
      const edit = { ...anyEdit(world), first: 'Added', last: `${world.count}` };
      files.push(addCardFile(world.folder.path, edit));
    },
  ],
  // Changed or removed properties.
  [14, (world, files) => void files.push(editCardFile(take(world, files), anyEdit(world)))],
  // A removed card, and a restored one.
  [
    2,
    (world, files) => {
      const file = take(world, files);
      const { photo: _, ...said } = file.said;
      world.bin.set(file.uid, said);
      removeCardFile(file);
    },
  ],
  [
    1,
    (world, files) => {
      const uid = pick(world, [...world.bin.keys()]);
      if (uid === undefined || files.some((one) => one.uid === uid)) return;
      files.push(addCardFile(world.folder.path, world.bin.get(uid)!, uid));
      world.bin.delete(uid);
    },
  ],
  // A renamed file.
  [2, (world, files) => void files.push(renameCardFile(take(world, files)))],
];

/** Below this number, people are only added, because vdirsyncer stops if one side is empty. */
const MIN_PEOPLE = 5;

async function editBothSides(world: World, edits: number): Promise<void> {
  const ids = [...(await contentInKith(world.ada)).keys()];
  const files = [...readCardFolder(world.folder.path).values()];
  for (let edit = 0; edit < edits; edit++) {
    const draw = <T>(all: [number, T][], there: number): T =>
      there < MIN_PEOPLE ? all[0]![1] : drawFrom(world.random, all);
    if (world.random() < 0.5) await draw(AT_KITH, ids.length)(world, ids);
    else draw(IN_FOLDER, files.length)(world, files);
  }
}

// The content of each side, and the expected content of both.

/** One side's people by UID, with vdirsyncer's mark of a change. */
interface Side {
  people: People;
  etags: Map<string, string>;
}

async function atKith({ ada, database }: World): Promise<Side & { archived: People }> {
  const cards = database.all('SELECT id, uid, change FROM cards WHERE user_id = ? AND gone = 0', ada.id);
  const uids = new Map(cards.map(({ id, uid }): [string, string] => [String(id), String(uid)]));
  const byUid = (people: People): People => new Map([...people].map(([id, said]) => [uids.get(id)!, said]));
  return {
    people: byUid(await contentInKith(ada)),
    archived: byUid(await contentInKith(ada, true)),
    etags: new Map(cards.map(({ uid, change }) => [String(uid), String(change)])),
  };
}

function inFolder({ folder }: World): Side {
  const files = [...readCardFolder(folder.path)];
  return {
    people: new Map(files.map(([uid, { said }]) => [uid, said])),
    etags: new Map(files.map(([uid, { path }]) => [uid, String(statSync(path).mtimeMs)])),
  };
}

const same = (a: PersonContent | undefined, b: PersonContent | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

const sameInAnyOrder = (a: PersonContent | undefined, b: PersonContent | undefined): boolean =>
  same(a && inOrder(a), b && inOrder(b));
const inOrder = (said: PersonContent): PersonContent => ({
  ...said,
  emails: said.emails.toSorted(),
  phones: said.phones.toSorted(),
});

/**
 * The expected content of one person on both sides, or undefined for none. There may be several if a side has a new
 * ETag for the same content: vdirsyncer remembers the hash of what it read, not of what it wrote, and may see that as a
 * change.
 */
function expected(world: World, uid: string, kith: Awaited<ReturnType<typeof atKith>>, folder: Side) {
  const was = world.agreed.get(uid);
  const [ours, theirs] = [kith.people.get(uid), folder.people.get(uid)];
  const isTouched = (side: 'kith' | 'folder', now: Side) => now.etags.get(uid) !== world.etags[side].get(uid);
  const archived = kith.archived.get(uid);
  // A card that returns brings its person back from the archive, but not from the trash.
  const sent = archived && theirs ? merged(world.had.get(uid)!, archived, theirs) : theirs;
  const options = (certain: PersonContent | undefined, other: PersonContent | undefined, isOpen: boolean) =>
    isOpen ? [certain, other] : [certain];
  if (same(ours, theirs)) return [ours];
  const kithIsTouched = ours !== undefined && isTouched('kith', kith);
  const fileIsTouched = theirs !== undefined && isTouched('folder', folder);
  if (ours && same(ours, was)) return options(sent, ours, kithIsTouched && (!theirs || world.winner === 'kith'));
  if (theirs && same(theirs, was)) return options(ours, sent, fileIsTouched && (!ours || world.winner === 'folder'));
  if (ours && theirs) return [world.winner === 'kith' ? ours : theirs];
  return [ours ?? sent];
}

/**
 * Applies the card's changes over the archived ones, field by field. Properties missing from the card are not
 * removed.
 */
function merged(was: PersonContent, archived: PersonContent, file: PersonContent): PersonContent {
  const text = <F extends 'first' | 'last' | 'company' | 'title' | 'note' | 'birthday' | 'photo'>(field: F) =>
    file[field] === was[field] ? archived[field] : file[field] || archived[field];
  const list = (field: 'emails' | 'phones' | 'tags') => {
    const all = [...new Set([...file[field], ...archived[field]])];
    return all.filter((one) => archived[field].includes(one) || !was[field].includes(one));
  };
  const [first, last] = [text('first'), text('last')];
  return {
    ...{ first, last, shown: [first, last].filter(Boolean).join(' '), company: text('company'), title: text('title') },
    ...{ note: text('note'), birthday: text('birthday') },
    ...{ emails: list('emails'), phones: list('phones'), tags: list('tags').sort(), photo: text('photo') },
  };
}

/** People who differ between the two sides, with both versions. */
function differences(one: People, other: People) {
  const uids = [...new Set([...one.keys(), ...other.keys()])].filter((uid) => !same(one.get(uid), other.get(uid)));
  const of = (people: People) => Object.fromEntries(uids.map((uid) => [uid, people.get(uid)]));
  return [of(one), of(other)] as const;
}

async function syncAndCheck(world: World): Promise<void> {
  const [kith, folder] = [await atKith(world), inFolder(world)];
  const did = await world.folder.settle();
  const [ours, theirs] = [await atKith(world), inFolder(world)];
  const awaited: People = new Map();
  for (const uid of new Set([...kith.people.keys(), ...folder.people.keys()])) {
    const options = expected(world, uid, kith, folder);
    const there = theirs.people.get(uid);
    // merge-card.test.ts covers the order in which two lists merge.
    const isAlike = kith.archived.has(uid) ? sameInAnyOrder : same;
    const said = options.some((one) => isAlike(one, there)) ? there : options[0];
    if (said) awaited.set(uid, said);
  }
  for (const { people } of [theirs, ours]) {
    const [said, wanted] = differences(people, awaited);
    expect(said, did.filter((line) => Object.keys(said).some((uid) => line.includes(uid))).join('\n')).toEqual(wanted);
  }
  for (const [uid, said] of awaited) world.had.set(uid, said);
  Object.assign(world, { agreed: awaited, etags: { kith: ours.etags, folder: theirs.etags } });
}

describe.skipIf(!vdirsyncer)('vdirsyncer, with random edits on both sides', () => {
  test.each(['kith', 'folder'] as const)('reaches the merged state, with %s winning conflicts', async (winner) => {
    const service = await startService(undefined, { KITH_DAV_RATE_LIMIT: '0' });
    const ada = await service.user();
    const device = await deviceOf(service, ada, { name: 'vdirsyncer' });
    await makeContacts(
      ada,
      Array.from({ length: 20 }, (_, at) => ({ first_name: 'Person', last_name: `${at}` })),
    );
    const world: World = {
      ...{ service, ada, winner, database: openDatabase(service.dataDir) },
      folder: await syncedFolder(vdirsyncer!, device, winner),
      tags: [await makeTag(ada, 'Rowing'), await makeTag(ada, 'Über, alle'), await makeTag(ada, 'work')],
      random: randomFrom(seed + (winner === 'kith' ? 0 : 1)),
      ...{
        agreed: new Map(),
        had: new Map(),
        etags: { kith: new Map(), folder: new Map() },
        bin: new Map(),
        count: 0,
      },
    };
    try {
      // From here on, the device is known to support every field, so an omission is a deletion.
      addCardFile(world.folder.path, FULL);
      await syncAndCheck(world);
      for (let left = rounds(150); left > 0; ) {
        const edits = Math.min(left, 1 + Math.floor(world.random() * 80));
        await editBothSides(world, edits);
        await syncAndCheck(world);
        left -= edits;
      }
      expect(world.agreed.size).toBeGreaterThan(0);
      expect(service.log()).not.toContain('unexpected fault');
    } finally {
      world.folder.remove();
      world.database.close();
      await service.stop();
    }
  });
});

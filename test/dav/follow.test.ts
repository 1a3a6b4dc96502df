import { expect, test } from 'vitest';
import { syncRemoteBook } from '../../src/dav/sync/run.ts';
import type { BookSyncOptions } from '../../src/dav/sync/session.ts';
import type { CardFields } from '../../src/shared/cards/fields.ts';
import { cut, fieldsOf, jsonCodec, modelKith, modelRemote, type RemoteHabits } from '../support/book-sync-model.ts';
import { randomFrom } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';
import { seed } from '../support/seed.ts';

const codec = jsonCodec;
const HOURS = 3_600_000;

/** Two idle sides, with a clock that each edit advances. */
function world(habits: RemoteHabits = {}) {
  let clock = Date.parse('2026-01-01T00:00:00Z');
  const now = () => {
    clock += HOURS;
    return new Date(clock).toISOString();
  };
  let step = (_: string) => {};
  const kith = modelKith((where) => step(where), now);
  const remote = modelRemote((where) => step(where), now, habits);
  const run = (more: Partial<BookSyncOptions> = {}) =>
    syncRemoteBook({ bookId: 'b', remote, codec, kith, bothWays: true, takesNew: true, ...more });
  const onStep = (next: typeof step) => {
    step = next;
  };
  return { kith, remote, run, onStep };
}

const person = (name: string, ...mails: string[]): CardFields =>
  fieldsOf({ full_name: name, emails: mails.map((value) => ({ value })) });

const said = (text: string): CardFields => JSON.parse(text).fields;

/** The content of each side, by people's names. */
function sides({ kith, remote }: ReturnType<typeof world>) {
  const here = [...kith.people.values()].map(({ fields }) => fields);
  const there = [...remote.cards.values()].map(({ text }) => said(text));
  const sorted = (list: CardFields[]) =>
    list.map((fields) => JSON.stringify(fields, Object.keys(fields).sort())).sort();
  return { here: here.sort(byName), there: there.sort(byName), same: sorted(here).join() === sorted(there).join() };
}
const byName = (a: CardFields, b: CardFields) => ((a.full_name ?? '') < (b.full_name ?? '') ? -1 : 1);
const names = (list: CardFields[]) => list.map(({ full_name }) => full_name);

test('exchanges people both ways, and writes nothing in the next run', async () => {
  const all = world();
  all.kith.add('a.vcf', 'a', person('Ann', 'ann@x.example'));
  all.remote.add('/book/b.vcf', { uid: 'b', fields: person('Bob') });
  const report = await all.run();
  expect(report).toMatchObject({ here: { created: 1 }, there: { created: 1 }, told: [], joined: 0 });
  expect(names(sides(all).here)).toEqual(['Ann', 'Bob']);
  expect(names(sides(all).there)).toEqual(['Ann', 'Bob']);
  all.onStep((where) => {
    if (where !== 'before a listing' && where !== 'before a transaction' && where !== 'in a transaction')
      throw new Error(where);
  });
  const again = await all.run();
  expect(again).toMatchObject({ here: { created: 0, changed: 0 }, there: { created: 0, changed: 0 } });
});

test("joins people on both sides: each side fills the other's gaps, and kith wins conflicts", async () => {
  const all = world();
  all.kith.add('a.vcf', 'same', fieldsOf({ full_name: 'Ann', company: 'Ours' }));
  all.kith.add('b.vcf', 'x', person('Bob', 'bob@x.example'));
  all.kith.add('c.vcf', 'y', person('Cid', 'one@x.example'));
  all.kith.add('d.vcf', 'z', person('Cid', 'two@x.example'));
  all.remote.add('/book/1', { uid: 'same', fields: fieldsOf({ full_name: 'Ann', company: 'Theirs', website: 'w' }) });
  all.remote.add('/book/2', { uid: '2', fields: person('Robert', 'bob@x.example', 'rob@x.example') });
  all.remote.add('/book/3', { uid: '3', fields: person('Cid', 'three@x.example') });
  const report = await all.run();
  expect(report).toMatchObject({ joined: 2, conflicts: 2, here: { created: 1, changed: 2 }, there: { changed: 2 } });
  expect(report.told).toContainEqual({ name: 'Cid', what: 'may be the same person as', more: 'Cid' });
  expect(report.told.filter(({ what }) => what === 'changed on both sides')).toEqual([
    { name: 'Ann', what: 'changed on both sides', more: 'company: Ours was kept, not Theirs' },
    { name: 'Bob', what: 'changed on both sides', more: 'full name: Bob was kept, not Robert' },
  ]);
  expect(all.kith.conflicts.map(({ conflict }) => conflict)).toEqual([
    { field: 'company', kept: 'Ours', lost: 'Theirs' },
    { field: 'full_name', kept: 'Bob', lost: 'Robert' },
  ]);
  const { here, same } = sides(all);
  expect(same).toBe(true);
  expect(here[0]).toMatchObject({ company: 'Ours', website: 'w' });
  expect(names(here)).toEqual(['Ann', 'Bob', 'Cid', 'Cid', 'Cid']);
});

test('deletes no one after an empty list until the user confirms it', async () => {
  const all = world({ isPlain: true });
  for (let index = 0; index < 12; index++) all.kith.add(`${index}.vcf`, `u${index}`, person(`P${index}`));
  await all.run();
  const cards = new Map(all.remote.cards);
  all.remote.cards.clear();
  expect(await all.run()).toMatchObject({ waiting: { here: 12, there: 0 }, here: { removed: 0 } });
  expect(all.kith.people.size).toBe(12);
  for (const [href, card] of cards) all.remote.cards.set(href, card);
  expect(await all.run()).toMatchObject({ here: { removed: 0, created: 0 }, there: { created: 0 } });
  all.remote.cards.clear();
  expect(await all.run({ mayDelete: true })).toMatchObject({ here: { removed: 12 } });
  expect(all.kith.people.size).toBe(0);
});

test('does not empty the book after kith was emptied', async () => {
  const all = world();
  for (let index = 0; index < 12; index++)
    all.remote.add(`/book/${index}`, { uid: `u${index}`, fields: person(`P${index}`) });
  await all.run();
  for (const name of [...all.kith.people.keys()]) all.kith.delete(name);
  expect((await all.run()).waiting).toEqual({ here: 0, there: 12 });
  expect(all.remote.cards.size).toBe(12);
  expect(await all.run({ mayDelete: true })).toMatchObject({ there: { removed: 12 } });
});

test.each([true, false])(
  'keeps and reports a person deleted on one side and edited on the other (deleted remotely: %s)',
  async (isThere) => {
    const all = world();
    all.kith.add('a.vcf', 'a', person('Ann'));
    await all.run();
    const [href] = [...all.remote.cards.keys()] as [string];
    const edited = (fields: CardFields) => ({ ...fields, company: 'New' });
    if (isThere) {
      all.remote.delete(href);
      all.kith.edit('a.vcf', edited);
    } else {
      all.kith.delete('a.vcf');
      all.remote.edit(href, edited);
    }
    expect((await all.run()).told).toHaveLength(1);
    await all.run();
    expect(sides(all)).toMatchObject({ same: true, here: [{ company: 'New' }] });
  },
);

test('in read-only mode writes nothing remotely, keeps local edits, and reports conflicts', async () => {
  const all = world();
  all.remote.add('/book/1', { uid: '1', fields: person('Ann') });
  all.remote.add('/book/2', { uid: '2', fields: person('Bob') });
  all.kith.add('own.vcf', 'own', person('Own'));
  const refuse = (where: string) => {
    if (/put|delete/.test(where)) throw new Error(where);
  };
  all.onStep(refuse);
  const reading = () => all.run({ bothWays: false });
  await reading();
  const ann = [...all.kith.people.values()].find(({ uid }) => uid === '1')!;
  const bob = [...all.kith.people.values()].find(({ uid }) => uid === '2')!;
  all.kith.edit(ann.name, (fields) => ({ ...fields, company: 'Mine', website: 'mine' }));
  await reading();
  all.remote.edit('/book/1', (fields) => ({ ...fields, company: 'Theirs', job_title: 'Boss' }));
  all.kith.delete(bob.name);
  expect(await reading()).toMatchObject({ conflicts: 1 });
  expect(all.kith.people.get(ann.name)!.fields).toMatchObject({
    company: 'Theirs',
    website: 'mine',
    job_title: 'Boss',
  });
  expect(all.kith.conflicts[0]!.conflict).toEqual({ field: 'company', kept: 'Theirs', lost: 'Mine' });
  all.remote.forget();
  await reading();
  expect(names(sides(all).here)).toEqual(['Ann', 'Own']);
  all.remote.edit('/book/2', (fields) => ({ ...fields, company: 'Back' }));
  all.remote.delete('/book/1');
  await reading();
  expect(names(sides(all).here)).toEqual(['Bob', 'Own']);
});

test('treats a card that moved to another path as the same person', async () => {
  const all = world();
  all.kith.add('a.vcf', 'a', person('Ann'));
  await all.run();
  const [href] = [...all.remote.cards.keys()] as [string];
  all.remote.delete(href);
  all.remote.add('/book/moved', { uid: 'a', fields: fieldsOf({ full_name: 'Ann', company: 'New' }) });
  expect(await all.run()).toMatchObject({ here: { created: 0, removed: 0, changed: 1 }, there: { created: 0 } });
  expect([...all.kith.people.keys()]).toEqual(['a.vcf']);
});

test('ignores groups and other non-contacts, and treats two cards with one UID as two people', async () => {
  const all = world();
  all.remote.add('/book/g', { uid: 'g', fields: fieldsOf(), isGroup: true });
  all.remote.cards.set('/book/bad', { etag: '"x"', text: 'no card' });
  all.remote.add('/book/1', { uid: 'twice', fields: person('One', '1@x.example') });
  all.remote.add('/book/2', { uid: 'twice', fields: person('Two', '2@x.example') });
  const report = await all.run();
  expect(report).toMatchObject({ groups: 1, here: { created: 2 }, told: [{ name: 'bad', more: 'it is no card' }] });
  expect(await all.run()).toMatchObject({
    groups: 0,
    told: [],
    here: { created: 0 },
    there: { created: 0, changed: 0 },
  });
  expect(all.remote.cards.get('/book/bad')!.text).toBe('no card');
  all.kith.edit([...all.kith.people.keys()][0]!, (fields) => ({ ...fields, company: 'X' }));
  all.kith.edit([...all.kith.people.keys()][1]!, (fields) => ({ ...fields, company: 'Y' }));
  await all.run();
  expect([...all.remote.cards].map(([, { text }]) => text).join()).toMatch(/"uid":"twice".*"uid":"twice"/);
});

test('finds changes that a server fails to report within a day', async () => {
  const all = world();
  all.remote.add('/book/1', { uid: '1', fields: person('Ann') });
  const start = Date.parse('2026-01-01T00:00:00Z');
  const at = (hours: number) => ({ now: () => new Date(start + hours * HOURS) });
  await all.run(at(0));
  const card = all.remote.cards.get('/book/1')!;
  all.remote.cards.set('/book/1', { etag: '"untold"', text: card.text.replace('Ann', 'Anna') });
  await all.run(at(23));
  expect(names(sides(all).here)).toEqual(['Ann']);
  await all.run(at(24));
  expect(names(sides(all).here)).toEqual(['Anna']);
  all.remote.cards.delete('/book/1');
  await all.run(at(47));
  expect(names(sides(all).here)).toEqual(['Anna']);
  await all.run(at(48));
  expect(names(sides(all).here)).toEqual([]);
});

test('lists the changes in a dry run without making them', async () => {
  const all = world();
  all.kith.add('a.vcf', 'a', person('Ann'));
  all.kith.add('c.vcf', 'c', person('Cid'));
  all.remote.add('/book/b', { uid: 'b', fields: person('Bob') });
  all.remote.add('/book/c', { uid: 'c', fields: fieldsOf({ full_name: 'Cid', company: 'X' }) });
  const before = JSON.stringify([[...all.kith.people], [...all.remote.cards]]);
  const dry = await all.run({ dryRun: true });
  expect(JSON.stringify([[...all.kith.people], [...all.remote.cards]])).toBe(before);
  expect(all.kith.kept.size).toBe(0);
  expect(await all.run()).toEqual(dry);
});

/** Every value that was ever written to a person's field, to check its fate at the end. */
interface Written {
  token: string;
  field: 'company' | 'job_title';
}

const HABITS: [string, RemoteHabits][] = [
  ['with tokens', {}],
  ['with only lists', { isPlain: true }],
  ['that gives no ETags', { isSilent: true }],
  ['that drops unsupported properties', { keeps: ({ website: _, ...fields }) => fields }],
];

test.each(HABITS)(
  'loses and duplicates nothing with random edits and failures on both sides, with a server %s',
  async (_, habits) => {
    for (let round = 0; round < rounds(15); round++) await oneLife(seed + round, habits);
  },
);

class Killed extends Error {}

async function oneLife(start: number, habits: RemoteHabits): Promise<void> {
  const random = randomFrom(start);
  const pick = <T>(list: T[]): T | undefined => list[Math.floor(random() * list.length)];
  const all = world(habits);
  const { kith, remote } = all;
  let count = 0;
  const mails = new Map<string, Set<string>>();
  const deleted = new Set<string>();
  const superseded = new Set<string>();
  const written: Written[] = [];
  const idOf = ({ emails }: CardFields) => emails.find(({ value }) => value.startsWith('id'))!.value;

  const edited = (fields: CardFields): CardFields => {
    const id = idOf(fields);
    const token = `t${++count}`;
    if (random() < 0.5) {
      mails.get(id)!.add(token);
      return { ...fields, emails: [...fields.emails, { value: token }] };
    }
    const field = pick(['company', 'job_title'] as const)!;
    if (fields[field]) superseded.add(fields[field]);
    written.push({ token, field });
    return { ...fields, [field]: token, website: `w${count}` };
  };
  const fresh = (): CardFields => {
    const id = `id${++count}`;
    mails.set(id, new Set());
    return fieldsOf({ full_name: `P ${id}`, emails: [{ value: id }] });
  };
  const act = () => {
    const [name, href] = [pick([...kith.people.keys()]), pick([...remote.cards.keys()])];
    const kind = random();
    if (kind < 0.15) kith.add(`n${count}.vcf`, `u${count}`, fresh());
    else if (kind < 0.3) remote.add(`/book/r${count}`, { uid: `v${count}`, fields: fresh() });
    else if (kind < 0.36 && name) {
      deleted.add(idOf(kith.people.get(name)!.fields));
      kith.delete(name);
    } else if (kind < 0.42 && href) {
      deleted.add(idOf(said(remote.cards.get(href)!.text)));
      remote.delete(href);
    } else if (kind < 0.7 && name) kith.edit(name, edited);
    else if (href) remote.edit(href, edited);
    if (random() < 0.03) remote.forget();
  };

  for (let turn = 0; turn < 6; turn++) {
    for (let edits = Math.floor(random() * 6); edits >= 0; edits--) act();
    const trouble = random() < 0.7 ? random() * 0.15 : 0;
    all.onStep((where) => {
      const chance = random();
      if (chance < trouble) throw new Killed(where);
      if (chance < trouble * 2 && /put|delete|listing|reading/.test(where)) throw cut();
      if (chance > 1 - trouble && /before a (put|reading|transaction)/.test(where)) act();
    });
    await all.run({ mayDelete: true }).catch((error) => {
      if (!(error instanceof Killed) && error.code !== 'ServiceUnavailable') throw error;
    });
  }
  all.onStep(() => {});
  await all.run({ mayDelete: true });
  await all.run({ mayDelete: true });
  const quiet = await all.run({ mayDelete: true });
  const where = `KITH_TEST_SEED=${start}`;
  expect(quiet, where).toMatchObject({
    here: { created: 0, changed: 0, removed: 0 },
    there: { created: 0, changed: 0, removed: 0 },
  });

  const { here, there } = sides(all);
  const known = (fields: CardFields) => (habits.keeps ? habits.keeps(fields) : fields);
  expect(
    here.map((fields) => sorted(known(fields))),
    where,
  ).toEqual(there.map(sorted));
  const ids = here.map(idOf);
  expect(new Set(ids).size, where).toBe(ids.length);
  for (const [id, tokens] of mails) {
    const found = here.find((fields) => idOf(fields) === id);
    if (!deleted.has(id)) expect(found, `${where}: ${id}`).toBeDefined();
    if (!found || deleted.has(id)) continue;
    const has = found.emails.map(({ value }) => value).sort();
    expect(has, where).toEqual([id, ...tokens].sort());
  }
  const lost = new Set(kith.conflicts.flatMap(({ conflict }) => conflict.lost ?? []));
  const alive = new Set(here.flatMap(({ company, job_title }) => [company, job_title]));
  const ofDeleted = deleted.size > 0;
  for (const { token } of written)
    if (!ofDeleted)
      expect(alive.has(token) || superseded.has(token) || lost.has(token), `${where}: ${token}`).toBe(true);
}

const sorted = ({ emails, ...fields }: CardFields) => ({ ...fields, emails: emails.map(({ value }) => value).sort() });

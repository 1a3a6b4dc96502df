import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CardDigest, digestOf } from '../../src/shared/cards/digest.ts';
import { entryPartsOf } from '../../src/shared/cards/entries.ts';
import {
  CARD_LISTS,
  CARD_TEXTS,
  type CardAddress,
  type CardEntry,
  type CardField,
  type CardFields,
  type CardListField,
} from '../../src/shared/cards/fields.ts';
import { applyChanges, type CardSides, mergeCard } from '../../src/shared/cards/merge-card.ts';
import { nameForm, shownName } from '../../src/shared/cards/names.ts';
import { rounds } from '../support/rounds.ts';

// Two sides change one person: each side's changes are kept, entry by entry.

const EVERY: ReadonlySet<CardField> = new Set([...CARD_TEXTS, ...CARD_LISTS]);
const NONE: ReadonlySet<CardField> = new Set();
const card = (fields: Partial<CardFields> = {}): CardFields => ({
  ...{ emails: [], phones: [], addresses: [], tags: [] },
  ...fields,
});

interface DavContext {
  was: Partial<CardFields>;
  kith: Partial<CardFields>;
  phone: Partial<CardFields>;
  later?: CardSides['later'];
  known?: ReadonlySet<CardField>;
}

const merge = ({ was, kith, phone, later = 'sent', known = EVERY }: DavContext) => {
  const base = digestOf(card({ ...was }));
  const [current, sent] = [card({ ...was, ...kith }), card({ ...was, ...phone })];
  const { changes, conflicts } = mergeCard({ base, current, sent, known, later });
  return { changes, conflicts, result: applyChanges(current, changes) };
};

describe('a text', () => {
  it.each([
    ['changed by the phone', { company: 'B' }, {}, 'B'],
    ['changed by kith', {}, { company: 'B' }, 'A'],
    ['changed by both to the same', { company: 'B' }, { company: 'B' }, undefined],
    ['removed by the phone', { company: undefined }, {}, null],
  ])('%s', (_, phone, kith, change) => {
    const { changes, conflicts } = merge({
      was: { company: 'A' },
      phone: phone as Partial<CardFields>,
      kith,
    });
    expect(conflicts).toEqual([]);
    expect(changes).toEqual(change === undefined || change === 'A' ? {} : { company: change });
  });

  it.each([
    ['sent', { company: 'phone' }, { kept: 'phone', lost: 'kith' }],
    ['current', {}, { kept: 'kith', lost: 'phone' }],
  ] as const)("changed differently on both sides takes the later side's value: %s", (later, changes, told) => {
    const scene = { was: { company: 'A' }, phone: { company: 'phone' }, kith: { company: 'kith' }, later };
    expect(merge(scene)).toMatchObject({ changes, conflicts: [{ field: 'company', ...told }] });
  });

  it('unknown to its sender stays, and one the sender knows and omits is removed', () => {
    const current = card({ website: 'https://a.example', linkedin: 'ann', tags: ['x'], emails: [{ value: 'a@b.c' }] });
    const scene = { current, sent: card({ full_name: 'Ann' }), later: 'sent' as const };
    expect(mergeCard({ ...scene, known: NONE }).changes).toEqual({ full_name: 'Ann' });
    const known = new Set<CardField>(['website', 'emails']);
    expect(mergeCard({ ...scene, known }).changes).toEqual({ full_name: 'Ann', website: null, emails: [] });
  });

  it('that refers to a web picture stays when a device omits it', () => {
    const scene = { was: { photo: 'https://x.example/a.jpg' }, kith: {}, phone: {} };
    expect(merge({ ...scene, phone: { photo: '' } }).changes).toEqual({});
    expect(merge({ ...scene, phone: { photo: 'kith://photos/1' } }).changes).toEqual({ photo: 'kith://photos/1' });
  });

  it('is equal with other line ends and surrounding blanks', () => {
    const sent = { description: 'one\ntwo' };
    expect(merge({ was: { description: 'one\r\ntwo \n' }, kith: {}, phone: sent }).changes).toEqual({});
  });
});

describe('a name', () => {
  const was = { first_name: 'Ann', last_name: 'Lee' };
  const dr = { ...was, full_name: 'Dr. Ann Lee' };
  it.each<[string, Partial<CardFields>, Partial<CardFields>, Partial<CardFields>, string]>([
    ['of which each side changes another part', was, { last_name: 'May' }, { first_name: 'Anna' }, 'Anna May'],
    [
      'the same with a title',
      dr,
      { last_name: 'May', full_name: 'Dr. Ann May' },
      { first_name: 'Anna', full_name: 'Dr. Anna Lee' },
      'Dr. Anna May',
    ],
    [
      'that loses its title on the phone',
      dr,
      { last_name: 'May', full_name: 'Dr. Ann May' },
      { full_name: 'Ann Lee' },
      'Ann May',
    ],
    ['that gets one on the phone', was, { last_name: 'May' }, { full_name: 'Prof. Ann Lee' }, 'Prof. Ann May'],
    ['that people are called by', { ...was, full_name: 'Bob' }, { last_name: 'May' }, { company: 'x' }, 'Bob'],
    [
      'that was first and last name, written out',
      { ...was, full_name: 'Ann Lee' },
      {},
      { first_name: 'Anna', full_name: 'Anna Lee' },
      'Anna Lee',
    ],
    ['that is the company', { company: 'Acme', full_name: 'Acme' }, {}, { company: 'Beta', full_name: 'Beta' }, 'Beta'],
  ])('%s', (_, before, kith, phone, expected) => {
    const { result, conflicts } = merge({ was: before, kith, phone });
    expect(conflicts).toEqual([]);
    const joined = [result.first_name, result.last_name].filter(Boolean).join(' ');
    expect(result.full_name ?? (joined || result.company)).toBe(expected);
  });

  it("with a form changed on both sides takes the later side's form, from the merged names", () => {
    const scene = {
      was,
      kith: { last_name: 'May', full_name: 'Dr. Ann May' },
      phone: { first_name: 'Anna', full_name: 'Prof. Anna Lee' },
    };
    const told = { field: 'full_name', kept: 'Dr. Anna May', lost: 'Prof. Anna May' };
    expect(merge({ ...scene, later: 'current' })).toMatchObject({
      result: { full_name: 'Dr. Anna May' },
      conflicts: [told],
    });
  });

  it('that is only first and last name is left to the service, so that it follows them', () => {
    const before = { ...was, full_name: 'Ann Lee' };
    const { changes } = merge({ was: before, kith: {}, phone: { first_name: 'Anna', full_name: 'Anna Lee' } });
    expect(changes).toEqual({ first_name: 'Anna', full_name: null });
  });
});

describe('a list', () => {
  const mail = (value: string, label?: string) => ({ value, ...(label && { label }) });
  it.each<[string, CardEntry[], CardEntry[], CardEntry[], CardEntry[] | undefined, number]>([
    [
      'added to by both',
      [mail('a@x')],
      [mail('a@x'), mail('k@x')],
      [mail('a@x'), mail('p@x')],
      [mail('a@x'), mail('k@x'), mail('p@x')],
      0,
    ],
    ['with the same added by both', [], [mail('A@x')], [mail('a@x')], [mail('a@x')], 1],
    ['removed here, added there', [mail('a@x')], [mail('a@x'), mail('k@x')], [], [mail('k@x')], 0],
    [
      'relabeled by both sides in two entries',
      [mail('a@x'), mail('b@x')],
      [mail('a@x', 'home'), mail('b@x')],
      [mail('a@x'), mail('b@x', 'work')],
      [mail('a@x', 'home'), mail('b@x', 'work')],
      0,
    ],
    [
      'written otherwise here, relabeled there',
      [mail('a@x')],
      [mail('A@x')],
      [mail('a@x', 'work')],
      [mail('A@x', 'work')],
      0,
    ],
    ['relabeled differently', [mail('a@x')], [mail('a@x', 'home')], [mail('a@x', 'work')], [mail('a@x', 'work')], 1],
    ['removed here, relabeled there', [mail('a@x')], [], [mail('a@x', 'work')], [mail('a@x', 'work')], 1],
    [
      'reordered there',
      [mail('a@x'), mail('b@x')],
      [mail('a@x'), mail('k@x'), mail('b@x')],
      [mail('b@x'), mail('a@x')],
      [mail('b@x'), mail('a@x'), mail('k@x')],
      0,
    ],
    ['with a new first entry', [mail('a@x')], [mail('a@x')], [mail('p@x'), mail('a@x')], [mail('p@x'), mail('a@x')], 0],
    [
      'reordered here',
      [mail('a@x'), mail('b@x')],
      [mail('b@x'), mail('a@x')],
      [mail('a@x'), mail('b@x')],
      undefined,
      0,
    ],
  ])('%s', (_, was, kith, phone, expected, conflicts) => {
    const merged = merge({ was: { emails: was }, kith: { emails: kith }, phone: { emails: phone } });
    expect(merged.changes.emails).toEqual(expected);
    expect(merged.conflicts).toHaveLength(conflicts);
  });

  it('matches phone numbers in any grouping of digits', () => {
    const was = { phones: [mail('+49 170 123'), mail('CALL ME')] };
    const phone = { phones: [mail('+49170123', 'mobile'), mail('call me')] };
    expect(merge({ was, kith: {}, phone }).result.phones).toEqual(phone.phones);
  });

  it("keeps an address's line when a device returns its parts, and accepts changed parts", () => {
    const kept: CardAddress = { street: 'Elm 1', city: 'Bonn', formatted: 'Elm 1, Bonn' };
    const was = { addresses: [kept, { formatted: 'Far away 2' }] };
    const echo: CardAddress[] = [{ street: 'Elm 1', city: 'Bonn' }, { street: 'Far away 2' }];
    expect(merge({ was, kith: {}, phone: { addresses: echo } }).changes).toEqual({});
    const moved: CardAddress[] = [{ street: 'Elm 1 Bonn', label: 'home' }, echo[1]!];
    expect(merge({ was, kith: {}, phone: { addresses: moved } }).changes.addresses).toEqual([
      moved[0],
      { formatted: 'Far away 2' },
    ]);
  });

  it('ignores the order of tags', () => {
    expect(merge({ was: { tags: ['a', 'b'] }, kith: {}, phone: { tags: ['b', 'a'] } }).changes).toEqual({});
    const tags = ['b', 'c'];
    expect(merge({ was: { tags: ['a', 'b'] }, kith: { tags: ['a', 'b', 'k'] }, phone: { tags } }).changes.tags).toEqual(
      expect.arrayContaining(['b', 'c', 'k']),
    );
  });
});

// Few texts, so that both sides often mean the same.
const word = fc.constantFrom('Ann', 'Bea', 'Ann Lee', 'Dr. Ann Lee', 'x', 'Ö, \n;\\', '🙂');
const label = fc.option(fc.constantFrom('home', 'work', 'Chalet'), { nil: undefined });
const entry = (value: fc.Arbitrary<string>): fc.Arbitrary<CardEntry> =>
  fc.record({ value, label }).map(({ value, label }) => ({ value, ...(label && { label }) }));
const address: fc.Arbitrary<CardAddress> = fc
  .tuple(fc.constantFrom('Elm 1', 'Oak 2', 'Ash 3'), label, fc.boolean())
  .map(([street, label, whole]) => ({ ...(whole ? { formatted: street } : { street }), ...(label && { label }) }));

const distinct = <L extends CardListField>(list: L, one: fc.Arbitrary<CardFields[L][number]>) =>
  fc.uniqueArray(one, { maxLength: 4, selector: (each) => entryPartsOf(list, [each])[0]!.key });
const LISTS = {
  emails: distinct('emails', entry(fc.constantFrom('a@x.example', 'A@x.example', 'b@x.example', 'c@x.example'))),
  phones: distinct('phones', entry(fc.constantFrom('+1 555', '+1555', '030', 'none'))),
  addresses: distinct('addresses', address),
  tags: distinct('tags', fc.constantFrom('one', 'two', 'Three')),
};
const texts = fc.record(Object.fromEntries(CARD_TEXTS.map((field) => [field, word])), { requiredKeys: [] });
const anyCard: fc.Arbitrary<CardFields> = fc
  .tuple(texts, fc.record(LISTS))
  .map(([fields, lists]) => ({ ...fields, ...lists }));
/** Each field of one card or another. */
const edited = (was: CardFields): fc.Arbitrary<CardFields> =>
  fc.tuple(anyCard, fc.subarray([...EVERY])).map(([other, fields]) => {
    const changed: CardFields = { ...was };
    for (const field of fields) {
      if (field in other) Object.assign(changed, { [field]: other[field] });
      else delete changed[field as 'company'];
    }
    return changed;
  });
const scene = anyCard.chain((was) => fc.record({ was: fc.constant(was), kith: edited(was), phone: edited(was) }));
const NAMES = ['first_name', 'last_name', 'full_name'];
const keysOf = (list: CardListField, fields: CardFields) =>
  new Map(entryPartsOf(list, fields[list]).map(({ key, ...rest }) => [key, JSON.stringify(rest)]));
/** A device may have split the single name, so it counts as unchanged. */
const hasOneName = ({ first_name, last_name, full_name }: CardFields) => !!full_name && !first_name && !last_name;
const compared = (fields: CardFields) => ({
  ...Object.fromEntries(CARD_TEXTS.map((field) => [field, fields[field] ?? ''])),
  ...Object.fromEntries(CARD_LISTS.map((list) => [list, entryPartsOf(list, fields[list])])),
  full_name: shownName(fields),
  tags: new Set(fields.tags),
});

describe('random edits on both sides', () => {
  const RUNS = { numRuns: rounds(150) };
  const later = fc.constantFrom('sent' as const, 'current' as const);
  /** As the store keeps it. */
  const kept = (fields: CardFields): CardDigest => JSON.parse(JSON.stringify(digestOf(fields)));

  it('are kept field by field and entry by entry', () => {
    fc.assert(
      fc.property(scene, later, ({ was, kith, phone }, later) => {
        const { changes } = mergeCard({ base: kept(was), current: kith, sent: phone, known: EVERY, later });
        const result = applyChanges(kith, changes);
        for (const field of CARD_TEXTS.filter((field) => !NAMES.includes(field))) {
          const winner =
            kith[field] === was[field] ? phone : phone[field] === was[field] || later === 'current' ? kith : phone;
          expect([field, result[field]]).toEqual([field, winner[field]]);
        }
        for (const list of CARD_LISTS) {
          const [w, k, p, r] = [was, kith, phone, result].map((fields) => keysOf(list, fields)) as [
            Map<string, string>,
            Map<string, string>,
            Map<string, string>,
            Map<string, string>,
          ];
          for (const key of new Set([...w.keys(), ...k.keys(), ...p.keys()])) {
            const touched = (side: Map<string, string>) => side.get(key) !== w.get(key);
            if (!w.has(key) || (k.has(key) && p.has(key))) expect([key, r.has(key)]).toEqual([key, true]);
            else if (!k.has(key) && !p.has(key)) expect(r.has(key)).toBe(false);
            else if (!touched(k) || !touched(p))
              expect([key, r.get(key)]).toEqual([key, (touched(k) ? k : p).get(key)]);
          }
          expect(r.size).toBe(result[list].length);
          expect([...r.keys()].filter((key) => !k.has(key) && !p.has(key))).toEqual([]);
        }
      }),
      RUNS,
    );
  });

  it('have the same result when merged twice', () => {
    fc.assert(
      fc.property(scene, later, ({ was, kith, phone }, later) => {
        const sides = { base: kept(was), sent: phone, known: EVERY, later };
        const once = applyChanges(kith, mergeCard({ ...sides, current: kith }).changes);
        // A full name that happens to equal the other side's combined names no longer counts as a separate one.
        fc.pre([kith, phone].map(nameForm).includes(nameForm(once)));
        expect(mergeCard({ ...sides, current: once }).changes).toEqual({});
      }),
      RUNS,
    );
  });

  it('have the same result in either order, apart from which side is later', () => {
    fc.assert(
      fc.property(scene, ({ was, kith, phone }) => {
        fc.pre(!hasOneName(was));
        const base = kept(was);
        const one = mergeCard({ base, current: kith, sent: phone, known: EVERY, later: 'sent' });
        const other = mergeCard({ base, current: phone, sent: kith, known: EVERY, later: 'current' });
        expect(compared(applyChanges(phone, other.changes))).toEqual(compared(applyChanges(kith, one.changes)));
        expect(new Set(other.conflicts)).toEqual(new Set(one.conflicts));
      }),
      RUNS,
    );
  });

  it('lose nothing that the sender does not know', () => {
    fc.assert(
      fc.property(scene, later, ({ was, kith, phone }, later) => {
        const { changes } = mergeCard({ base: kept(was), current: kith, sent: phone, known: NONE, later });
        const lost = Object.entries(changes).filter(([field, to]) => to === null && !phone[field as 'company']);
        expect(lost.filter(([field]) => field !== 'full_name')).toEqual([]);
        for (const list of CARD_LISTS) if (phone[list].length === 0) expect(changes[list]).toBeUndefined();
      }),
      RUNS,
    );
  });

  it("change nothing without edits, and exactly the phone's edits if only the phone edits", () => {
    fc.assert(
      fc.property(scene, ({ was, phone }) => {
        const sides = { base: kept(was), known: EVERY, later: 'current' as const };
        expect(mergeCard({ ...sides, current: was, sent: was })).toEqual({ changes: {}, conflicts: [] });
        expect(mergeCard({ ...sides, current: phone, sent: was })).toEqual({ changes: {}, conflicts: [] });
        const { changes, conflicts } = mergeCard({ ...sides, current: was, sent: phone });
        expect(conflicts).toEqual([]);
        const result = applyChanges(was, changes);
        if (hasOneName(was)) expect(shownName(result)).toBe(shownName(phone));
        else expect(digestOf(result)).toEqual(digestOf(phone));
      }),
      RUNS,
    );
  });
});

it('stores about 300 bytes of digest for a typical person', () => {
  const usual = card({
    ...{ first_name: 'Ann', last_name: 'Lee', company: 'Acme', job_title: 'CEO', birthday: '1990-01-02' },
    ...{ emails: [{ value: 'ann@x.example', label: 'work' }], phones: [{ value: '+1 555 0100', label: 'mobile' }] },
    addresses: [{ street: 'Elm 1', city: 'Bonn', label: 'home' }],
  });
  expect(JSON.stringify(digestOf(usual)).length).toBeLessThan(300);
});

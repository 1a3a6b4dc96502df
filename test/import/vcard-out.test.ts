import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApiContact } from '../../src/export/people.ts';
import { cardOf } from '../../src/export/vcard.ts';
import { parseVcards } from '../../src/import/formats/vcard/parse-vcards.ts';
import { nameParts } from '../../src/shared/cards/names.ts';
import { unfold } from '../../src/vcard/lines.ts';

// A kith card as read by other programs, and by kith itself.

const ID = '4fbe8971-0bc3-424c-9c26-36c3e1eff6b1';
const OTHER = '5fbe8971-0bc3-424c-9c26-36c3e1eff6b2';
const contact = (fields: Partial<ApiContact>) => ({ id: ID, ...fields }) as ApiContact;
const cardFor = (fields: Partial<ApiContact>) => cardOf({ contact: contact(fields), notes: [] }, async () => undefined);
const linesOf = async (fields: Partial<ApiContact>) =>
  [...unfold((await cardFor(fields)).split(/\r\n|\n|\r/))].map(({ bytes }) => Buffer.from(bytes, 'latin1').toString());
const readBack = async (fields: Partial<ApiContact>) => {
  const { records, bad } = parseVcards(Buffer.from(await cardFor(fields)));
  expect(bad).toEqual([]);
  return records[0]!.contact;
};

describe('a card', () => {
  it("expresses the description's data in vCard properties, and restores the same description", async () => {
    const description = [
      'Met at the fair',
      'Nickname: Annie, the Fox',
      'Department: Research; Labs',
      'Anniversary: 2010-06-05',
      'Spouse: Bob Lee',
      'Brother: Carl',
      'Manager: Dora',
      'Locker: 12',
    ].join('\n');
    const lines = await linesOf({ full_name: 'Ann Lee', company: 'Acme, Inc.', description });
    expect(lines).toEqual(
      expect.arrayContaining([
        'NICKNAME:Annie\\, the Fox',
        'ORG:Acme\\, Inc.;Research\\; Labs',
        'ANNIVERSARY:20100605',
        'RELATED;VALUE=text;TYPE=spouse:Bob Lee',
        'RELATED;VALUE=text;TYPE=sibling;X-LABEL=brother:Carl',
        'X-MANAGER:Dora',
      ]),
    );
    expect((await readBack({ full_name: 'Ann Lee', company: 'Acme, Inc.', description })).description).toBe(
      description,
    );
  });

  it.each([
    ['--06-05', 'ANNIVERSARY:--0605'],
    ['in spring', 'ANNIVERSARY;VALUE=text:in spring'],
  ])('writes the anniversary %s as %s', async (day, line) => {
    const description = `Anniversary: ${day}`;
    expect(await linesOf({ full_name: 'A', description })).toContain(line);
    expect((await readBack({ full_name: 'A', description })).description).toBe(description);
  });

  it.each([
    ['Dr. Ann Marie Lee Jr.', 'Ann', 'Lee', 'N:Lee;Ann;Marie;Dr.;Jr.'],
    ['Ann Lee', 'Ann', 'Lee', 'N:Lee;Ann;;;'],
    ['Lee Ann', 'Ann', 'Lee', 'N:Lee;Ann;;;'],
    ['Jean Paul van der Berg', 'Jean', 'Berg', 'N:Berg;Jean;Paul van der;;'],
    ['Ann', 'Ann', null, 'N:;Ann;;;'],
    ['Anna Ann', 'Ann', 'Ann', 'N:Ann;Ann;;;'],
  ])('splits %s into name parts', async (full_name, first_name, last_name, line) => {
    expect(await linesOf({ full_name, first_name, last_name })).toContain(line);
    expect(nameParts({ full_name, first_name, last_name }).middle).toBe(line.split(';')[2]);
  });

  it("without a person's name shows the email, which is not read back as a name", async () => {
    const contact_emails = [{ email: 'ann@x.example', ranking: 0 }] as ApiContact['contact_emails'];
    expect(await linesOf({ contact_emails })).toContain('FN:ann@x.example');
    const back = await readBack({ contact_emails });
    expect([back.full_name, back.contact_emails?.[0]?.email]).toEqual([undefined, 'ann@x.example']);
  });

  it('lists related people, and adds no line for them when read back', async () => {
    const relation = { id: ID, source: ID, destination: OTHER, source_contact: 'mother', destination_contact: 'son' };
    const relations = { contact_relations_contact_relations_sourceTocontacts: [relation] };
    expect(await linesOf({ full_name: 'A', ...relations })).toContain(
      `RELATED;TYPE=child;X-KITH-RELATION=son:urn:uuid:${OTHER}`,
    );
    expect((await readBack({ full_name: 'A', ...relations })).description).toBeUndefined();
  });

  it('restores any description, with any start and end', async () => {
    const piece = fc.constantFrom(
      ' ',
      '\n',
      '\\',
      '=',
      ';',
      ':',
      ',',
      '"',
      'BEGIN:VCARD',
      'END:VCARD',
      '\n \n',
      '\t',
      'é',
      '🙂',
      'Nickname: Bo',
    );
    const text = fc
      .array(fc.oneof(piece, fc.string({ unit: 'grapheme', maxLength: 40 })), { maxLength: 8 })
      .map((pieces) => pieces.join('').replace(/(?![\n\t])\p{Cc}/gu, ''));
    await fc.assert(
      fc.asyncProperty(text, async (description) => {
        const back = await readBack({ full_name: 'Ann', description });
        expect(back.description ?? '').toBe(description.trim() === '' ? '' : description);
      }),
    );
  });
});

describe('damage between good cards', () => {
  const damaged = [
    'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:X\r\n',
    'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:X\r\nTEL:+49',
    'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:X\r\nNOTE:a\r\n ',
    'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:X\r\nPHOTO;ENCODING=b:AAAA',
    'BEGIN:VCARD\r\nVERSION:2.1\r\nN:X\r\nNOTE;ENCODING=QUOTED-PRINTABLE:a=',
    'BEGIN:VCARD\r\nVERSION:2.1\r\nN:X\r\nNOTE;ENCODING=QUOTED-PRINTABLE:a=\r\n',
    'BEGIN:VCARD\r\n',
    'END:VCARD\r\n',
    'VERSION:3.0\r\nFN:X\r\nEND:VCARD\r\n',
    'BEGIN:VCARD\r\nVERSION:9\r\nFN:X\r\nEND:VCARD\r\n',
    'BEGIN:VCARD\r\nEND:VCARD\r\n',
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nEND:VCALENDAR\r\n',
    'two lines\r\nof a letter\r\n',
    '\0\0\0\r\n',
  ];
  const ends = ['\r\n', ''];

  // With an END after it, the next lines would be the agent's card.
  it('loses no person if an announced agent is missing', () => {
    const agent = 'BEGIN:VCARD\r\nVERSION:2.1\r\nN:X\r\nAGENT:\r\n';
    const good = (name: string) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nEND:VCARD\r\n`;
    const { records, bad } = parseVcards(Buffer.from(`${good('A')}${agent}${good('B')}${agent}${good('C')}`));
    expect(records.map(({ contact }) => contact.full_name ?? contact.last_name)).toEqual(['A', 'X', 'B', 'X', 'C']);
    expect(bad).toEqual([]);
    expect(records[1]!.warnings).toEqual(['AGENT left out (line 8)', expect.stringContaining('END:VCARD is missing')]);
  });

  it('costs only itself, and is reported', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...damaged), fc.constantFrom(...ends)), { minLength: 1, maxLength: 6 }),
        (pieces) => {
          const good = (name: string, end: string) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nEND:VCARD${end}`;
          const names = pieces.map((_, index) => `Good ${index}`);
          const file = pieces.map(([damage], index) => `${good(names[index]!, '\r\n')}${damage}`).join('');
          const glued = pieces.map(([, end], index) => good(names[index]!, end)).join('');
          const { records, bad } = parseVcards(Buffer.from(`${file}${good('Last', '\r\n')}`));
          const known = records.map(({ contact }) => contact.full_name ?? contact.last_name);
          const readable = pieces.flatMap(([damage]) => (damage.includes('X') ? ['X'] : []));
          expect(known.toSorted()).toEqual([...names, 'Last', ...readable].toSorted());
          const faults = [...bad, ...records.flatMap(({ warnings }) => warnings)];
          expect(faults.length).toBeGreaterThanOrEqual(readable.length);
          expect(faults.length).toBeGreaterThan(0);
          expect(parseVcards(Buffer.from(glued)).records.map(({ contact }) => contact.full_name)).toEqual(names);
        },
      ),
    );
  });
});

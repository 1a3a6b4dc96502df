import { describe, expect, it } from 'vitest';
import { readMapping } from '../../src/import/formats/csv/mapping.ts';
import { readContacts } from '../../src/import/formats/read-contacts.ts';

const read = (csv: string, mapping: object) => readContacts(Buffer.from(csv), readMapping(JSON.stringify(mapping)));

const CSV = `Export vom 1.11.2026
Nr;Vorname;Nachname;E-Mail;Tel. privat;Straße;Ort;Geboren;Gruppen;Notiz;Hund
7;Änne;Müller;aenne@x.example;030 1234567;Weg 1;Berlin;3.4.1985;Chor, Verein;Hallo;Rex
8;;;;;;;;;;
`;

const COLUMNS = {
  Nr: 'id',
  vorname: 'first_name',
  Nachname: 'last_name',
  'E-Mail': { field: 'email', label: 'home' },
  'Tel. privat': { field: 'phone', label: 'home' },
  Straße: { field: 'street', label: 'home' },
  Ort: { field: 'city', label: 'home' },
  Geboren: 'birthday',
  Gruppen: { field: 'tags', separator: ',' },
  Notiz: 'note',
};

describe('CSV with a mapping', () => {
  it('follows the mapping, and reports columns without one', () => {
    const { format, records, bad, warnings } = read(CSV, { columns: COLUMNS, source: 'Chor' });
    expect(format).toBe('mapped CSV');
    expect(records).toMatchObject([
      {
        line: 3,
        uid: 'Chor 7',
        tags: ['Chor', 'Verein'],
        notes: [{ text: 'Hallo' }],
        contact: {
          first_name: 'Änne',
          last_name: 'Müller',
          birthday: '1985-04-03',
          contact_emails: [{ email: 'aenne@x.example', label: 'home' }],
          contact_phone_numbers: [{ phone_number: '030 1234567', label: 'home' }],
          legacy_contact_addresses: [{ street: 'Weg 1', city: 'Berlin', address_type: 'home' }],
        },
      },
    ]);
    expect(bad).toMatchObject([{ line: 4 }]);
    expect(warnings).toEqual(['Skipped column "Hund": kith has no field for it']);
    expect(read(CSV, { columns: { ...COLUMNS, Hund: null } }).warnings).toEqual([]);
    const month = read(CSV.replace('3.4.1985', '3/4/1985'), { columns: COLUMNS, dates: 'month first' });
    expect(month.records[0]!.contact.birthday).toBe('1985-03-04');
  });

  it.each([
    ['2019-03-02', 'day first', '2019-03-02T00:00:00.000Z'],
    ['2.3.2019', 'month first', '2019-03-02T00:00:00.000Z'],
    ['2/3/2019', 'day first', '2019-03-02T00:00:00.000Z'],
    ['3/2/2019', 'month first', '2019-03-02T00:00:00.000Z'],
    ['2019-03-02T10:30:00+01:00', 'day first', '2019-03-02T09:30:00.000Z'],
  ])('reads %s, %s, as a first-met date', (cell, dates, moment) => {
    const { records } = read(`Name,Met\nAnn,${cell}\n`, { columns: { Name: 'full_name', Met: 'first_met_at' }, dates });
    expect(records[0]).toMatchObject({ warnings: [], contact: { first_met_at: moment } });
  });

  it.each(['spring 2019', '2019', '31.2.2019', '--03-02'])('reports %s as no valid first-met date', (cell) => {
    const { records } = read(`Name,Met\nAnn,${cell}\n`, { columns: { Name: 'full_name', Met: 'first_met_at' } });
    expect(records[0]!.contact).not.toHaveProperty('first_met_at');
    expect(records[0]!.warnings).toEqual([`first met left out because it is not a full date: ${cell}`]);
  });

  it.each([
    [{ columns: { Vorname: 'forename' } }, 'columns.Vorname'],
    [{ columns: {} }, 'must name a column'],
    [{ cols: {} }, 'cols'],
    [{ columns: { Telefon: 'phone' } }, '"Telefon"'],
  ])('explains the error: %j', (mapping, message) => {
    expect(() => read(CSV, mapping)).toThrow(message);
  });
});

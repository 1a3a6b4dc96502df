import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readContacts } from '../../src/import/formats/read-contacts.ts';
import { parseVcards } from '../../src/import/formats/vcard/parse-vcards.ts';
import { KithError } from '../../src/shared/error.ts';
import { asBinary, clean } from '../../src/shared/text/charset.ts';
import { decodeQuotedPrintable } from '../../src/shared/text/quoted-printable.ts';
import { unfold } from '../../src/vcard/lines.ts';
import { rounds } from '../support/rounds.ts';

const text = fc.string({ unit: 'grapheme' }).map((value) => value.replace(/[\r\n]/g, ''));

/** Folds a line at any byte, even inside a character, as vCard 3.0 and 4.0 do. */
function foldAt(bytes: Buffer, cuts: number[]): Buffer {
  const places = [...new Set(cuts.map((cut) => 1 + (cut % Math.max(1, bytes.length - 1))))].sort((a, b) => a - b);
  const pieces = [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length));
  return Buffer.concat(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [Buffer.from('\r\n '), piece])));
}

function quotedPrintable(value: string, width: number): string {
  const codes = [...Buffer.from(value)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`);
  return codes.map((code, index) => (index > 0 && index % width === 0 ? `=\r\n${code}` : code)).join('');
}

const escaped = (value: string) => value.replace(/[\\;,]/g, (character) => `\\${character}`);
const cleaned = (value: string) => clean(value).trim();

describe('reading any file', () => {
  it('unfolds lines folded at any byte', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(200)), (value, cuts) => {
        const line = Buffer.from(`NOTE:${value}`);
        const unfolded = [...unfold(asBinary(foldAt(line, cuts)).split(/\r\n|\n|\r/))];
        expect(unfolded.map(({ bytes }) => bytes)).toEqual([asBinary(line)]);
      }),
    );
  });

  it('restores a note folded at any byte of a 4.0 card', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(200)), (value, cuts) => {
        fc.pre(cleaned(value) !== '');
        const note = foldAt(Buffer.from(`NOTE:${escaped(value)}`), cuts);
        const card = [Buffer.from('BEGIN:VCARD\r\nVERSION:4.0\r\nFN:A\r\n'), note, Buffer.from('\r\nEND:VCARD\r\n')];
        expect(parseVcards(Buffer.concat(card)).records[0]?.notes).toEqual([{ text: cleaned(value) }]);
      }),
    );
  });

  it('restores quoted-printable with soft breaks anywhere', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 25 }), (value, width) => {
        fc.pre(cleaned(value) !== '');
        const note = `NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:${quotedPrintable(escaped(value), width)}`;
        const card = `BEGIN:VCARD\r\nVERSION:2.1\r\nN:A\r\n${note}\r\nEND:VCARD\r\n`;
        expect(parseVcards(Buffer.from(card)).records[0]?.notes).toEqual([{ text: cleaned(value) }]);
      }),
    );
  });

  it('decodes every byte of quoted-printable', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const encoded = [...bytes].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join('');
        expect(decodeQuotedPrintable(encoded)).toBe(asBinary(bytes));
      }),
    );
  });

  const pieces = fc.constantFrom(
    'BEGIN:VCARD',
    'END:VCARD',
    'VERSION:2.1',
    'VERSION:4.0',
    'AGENT:',
    'FN:Ann',
    'TEL;ENCODING=QUOTED-PRINTABLE:=',
    'PHOTO;ENCODING=b:AAAA',
    'BDAY:--0230',
    'GEO:99;999',
    'item1.X-ABLabel:_$!<',
    ' ',
    '"',
    ',',
    ';',
    '=',
    '\r\n',
    '\n',
  );
  const anything = fc
    .array(
      fc.oneof(
        pieces.map((piece) => Buffer.from(`${piece}\n`)),
        fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      ),
    )
    .map((chunks) => Buffer.concat(chunks));

  it('never throws on a vCard, whatever the bytes', () => {
    fc.assert(
      fc.property(anything, (bytes) => {
        const { records, bad } = parseVcards(bytes);
        for (const { line } of [...records, ...bad]) expect(line).toBeGreaterThan(0);
      }),
      { numRuns: rounds(500) },
    );
  });

  it('throws only its own error on other files', () => {
    const header = fc.constantFrom('', 'First Name,Last Name,E-mail Address\n', 'First Name;Labels;Phone 1 - Value\n');
    fc.assert(
      fc.property(header, anything, (start, bytes) => {
        try {
          readContacts(Buffer.concat([Buffer.from(start), bytes]));
        } catch (error) {
          expect(error).toBeInstanceOf(KithError);
        }
      }),
      { numRuns: rounds(500) },
    );
  });

  it('counts every row of a CSV once, as a record or as a bad one', () => {
    const cell = fc.string().map((value) => `"${value.replaceAll('"', '""').replaceAll('\0', '')}"`);
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell)), (rows) => {
        const lines = rows.map((row) => row.join(','));
        const file = Buffer.from(['First Name,Last Name,E-mail Address', ...lines].join('\r\n'));
        const blank = rows.filter((row) => row.every((value) => value.slice(1, -1).trim() === '')).length;
        const { records, bad } = readContacts(file);
        expect(records.length + bad.length).toBe(rows.length - blank);
      }),
    );
  });
});

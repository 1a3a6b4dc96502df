import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { writeCard } from '../../src/dav/cards/write-card.ts';
import type { PersonCard } from '../../src/shared/cards/address-book.ts';
import type { CardFields } from '../../src/shared/cards/fields.ts';
import { unpackedPackage } from '../support/debian.ts';
import { addressOf, picture } from '../support/pictures.ts';

// How other programs read a generated card: ical.js, which Thunderbird uses, and vobject, which khard uses.

const photo = picture('p', 'image/jpeg', 3_000);
const PEOPLE: Partial<CardFields>[] = [
  {
    ...{
      first_name: 'Zoë',
      last_name: "O'Neil; Sr",
      full_name: "Dr. Zoë O'Neil; Sr",
      company: 'Acme, Inc.',
      description: 'a\nb\\c, d;e',
    },
    emails: [
      { value: 'zoe@x.example', label: 'work' },
      { value: 'z@y.example', label: 'Büro, alt' },
    ],
    phones: [{ value: '+1 555 0100', label: 'mobile' }],
    addresses: [{ street: 'Elm 1\nTop 2, left', city: 'Bonn', label: 'home' }],
    tags: ['one, two', 'three'],
    photo: addressOf(photo),
  },
  { full_name: '王 秀英', description: '🙂'.repeat(60), phones: [{ value: '+86 10 5555 0100' }] },
];
const VERSIONS = ['3.0', '4.0'] as const;

const cardOf = (fields: Partial<CardFields>): PersonCard => ({
  ...{ kind: 'person', name: 'a.vcf', uid: 'u-1', change: 1, changedAt: '2026-11-23T10:20:30.456Z', text: undefined },
  ...{ photo, fields: { emails: [], phones: [], addresses: [], tags: [], ...fields } },
});
const CARDS = PEOPLE.flatMap((fields) =>
  VERSIONS.map((version) => ({ fields, version, text: writeCard(cardOf(fields), version) })),
);

interface Read {
  fn: string;
  n: string[];
  org: string[];
  email: string[];
  tel: string[];
  street: string[];
  note: string[];
  tags: string[];
  labels: string[];
  photo: number[];
}

const expected = (fields: Partial<CardFields>): Read => ({
  fn: fields.full_name!,
  n: fields.last_name ? [fields.last_name, fields.first_name!] : ['', fields.full_name!],
  org: fields.company ? [fields.company] : [],
  email: fields.emails?.map(({ value }) => value) ?? [],
  tel: fields.phones?.map(({ value }) => value) ?? [],
  street: fields.addresses?.map(({ street }) => street!) ?? [],
  note: [fields.description!],
  tags: fields.tags ?? [],
  labels: fields.emails ? ['Büro, alt'] : [],
  photo: fields.photo ? [photo.length] : [],
});

function byIcalJs(text: string): Read {
  const card = new ICAL.Component(ICAL.parse(text));
  const all = (name: string) =>
    card.getAllProperties().flatMap((property) => {
      const own = property.name.replace(/^.*\./, '');
      return own === name ? (property.getValues() as (string | string[])[]) : [];
    });
  const flat = (name: string) => all(name).flat();
  const [family, given] = flat('n');
  return {
    ...{ fn: flat('fn')[0]!, n: [family!, given!], org: flat('org'), email: flat('email'), tel: flat('tel') },
    ...{
      street: all('adr').map((parts) => parts[2]!),
      note: flat('note'),
      tags: flat('categories'),
      labels: flat('x-ablabel'),
    },
    photo: flat('photo').map((data) => Buffer.from(String(data).replace(/^data:[^,]*,/, ''), 'base64').length),
  };
}

const PYTHON = '/usr/bin/python3';
const MODULES = 'usr/lib/python3/dist-packages';
const root = existsSync(join('/', MODULES, 'vobject')) ? '/' : existsSync(PYTHON) && unpackedPackage('python3-vobject');

describe('a generated card', () => {
  it.each(CARDS)('is read by ical.js in $version', ({ fields, version, text }) => {
    // It leaves some escapes as they are: in properties that it does not know, and 3.0 escapes that 4.0 lacks.
    const { labels, fn, note, ...read } = byIcalJs(text);
    const plain = (value: string) => (version === '3.0' ? value.replaceAll('\\;', ';') : value);
    const others = { fn: plain(fn), note: note.map(plain), labels: labels.map((label) => label.replace('\\,', ',')) };
    expect({ ...read, ...others }).toEqual(expected(fields));
  });

  it.skipIf(!root)('is read by vobject', () => {
    const cards = CARDS.filter(({ version }) => version === '3.0');
    const { status, stdout, stderr } = spawnSync(
      PYTHON,
      [fileURLToPath(new URL('../support/read-vcf.py', import.meta.url))],
      {
        input: JSON.stringify(cards.map(({ text }) => text)),
        encoding: 'utf8',
        env: { ...process.env, PYTHONPATH: join(root || '', MODULES) },
      },
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual(cards.map(({ fields }) => expected(fields)));
  });
});

// Writes the sample address book and the truth about its duplicates; with --check it only compares.
//   node scripts/run.mjs scripts/make-sample.ts [--check]
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { propertiesOf, uidOf } from './sample/card.ts';
import { channelMaker, keyOf } from './sample/contact.ts';
import { parseName } from './sample/name.ts';
import { people } from './sample/people/index.ts';
import { duplicates, lookalikes } from './sample/people/pairs.ts';
import type { Person } from './sample/person.ts';
import { writeCard } from './sample/vcard.ts';

const FOLDER = 'samples';
const INVERSE: Record<string, string> = { parent: 'child', child: 'parent' };

function addressBook(): string {
  const channelsOf = channelMaker(people);
  const related = relations();
  return people
    .map((person) => writeCard(propertiesOf(person, channelsOf(person), related.get(uidOf(person)) ?? [])))
    .join('');
}

/** The tables name each relation once; both cards get it. */
function relations(): Map<string, (readonly [string, string])[]> {
  const uids = new Map(people.map((person) => [keyOf(person), uidOf(person)]));
  if (uids.size !== people.length) throw new Error('Two people have one key.');
  const found = new Map<string, (readonly [string, string])[]>();
  const add = (from: string, type: string, to: string) => found.set(from, [...(found.get(from) ?? []), [type, to]]);
  for (const person of people) {
    for (const relation of person.related ?? []) {
      const [, type, key] = /^(\S+) (.+)$/.exec(relation)!;
      const other = uids.get(key!);
      if (!other) throw new Error(`${keyOf(person)} is related to ${key}, who is not in the tables.`);
      add(uidOf(person), type!, other);
      add(other, INVERSE[type!] ?? type!, uidOf(person));
    }
  }
  return found;
}

function truth(): string {
  const uids = (pairs: readonly (readonly Person[])[]) => pairs.map((pair) => pair.map(uidOf));
  const named = [...duplicates, ...lookalikes].flat().map((person) => [uidOf(person), parseName(person.name).full]);
  const content = { duplicates: uids(duplicates), lookalikes: uids(lookalikes), names: Object.fromEntries(named) };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function isCurrent(file: string, content: string): boolean {
  try {
    return readFileSync(file, 'utf8') === content;
  } catch {
    return false;
  }
}

const files = { [`${FOLDER}/address-book.vcf`]: addressBook(), [`${FOLDER}/duplicates.json`]: truth() };
if (process.argv.includes('--check')) {
  const stale = Object.entries(files).filter(([file, content]) => !isCurrent(file, content));
  for (const [file] of stale) process.stderr.write(`${file} is out of date: run scripts/make-sample.ts.\n`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  mkdirSync(FOLDER, { recursive: true });
  for (const [file, content] of Object.entries(files)) writeFileSync(file, content);
}

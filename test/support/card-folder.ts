import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentOfCard, type PersonContent } from './person-content.ts';

// A folder with a file for each card, edited by a program that knows only the card's lines.

export interface CardFile {
  path: string;
  text: string;
  uid: string;
  said: PersonContent;
}

/** The cards of people in a folder, by UID. Throws if two files have one UID. */
export function readCardFolder(folder: string): Map<string, CardFile> {
  const files = new Map<string, CardFile>();
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.vcf'))) {
    const file = readCardFile(join(folder, name));
    const { uid } = file;
    if (files.has(uid)) throw new Error(`${files.get(uid)!.path} and ${file.path} are one card`);
    files.set(uid, file);
  }
  return files;
}

function readCardFile(path: string): CardFile {
  const text = readFileSync(path, 'utf8');
  const { uid, ...said } = contentOfCard(text);
  return { path, text, uid, said };
}

export type CardEdit = { [F in keyof PersonContent]?: PersonContent[F] } & { picture?: Buffer };

/** Writes a new card. */
export function addCardFile(folder: string, edit: CardEdit, uid: string = randomUUID()): CardFile {
  const lines = ['BEGIN:VCARD', 'VERSION:3.0', `UID:${uid}`, 'X-KEPT:as it is', ...linesOf(edit), 'END:VCARD', ''];
  const path = join(folder, `${randomUUID()}.vcf`);
  writeFileSync(path, lines.join('\r\n'));
  return readCardFile(path);
}

/** Replaces the properties of some fields. An empty field removes its property. */
export function editCardFile({ path, text }: CardFile, edit: CardEdit): CardFile {
  const names = Object.keys(edit).flatMap((field) => PROPERTIES[field] ?? []);
  const unfolded = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/);
  const others = unfolded.filter(
    (line) => !names.includes(/^(?:[\w-]+\.)?([\w-]+)/.exec(line)?.[1]?.toUpperCase() ?? ''),
  );
  const end = others.indexOf('END:VCARD');
  writeFileSync(path, [...others.slice(0, end), ...linesOf(edit), ...others.slice(end)].join('\r\n'));
  return readCardFile(path);
}

export const removeCardFile = ({ path }: CardFile): void => rmSync(path);

export function renameCardFile({ path: before }: CardFile): CardFile {
  const path = join(before, '..', `renamed-${randomUUID()}.vcf`);
  renameSync(before, path);
  return readCardFile(path);
}

const PROPERTIES: Record<string, string[]> = {
  ...{ first: ['N', 'FN'], company: ['ORG'], title: ['TITLE'], note: ['NOTE'], birthday: ['BDAY'] },
  ...{ emails: ['EMAIL'], phones: ['TEL'], tags: ['CATEGORIES'], photo: ['PHOTO'], picture: ['PHOTO'] },
};

const escaped = (text: string): string => text.replace(/[\\,;]/g, '\\$&').replace(/\n/g, '\\n');

function linesOf({ first, last, company, title, note, birthday, emails, phones, tags, picture }: CardEdit): string[] {
  const day = birthday?.startsWith('--')
    ? `BDAY;X-APPLE-OMIT-YEAR=1604:1604${birthday.slice(1)}`
    : birthday && `BDAY:${birthday}`;
  return [
    first !== undefined && `N:${escaped(last ?? '')};${escaped(first)};;;`,
    first !== undefined && `FN:${escaped([first, last].filter(Boolean).join(' '))}`,
    company && `ORG:${escaped(company)}`,
    title && `TITLE:${escaped(title)}`,
    note && `NOTE:${escaped(note)}`,
    day,
    ...(emails ?? []).map((one) => `EMAIL;TYPE=INTERNET:${one}`),
    ...(phones ?? []).map((one) => `TEL;TYPE=CELL:${one}`),
    tags && tags.length > 0 && `CATEGORIES:${tags.map(escaped).join(',')}`,
    picture && `PHOTO;ENCODING=b;TYPE=PNG:${picture.toString('base64')}`,
  ].filter((line) => typeof line === 'string' && line !== '') as string[];
}

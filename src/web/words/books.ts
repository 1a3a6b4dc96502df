import type { Child } from 'hono/jsx';
import type { CardField } from '../../shared/cards/fields.ts';
import { rich } from './rich.ts';

/** Words for the settings for address book sync. */
export const BOOKS_WORDS = {
  title: 'Address books',
  lead: 'Sync your contacts with another address book, such as iCloud, Fastmail, or Nextcloud.',
  followed: {
    title: 'Synced address books',
    none: 'No address books yet',
    ways: { both: 'both ways', read: 'read only' },
    new: 'Not synced yet',
    synced: (time: Child) => rich`Last synced ${time}`,
    here: 'in kith',
    there: 'on the server',
    counts: ({ created, changed, removed }: { created: number; changed: number; removed: number }) =>
      `${created} new, ${changed} changed, ${removed} deleted`,
    waiting: (here: number, there: number) =>
      `Sync is paused before deletions: ${here} in kith, ${there} on the server. That is more than a third of the people and may be the server’s mistake.`,
    allowed: 'The next sync deletes them.',
    allow: 'Allow deletions',
    refused: 'Connect it again below, with a new app password.',
    sync: 'Sync now',
    disconnect: 'Disconnect',
    afterwards: 'Disconnecting deletes no one. Changes are no longer synced.',
  },
  connect: {
    title: 'Connect address book',
    lead: 'kith syncs new people, changes, and deletions every 15 minutes. People who are in both are linked. Possible duplicates are kept apart and listed under Duplicates.',
    address: 'URL',
    addressHint: 'The CardDAV URL from the service’s help pages, or the URL of the address book.',
    begins: 'https://',
    user: 'User name',
    password: 'App password',
    passwordHint: 'Create one in your account settings there. kith stores it encrypted and never shows it again.',
    how: 'Direction',
    ways: [
      ['both', 'Both ways: changes on either side are synced'],
      ['read', 'Read only: kith imports changes and writes none'],
    ] as [string, string][],
    book: 'Address book',
    bookHint: 'If there are several: a name, or “all”. Optional.',
    button: 'Connect address book',
  },
  waiting: {
    title: 'Conflicts',
    lead: 'The same field was changed in two places. kith kept its own or the later value.',
    kept: 'kith',
    device: 'a device',
    nothing: 'empty',
    take: 'Use other value',
    keep: 'Keep kith’s value',
  },
  done: {
    connected: (book: Child) => rich`${book} connected. The first sync starts within a few minutes.`,
    soon: 'Sync starts within a minute.',
    disconnected: 'Address book disconnected. All people are kept.',
    settled: 'Conflict resolved.',
  },
  fields: {
    ...{ first_name: 'Given name', last_name: 'Family name', full_name: 'Display name', company: 'Company' },
    ...{ job_title: 'Job title', description: 'Description', website: 'Website', birthday: 'Birthday', photo: 'Photo' },
    ...{ linkedin: 'LinkedIn', twitter: 'X', facebook: 'Facebook', instagram: 'Instagram', telegram: 'Telegram' },
    ...{ tiktok: 'TikTok', youtube: 'YouTube' },
    ...{ emails: 'Email', phones: 'Phone', addresses: 'Address', tags: 'Tag' },
  } satisfies Record<CardField, string>,
};

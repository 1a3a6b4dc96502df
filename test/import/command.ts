import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Client } from '../../src/client/client.ts';
import { openClient } from '../../src/server/composition/open-client.ts';
import { settingsIn } from '../../src/settings.ts';
import { CLI } from '../support/service.ts';

/** Starts `kith import`. `importing` resolves once it has read its first file and begins to write. */
export function startImport(dataDir: string, args: string[], settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [CLI, 'import', ...args], {
    env: { ...process.env, KITH_DATA_DIR: dataDir, ...settings },
  });
  const printed = { stdout: '', stderr: '' };
  const importing = new Promise<void>((resolve) => {
    child.stderr.on('data', (chunk) => {
      printed.stderr += chunk;
      if (printed.stderr.includes(': importing')) resolve();
    });
    child.on('close', () => resolve());
  });
  child.stdout.on('data', (chunk) => {
    printed.stdout += chunk;
  });
  const closed = once(child, 'close').then(([code]) => ({ code: code as number | null, ...printed }));
  return { child, importing, closed };
}

export interface Content {
  id: string;
  name: unknown;
  emails: unknown[];
  phones: unknown[];
  tags: string[];
  notes: (string | null)[];
}

/** A service's content, without the times and generated ids that differ between services. */
export async function contents(directory: string): Promise<Content[]> {
  const { client, close } = await openClient(settingsIn({ KITH_DATA_DIR: directory }));
  const include = { contact_emails: true, contact_phone_numbers: true, tags_contacts: true };
  const contacts = new Map<string, Content>();
  let cursor: string | null | undefined;
  do {
    const page = { take: 500, include, ...(cursor && { cursor }) };
    const { data } = await client.call('list_contacts', page);
    for (const contact of data.contacts) {
      contacts.set(contact.id, {
        id: contact.id,
        name: contact.full_name,
        emails: contact.contact_emails!.map(({ email, label, ranking }) => [email, label, ranking]),
        phones: contact.contact_phone_numbers!.map(({ phone_number }) => phone_number),
        tags: contact.tags_contacts!.map(({ tags }) => tags.name).sort(),
        notes: [],
      });
    }
    cursor = data.pagination.nextCursor;
  } while (cursor);
  for await (const { note, timeline_items_contacts } of allNotes(client)) {
    for (const { contact_id } of timeline_items_contacts) contacts.get(contact_id)!.notes.push(note);
  }
  for (const { notes } of contacts.values()) notes.sort();
  await close();
  return [...contacts.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function* allNotes(client: Client) {
  let cursor: string | null | undefined;
  do {
    const page = { take: 200, ...(cursor && { cursor }) };
    const { data } = await client.call('list_notes', page);
    yield* data.notes;
    cursor = data.pagination.nextCursor;
  } while (cursor);
}

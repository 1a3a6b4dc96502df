import type { Client } from '../../client/client.ts';
import { oneLine, say } from '../../process/print.ts';
import { withClient } from '../../server/composition/open-client.ts';
import { answerJson, type JsonOption, textOf } from '../input/arguments.ts';
import { nameOf } from '../people/who.ts';

interface NewPerson extends JsonOption {
  email?: string[] | undefined;
  phone?: string[] | undefined;
  company?: string | undefined;
  title?: string | undefined;
  birthday?: string | undefined;
  tag?: string[] | undefined;
  note?: string | undefined;
}

/** `kith add NAME`: creates a person and any new tags. Reports people with the same email. */
export async function runAdd(name: string[], given: NewPerson): Promise<number> {
  const { email = [], phone = [], company, title, birthday, tag = [], note, json } = given;
  const full_name = textOf('The name', name);
  if (note !== undefined) textOf('--note', [note]);
  return withClient(async (client) => {
    const known = await sameAddress(client, email);
    const tags = await Promise.all(tag.map((name) => tagId(client, name)));
    const { data } = await client.call('create_contact', {
      full_name,
      ...(company !== undefined && { company }),
      ...(title !== undefined && { job_title: title }),
      ...(birthday !== undefined && { birthday }),
      contact_emails: email.map((address) => ({ email: address })),
      contact_phone_numbers: phone.map((number) => ({ phone_number: number })),
      tags_contacts: tags.map((tag_id) => ({ tag_id })),
    });
    const { contact } = data;
    if (note !== undefined)
      await client.call('create_note', { note, timeline_items_contacts: [{ contact_id: contact.id }] });
    if (json) return answerJson({ contact });
    await say(`${oneLine(contact.full_name ?? '')} is added: ${contact.id}\n`);
    if (known.length > 0)
      await say(
        `${oneLine(known.join(', '))} has the same email. To compare them, run kith call find_duplicate_contacts.\n`,
      );
    return 0;
  });
}

async function sameAddress(client: Client, emails: string[]): Promise<string[]> {
  if (emails.length === 0) return [];
  const { data } = await client.call('find_contacts_by_email', { emails });
  return data.contacts.map(nameOf);
}

/** Finds or creates the tag with this name. */
async function tagId(client: Client, name: string): Promise<string> {
  return (await client.call('create_tag', { name: textOf('--tag', [name]) })).data.tag.id;
}

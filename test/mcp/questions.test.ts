import { expect, test } from 'vitest';
import { askedAndUnasked } from '../support/mcp.ts';

const { silent, asking, questions } = await askedAndUnasked({ action: 'decline' });

const add = async (full_name: string): Promise<string> =>
  (await silent.call('create_contact', { full_name })).structuredContent.contact.id;

test('names everyone in a merge, to the person and to a model that asks in text', async () => {
  const [first, second, third] = [await add('Maria Lopez'), await add('M. Lopez'), await add('Mary')];
  const contactIds = [[first, second], { contactIds: [third, third], primaryContactId: third }];
  const asked =
    'Merge duplicate contacts: merge "Maria Lopez", "M. Lopez" into "Maria Lopez"? You can undo this for 30 days.';
  expect((await asking.call('merge_contacts', { contactIds })).content[0]!.text).toContain('The person said no');
  expect(questions.pop()).toBe(asked);
  const { structuredContent } = await silent.call('merge_contacts', { contactIds });
  expect(structuredContent).toMatchObject({ question: asked, dry_run: true, failed: [{}] });
});

test('names what a delete removes, and how to undo it', async () => {
  const contactIds = [await add('Jon'), await add('Jan')];
  await asking.call('bulk_delete_contacts', { contactIds });
  expect(questions.pop()).toBe(
    'Delete many contacts: delete 2 contacts ("Jon", "Jan")? You can restore it with kith trash for 30 days.',
  );
  // A client that cannot ask gets the names in the reply.
  const { structuredContent } = await silent.call('bulk_delete_contacts', { contactIds });
  const names = structuredContent.contacts.map(({ id, full_name }: Record<string, string>) => [id, full_name]);
  expect(Object.fromEntries(names)).toEqual({ [contactIds[0]!]: 'Jon', [contactIds[1]!]: 'Jan' });
});

test('asks nothing if nothing would happen, and explains why', async () => {
  const contactIds = ['01920000-0000-7000-8000-000000000000'];
  for (const client of [asking, silent]) {
    const { structuredContent } = await client.call('bulk_delete_contacts', { contactIds });
    expect(structuredContent).toMatchObject({ affected: 0, failed: [{ id: contactIds[0] }], dry_run: true });
    expect(structuredContent).not.toHaveProperty('next');
  }
  expect(questions).toEqual([]);
});

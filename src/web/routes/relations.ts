import type { Client } from '../../client/client.ts';
import { badRequest, notFound } from '../../shared/error.ts';
import type { Contact } from '../edit/contact-values.ts';
import { asTyped } from '../edit/merge.ts';
import { chooseRelatedPage } from '../pages/person/choose-related.tsx';
import { peopleFound, peopleNamed } from '../people/named.ts';
import { relationsIn } from '../people/read-person.ts';
import { forPerson, type Sent } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { RELATIONS as WORDS } from '../words/person.ts';
import { notChangedMeanwhile, partForms } from './person-part.ts';

const MOST_TYPED = 500;
const LONGEST_ROLE = 200;
const ROLES = { theirs: 'theirs', mine: 'mine' };

/** Relationships, on a person's page. */
export function addRelations(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);
  const part = partForms(app, frame);

  app.get('/people/:id/relations/new', (context) =>
    page(context, async ({ client, person }) => {
      const contactId = context.req.param('id');
      const { data } = await client.call('get_contact', { contactId });
      const values = { name: asTyped(context.req.query('name')).slice(0, MOST_TYPED) };
      const found = await foundBy(client, contactId, values.name);
      return frame.show(chooseRelatedPage({ person, contact: data.contact, found, values }));
    }),
  );

  part('relations', 'relations', { name: 'name', ...ROLES }, async (sent, contactId) => {
    const { client, person, fields, once } = sent;
    const values = Object.fromEntries(fields);
    const name = asTyped(values.name);
    const { found, isSure } = values.other
      ? { found: [{ id: values.other }], isSure: true }
      : await meantBy(sent, contactId, name);
    if (found.length === 0) throw badRequest({ name: WORDS.nobody }, WORDS.nobody);
    const { contact } = (await client.call('get_contact', { contactId })).data;
    if (found.length > 1 || !isSure)
      return frame.show(chooseRelatedPage({ person, contact, found, values: { ...values, name } }), { status: 400 });
    await relate(client, contact, found[0]!.id, rolesIn(fields), once);
    return undefined;
  });

  part('relations/change', 'relations', ROLES, async ({ client, fields, once }, contactId) => {
    const { contact } = (await client.call('get_contact', { contactId })).data;
    const meant = placeIn(fields);
    const one = relationsIn(contact).find((row) => row.other === meant.other && row.isSource === meant.isSource);
    if (!one) throw notFound('relation', meant.other);
    const now = { mine: asTyped(one.mine), theirs: asTyped(one.theirs) };
    const { mine = '', theirs = '' } = notChangedMeanwhile(fields, rolesIn(fields), now);
    await put(client, contactId, { ...meant, mine, theirs }, once);
    return { done: 'saved' };
  });

  part('relations/remove', 'relations', ROLES, async ({ client, fields, once }, contactId) => {
    const { other, isSource } = placeIn(fields);
    const [source, destination] = isSource ? [contactId, other] : [other, contactId];
    await client.call('update_contact', { contactId, related_contacts: { remove: [{ source, destination }] } }, once);
    const { mine, theirs } = rolesIn(fields);
    return { done: 'unrelated', other, leads: isSource ? 'here' : 'there', mine, theirs };
  });

  part('relations/back', 'relations', ROLES, async ({ client, fields, once }, contactId) => {
    await put(client, contactId, { ...placeIn(fields), ...rolesIn(fields) }, once);
    return undefined;
  });
}

function rolesIn(fields: URLSearchParams) {
  const roles = { mine: asTyped(fields.get('mine')), theirs: asTyped(fields.get('theirs')) };
  for (const [name, role] of Object.entries(roles))
    if (role.length > LONGEST_ROLE) throw badRequest({ [name]: WORDS.longRole(LONGEST_ROLE) });
  return roles;
}

/** The relationship of a form: two people may have one in each direction. */
const placeIn = (fields: URLSearchParams) => ({
  other: fields.get('other') ?? '',
  isSource: fields.get('leads') === 'here',
});

type Place = ReturnType<typeof placeIn>;
type Roles = ReturnType<typeof rolesIn>;

/** People that match the words, except the person of the page. */
const foundBy = async (client: Client, contactId: string, name: string): Promise<Contact[]> =>
  (await peopleFound(client, name)).filter(({ id }) => id !== contactId);

const meantBy = ({ client }: Sent, contactId: string, name: string) =>
  peopleNamed(client, name, ({ id }) => id !== contactId);

/** A second relationship of two people points the other way. */
async function relate(
  client: Client,
  contact: Contact,
  other: string,
  roles: Roles,
  once: { idempotencyKey: string },
): Promise<void> {
  const there = relationsIn(contact).filter((row) => row.other === other);
  const isThere = there.some(({ mine, theirs }) => (mine ?? '') === roles.mine && (theirs ?? '') === roles.theirs);
  if (isThere) return;
  if (there.length > 1) throw badRequest({ name: WORDS.twice }, WORDS.twice);
  await put(client, contact.id, { other, isSource: !there[0]?.isSource, ...roles }, once);
}

/** A relationship points from one contact to another, and is stored with the first one. */
async function put(
  client: Client,
  contactId: string,
  { other, isSource, mine, theirs }: Place & Roles,
  once: { idempotencyKey: string },
): Promise<void> {
  const [source, destination] = isSource ? [contactId, other] : [other, contactId];
  const [source_contact, destination_contact] = isSource
    ? [mine || null, theirs || null]
    : [theirs || null, mine || null];
  const append = [{ destination, source_contact, destination_contact }];
  await client.call('update_contact', { contactId: source, related_contacts: { append } }, once);
}

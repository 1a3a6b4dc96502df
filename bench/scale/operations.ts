import type { Client } from '../../src/client/client.ts';
import { inProcessClient } from '../../src/client/in-process.ts';
import type { CallOptions } from '../../src/client/options.ts';
import { localUser } from '../../src/identity/users/users.ts';
import type { Data } from '../../src/service/data/open-data.ts';
import { createService } from '../../src/service/service.ts';
import type { UserRow } from '../../src/store/tables.ts';
import { contactNumber } from '../seed.ts';
import type { Tags } from './rows.ts';

/** kith in this process, without a port or a key. `now` replaces its clock. */
export async function clientOnData(
  data: Data,
  now?: () => Date,
): Promise<{ client: Client; user: UserRow; idle(): Promise<void> }> {
  const user = await localUser(data.store);
  const service = createService({
    ...data,
    ...(now && { now }),
    version: 'bench',
    authenticate: async () => ({ user, permissions: 'write' }),
    onFault: (_, error) => {
      throw error;
    },
  });
  return {
    client: inProcessClient(
      (...call) => service.call({ user, permissions: 'write' }, ...call),
      async () => {},
    ),
    user,
    idle: service.idle,
  };
}

export interface Operation {
  name: string;
  /** Runs it once. The number varies the request. */
  call(number: number, how?: CallOptions): Promise<unknown>;
  writes?: boolean;
}

const BULK = 100;

/** The measured operations, on an address book with these contacts. */
export function operationsOn(client: Client, ids: string[], tags: Tags): Operation[] {
  const any = (number: number) => ids[(number * 7_919) % ids.length]!;
  const middle = Math.floor(ids.length / 2);
  // With as many digits as the highest number: a search's last word is a prefix, and this one matches one note.
  const lowest = 10 ** (String(ids.length - 1).length - 1);
  const rareNumber = (number: number) => lowest + ((number * 7_919) % (ids.length - lowest));
  const filter = (name: string, where: object): Operation => ({
    name: `filter, ${name}`,
    call: () => client.call('filter_contacts', { where, take: 50 }),
  });
  const search = (name: string, query: (number: number) => string): Operation => ({
    name: `search notes, ${name}`,
    call: (number) => client.call('search_notes', { searchQuery: query(number), take: 20 }),
  });
  const count = (name: string, where?: object): Operation => ({
    name: `count, ${name}`,
    call: () => client.call('count_contacts', where ? { where } : {}),
  });
  return [
    { name: 'get', call: (number) => client.call('get_contact', { contactId: any(number) }) },
    { name: 'page of 50', call: () => client.call('list_contacts', { take: 50 }) },
    { name: 'page of 50, by last seen', call: () => client.call('list_contacts', { take: 50, sort: 'last_seen_at' }) },
    {
      name: 'page of 50, with emails',
      call: () => client.call('list_contacts', { take: 50, include: { contact_emails: true } }),
    },
    {
      name: 'list, rare name',
      call: (number) => client.call('list_contacts', { searchQuery: `ada ${rareNumber(number)}`, take: 20 }),
    },
    { name: 'list, common name', call: () => client.call('list_contacts', { searchQuery: 'ada', take: 20 }) },
    filter('common company, has e-mail', { company: 'borealis', has_email: true }),
    filter('no such company', { company: 'nowhere' }),
    filter('rare tag', { tags: { any: [tags.rare] } }),
    filter('common tag', { tags: { any: [tags.common] } }),
    filter('without a tag', { tags: { none: [tags.common] } }),
    filter('without notes', { has_notes: false }),
    search('rare word', (number) => `topic${rareNumber(number)}`),
    search('common word', () => 'coffee'),
    search('two common words', () => 'coffee contract'),
    search('prefix', () => 'cof'),
    search('rare prefix', () => `topic${middle}`.slice(0, -1)),
    count('all'),
    count('one tag', { tags: { any: [tags.common] } }),
    count('a company', { company: 'borealis' }),
    {
      name: 'update',
      call: (number, how) =>
        client.call('update_contact', { contactId: any(number), job_title: `Title ${number}` }, how),
      writes: true,
    },
    {
      name: 'create',
      call: (number, how) => client.call('create_contact', contactNumber(5_000_000 + number), how),
      writes: true,
    },
    {
      name: `bulk create, ${BULK}`,
      call: (number, how) => {
        const contacts = Array.from({ length: BULK }, (_, index) => contactNumber(2_000_000 + number * 1_000 + index));
        return client.call('bulk_create_contacts', { contacts }, how);
      },
      writes: true,
    },
  ];
}

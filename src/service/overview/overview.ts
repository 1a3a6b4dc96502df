import type { Operations } from '../../contract/operations.ts';
import { MAX_CHOICES, MAX_LABELS, MAX_ROWS } from '../../contract/overview.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { listAccounts, viewAccount } from '../../providers/accounts/accounts.ts';
import { dayIn } from '../../shared/zones.ts';
import { viewUser } from '../account/handlers.ts';
import { shortened } from '../contact-rows/last-contact.ts';
import { latestSeen, peopleById } from '../contact-rows/people.ts';
import { storedCount } from '../contact-rows/stored-count.ts';
import { firstFields } from '../custom-fields/handlers.ts';
import { countMembers } from '../groups/view.ts';
import { countNotes } from '../notes/read/pages.ts';
import { countReminders, pageOfReminders } from '../reminders/pages.ts';
import type { Context } from '../runtime/context.ts';
import type { ProviderContext } from '../runtime/handler.ts';
import { countCarriers } from '../tags/handlers.ts';

export type Overview = DataOf<Operations['overview']>;

const TEXT_LENGTH = 100;
const MAX_PEOPLE = 3;

/** Collects the overview in one transaction. No account is contacted. */
export function overview({ read, mayUseAgenda }: ProviderContext): Promise<Overview> {
  return read(async (context) => {
    const { user, now } = context;
    const today = dayIn(user.time_zone, now);
    const [groups, tags] = [await countedLabels(context, 'groups'), await countedLabels(context, 'tags')];
    return {
      user: viewUser(user),
      today,
      time_zone: user.time_zone,
      counts: {
        contacts: (await storedCount(context, {})) ?? (await countContacts(context, 0)),
        archived: await countContacts(context, 1),
        notes: await countNotes(context, {}),
        reminders_open: await countReminders(context, { isComplete: false }),
        reminders_overdue: await countReminders(context, { isComplete: false, isOverdue: true }),
        groups: groups.length,
        tags: tags.length,
      },
      groups: groups.slice(0, MAX_LABELS),
      tags: tags.slice(0, MAX_LABELS),
      custom_fields: (await firstFields(context, MAX_LABELS)).map(({ id, name, field_type, categories }) => ({
        ...{ id, name, field_type },
        ...(categories.length > 0 && { categories: categories.slice(0, MAX_CHOICES) }),
      })),
      due: await due(context, today),
      recent_people: await latestSeen(context, MAX_ROWS),
      notes: { first: await noteTime(context, 'asc'), last: await noteTime(context, 'desc') },
      accounts: mayUseAgenda ? (await listAccounts(context)).map(viewAccount).map(withoutCapabilities) : [],
    };
  });
}

const COUNTERS = { groups: countMembers, tags: countCarriers } as const;

/** All groups or tags with their number of contacts, largest first, then by name. */
async function countedLabels(context: Context, table: keyof typeof COUNTERS) {
  const rows = await context.db
    .selectFrom(table)
    .select(['id', 'name'])
    .where('user_id', '=', context.user.user_id)
    .execute();
  const counts = await COUNTERS[table](
    context,
    rows.map(({ id }) => id),
  );
  const labels = rows.map(({ id, name }) => ({ id, name, count: counts.get(id) ?? 0 }));
  return labels.sort((a, b) => b.count - a.count || compare(a.name, b.name) || compare(a.id, b.id));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

async function countContacts({ db, user }: Context, archived: 0 | 1): Promise<number> {
  const { count } = await db
    .selectFrom('contacts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', user.user_id)
    .where('is_archived', '=', archived)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Open reminders that are overdue or due today, soonest first. */
async function due(context: Context, today: string): Promise<Overview['due']> {
  const { reminders } = await pageOfReminders(context, { isComplete: false, dueBefore: today, take: MAX_ROWS });
  const shown = reminders.map((reminder) => ({
    ...reminder,
    links: reminder.reminders_contacts.slice(0, MAX_PEOPLE).map(({ contact_id }) => contact_id),
  }));
  const people = await peopleById(
    context,
    shown.flatMap(({ links }) => links),
  );
  return shown.map(({ id, text, due_at_date, due_at_time, links }) => ({
    id,
    text: text && shortened(text, TEXT_LENGTH),
    due_at_date,
    due_at_time,
    contacts: links.map((contact) => ({ id: contact, full_name: people.get(contact)?.full_name ?? null })),
  }));
}

/** Event time of the earliest or latest note. */
async function noteTime({ db, user }: Context, order: 'asc' | 'desc'): Promise<string | null> {
  const row = await db
    .selectFrom('timeline_items')
    .select('event_time')
    .where('user_id', '=', user.user_id)
    .orderBy('event_time', order)
    .limit(1)
    .executeTakeFirst();
  return row?.event_time ?? null;
}

const withoutCapabilities = ({ id, provider, email, status }: ReturnType<typeof viewAccount>) => ({
  ...{ id, provider, email, status },
});

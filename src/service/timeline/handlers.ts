import type { OperationName } from '../../contract/operations.ts';
import { badRequest } from '../../shared/error.ts';
import { dayIn } from '../../shared/zones.ts';
import { detailsOf } from '../contact-rows/details.ts';
import { requireContact } from '../contact-rows/save.ts';
import type { Handlers, ProviderContext } from '../runtime/handler.ts';
import { emailSources, eventSources } from './account-sources.ts';
import { notesSource, type Order, type SourceName, type TimelineSource } from './sources.ts';
import { BEGINNING, type Position, pageOfSources } from './timeline.ts';

type Names = Extract<OperationName, 'list_timeline'>;

const ALL: readonly SourceName[] = ['notes', 'emails', 'events'];

export const timelineHandlers: Handlers<Names> = {
  list_timeline: {
    async live(live, { query: { take, cursor, sources: wanted, ...asked } }) {
      const { contactId, startDate, endDate } = asked;
      if (startDate && endDate && startDate.slice(0, 10) > endDate.slice(0, 10))
        throw badRequest({ endDate: 'must not be before startDate' });
      const { cursors, addresses } = await live.read(async (context) => {
        if (!contactId) return { cursors: context.cursors, addresses: undefined };
        await requireContact(context, contactId);
        const emails = await detailsOf(context, 'contact_emails', contactId);
        return { cursors: context.cursors, addresses: emails.map(({ normal }) => normal) };
      });
      const names = ALL.filter((name) => !wanted || wanted.includes(name));
      const list = JSON.stringify([live.user.user_id, 'list_timeline', asked, names]);
      // Sealed, because positions contain message and event ids that must stay private.
      const from: Position =
        cursor === undefined
          ? { ...BEGINNING, order: asked.order ?? usualOrder(startDate, live) }
          : JSON.parse(live.secret.open(PURPOSE, String(cursors.read(list, cursor)[0])));
      const query = { ...asked, order: from.order };
      const opened: Record<SourceName, () => Promise<TimelineSource[]> | TimelineSource[]> = {
        notes: () => [notesSource(live, query)],
        emails: () => emailSources(live, query, { addresses, asked: !!wanted }),
        events: () => eventSources(live, query, { addresses, asked: !!wanted }),
      };
      const sources = await Promise.all(names.map((name) => opened[name]()));
      const { items, warnings, next } = await pageOfSources(sources.flat(), from, take);
      return {
        items,
        pagination: {
          nextCursor: next ? cursors.write(list, [live.secret.seal(PURPOSE, JSON.stringify(next))]) : null,
          count: items.length,
        },
        warnings,
      };
    },
  },
};

/** The default order: newest first when looking back, soonest first from today on. */
function usualOrder(startDate: string | undefined, { now, user }: Pick<ProviderContext, 'now' | 'user'>): Order {
  if (startDate === undefined) return 'desc';
  const first = startDate.length === 10 ? startDate : dayIn(user.time_zone, startDate);
  return first >= dayIn(user.time_zone, now) ? 'asc' : 'desc';
}

const PURPOSE = 'timeline cursor';

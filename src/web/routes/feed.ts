import { FEED_PARTS, MAX_ALARM_MINUTES } from '../../shared/feed.ts';
import { asTyped } from '../edit/merge.ts';
import { goneAt } from '../pages/errors/error-page.tsx';
import { feedAddressPage, feedPage } from '../pages/settings/feed.tsx';
import { seeOther } from '../requests/answers.ts';
import { forPerson, type Sent } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { ifThere } from '../requests/if-there.ts';
import { operationForms } from '../requests/operation-forms.ts';
import type { SignedIn } from '../services/services.ts';
import { FEED_WORDS } from '../words/feed.ts';

const FEED = '/settings/feed';

/** Registers the calendar feed. Its secret URL is shown only after a recent sign-in. */
export function addFeed(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);
  const form = operationForms(app, frame);
  const feedOf = async ({ client }: SignedIn) => (await client.call('get_feed', {})).data.feed;
  const orGone = ({ context }: Sent, work: () => Promise<Response>) => ifThere(frame, { context, at: FEED }, work);

  app.get(FEED, (context) =>
    page(context, async (viewer) =>
      frame.show(feedPage({ person: viewer.person, feed: await feedOf(viewer), done: context.req.query('done') })),
    ),
  );

  form(
    `${FEED}/show`,
    (sent) =>
      orGone(sent, async () => {
        const { feed_address: address } = (await sent.client.call('show_feed_address', {})).data;
        return frame.show(feedAddressPage({ person: sent.person, address }));
      }),
    { fresh: true },
  );

  form(
    `${FEED}/new`,
    async ({ person, client, once }) => {
      const { feed_address: address } = (await client.call('renew_feed_address', {}, once)).data;
      return frame.show(feedAddressPage({ person, address }));
    },
    { fresh: true },
  );

  form(FEED, (sent) =>
    orGone(sent, async () => {
      const { person, context, client, fields, once } = sent;
      const chosen = fields.getAll('part');
      const parts = FEED_PARTS.filter((part) => chosen.includes(part));
      const alarm = asTyped(fields.get('alarm'));
      const isAlarm = alarm === 'none' || (/^\d{1,5}$/.test(alarm) && Number(alarm) <= MAX_ALARM_MINUTES);
      const alarm_minutes = alarm === 'none' || !isAlarm ? null : Number(alarm);
      const errors = {
        ...(parts.length === 0 && { part: FEED_WORDS.refused.parts }),
        ...(!isAlarm && { alarm: FEED_WORDS.refused.alarm }),
      };
      if (Object.keys(errors).length > 0) {
        const known = await feedOf(sent);
        if (!known) return frame.refuse(context, 404, goneAt(FEED));
        return frame.show(feedPage({ person, feed: { ...known, parts, alarm_minutes }, errors }), { status: 400 });
      }
      await client.call('update_feed', { parts, alarm_minutes }, once);
      return seeOther(`${FEED}?done=saved`);
    }),
  );

  form(`${FEED}/off`, (sent) =>
    orGone(sent, async () => {
      await sent.client.call('delete_feed', {}, sent.once);
      return seeOther(`${FEED}?done=off`);
    }),
  );
}

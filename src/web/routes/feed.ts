import { FEED_PARTS, MOST_ALARM_MINUTES } from '../../shared/feed.ts';
import { asTyped } from '../edit/merge.ts';
import { goneAt } from '../pages/errors/error-page.tsx';
import { feedAddressPage, feedPage } from '../pages/settings/feed.tsx';
import { seeOther } from '../requests/answers.ts';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { ownForms } from '../requests/own-forms.ts';

const FEED = '/settings/feed';

const REFUSED = {
  parts: 'Choose one at least, or switch the feed off.',
  alarm: 'Choose one from the list.',
};

/** The calendar feed: its secret address, which is shown to who signed in just now, and what is in it. */
export function addFeed(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);
  const form = ownForms(app, frame);
  const { feed } = frame.services;

  app.get(FEED, (context) =>
    page(context, async ({ person }) =>
      frame.show(feedPage({ person, feed: await feed.settings(person), done: context.req.query('done') })),
    ),
  );

  form(
    `${FEED}/show`,
    async ({ person, context }) => {
      const address = await feed.show(person, context.env.visitor);
      return address ? frame.show(feedAddressPage({ person, address })) : frame.refuse(context, 404, goneAt(FEED));
    },
    { fresh: true },
  );

  form(
    `${FEED}/new`,
    async ({ person, context }) =>
      frame.show(feedAddressPage({ person, address: await feed.renew(person, context.env.visitor) })),
    { fresh: true },
  );

  form(FEED, async ({ person, context, fields }) => {
    const chosen = fields.getAll('part');
    const parts = FEED_PARTS.filter((part) => chosen.includes(part));
    const alarm = asTyped(fields.get('alarm'));
    const isAlarm = alarm === 'none' || (/^\d{1,5}$/.test(alarm) && Number(alarm) <= MOST_ALARM_MINUTES);
    const alarmMinutes = alarm === 'none' || !isAlarm ? null : Number(alarm);
    const errors = { ...(parts.length === 0 && { part: REFUSED.parts }), ...(!isAlarm && { alarm: REFUSED.alarm }) };
    if (Object.keys(errors).length > 0) {
      const known = await feed.settings(person);
      if (!known) return frame.refuse(context, 404, goneAt(FEED));
      return frame.show(feedPage({ person, feed: { ...known, parts, alarmMinutes }, errors }), { status: 400 });
    }
    if (!(await feed.change(person, { parts, alarmMinutes }))) return frame.refuse(context, 404, goneAt(FEED));
    return seeOther(`${FEED}?done=saved`);
  });

  form(`${FEED}/off`, async ({ person, context }) => {
    if (!(await feed.end(person, context.env.visitor))) return frame.refuse(context, 404, goneAt(FEED));
    return seeOther(`${FEED}?done=off`);
  });
}

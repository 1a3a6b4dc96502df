import type { OperationName } from '../../contract/operations.ts';
import type { Handlers } from '../runtime/handler.ts';
import { changeFeed, type Feed, feedOf, noFeed } from './feeds.ts';

export const feedHandlers: Handlers<Extract<OperationName, 'get_feed' | 'update_feed'>> = {
  async get_feed(context) {
    const feed = await feedOf(context);
    return { feed: feed ? viewFeed(feed) : null };
  },

  async update_feed(context, { body: { parts, alarm_minutes } }) {
    const before = await feedOf(context);
    if (!before) throw noFeed();
    const after = {
      ...before,
      ...(parts && { parts }),
      ...(alarm_minutes !== undefined && { alarmMinutes: alarm_minutes }),
    };
    await changeFeed(context, after);
    return { feed: viewFeed((await feedOf(context))!) };
  },
};

const viewFeed = ({ parts, alarmMinutes, createdAt }: Feed) => ({
  parts,
  alarm_minutes: alarmMinutes,
  created_at: createdAt,
});

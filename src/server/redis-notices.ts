import { randomUUID } from 'node:crypto';
import { type ChangePublisher, localNotices, type ResourceChange } from '../mcp/notifications/notices.ts';
import { redisConnection } from '../service/runtime/redis-limiter.ts';

const channelOf = (userId: string) => `kith:changes:${userId}`;

interface Message {
  node: string;
  userId: string;
  change: ResourceChange;
}

/**
 * Publishes changes among several nodes over the Redis (or Valkey) at `url`, with one channel per user with a listener
 * on this node. While Redis is down, each node publishes only its own changes. Clients that miss a change have old data
 * until they read again.
 */
export function redisNotices(url: string): ChangePublisher & { close(): void } {
  const node = randomUUID();
  const local = localNotices();
  const listeners = new Map<string, number>();
  const sender = redisConnection(url);
  // A listening connection can be idle for hours. After an interruption, it subscribes again by itself.
  const receiver = sender.duplicate({ enableOfflineQueue: true, socketTimeout: 0, maxRetriesPerRequest: null });
  const unreachable = () => {
    // The limiter uses the same Redis, and logs when it goes down and when it is back.
  };
  for (const connection of [sender, receiver]) {
    connection.on('error', unreachable);
    connection.connect().catch(unreachable);
  }
  receiver.on('message', (_channel: string, text: string) => {
    const message: Message = JSON.parse(text);
    if (message.node !== node) local.publish(message.userId, () => message.change);
  });

  return {
    publish(userId, makeChange) {
      const change = makeChange();
      local.publish(userId, () => change);
      const message: Message = { node, userId, change };
      sender.publish(channelOf(userId), JSON.stringify(message)).catch(unreachable);
    },
    subscribe(userId, listener) {
      const count = listeners.get(userId) ?? 0;
      listeners.set(userId, count + 1);
      if (count === 0) receiver.subscribe(channelOf(userId)).catch(unreachable);
      const leave = local.subscribe(userId, listener);
      return () => {
        leave();
        const left = listeners.get(userId)! - 1;
        listeners.set(userId, left);
        if (left > 0) return;
        listeners.delete(userId);
        receiver.unsubscribe(channelOf(userId)).catch(unreachable);
      };
    },
    close() {
      sender.disconnect();
      receiver.disconnect();
    },
  };
}

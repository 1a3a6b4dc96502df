import type { Client } from '../client/client.ts';
import { replyBytes, rowsThatFit } from './budget.ts';
import { trimReply } from './reply.ts';

export type Data = Record<string, unknown>;

/** A page of as many rows as a reply may have; its cursor goes on right behind the last one. */
export async function fittingPage(
  list: string,
  most: number,
  ask: (take: number) => Promise<{ data: Data }>,
): Promise<Data> {
  const data = trimReply((await ask(most)).data);
  const fitting = rowsThatFit(data, list, replyBytes());
  return fitting < (data[list] as unknown[]).length ? trimReply((await ask(fitting)).data) : data;
}

/** The user's day as 2026-11-21. */
export async function today(client: Client): Promise<string> {
  const { user } = (await client.call('get_current_user', {})).data;
  return new Intl.DateTimeFormat('en-CA', { timeZone: user.time_zone, dateStyle: 'short' }).format(new Date());
}

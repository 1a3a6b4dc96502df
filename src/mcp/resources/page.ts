import type { Client } from '../../client/client.ts';
import { fittingRows, replyBytes } from '../replies/reply-size.ts';
import { trimReply } from '../replies/trim-reply.ts';

export type Data = Record<string, unknown>;

/** A page of as many rows as a reply may have; its cursor goes on right behind the last one. */
export async function fittingPage(
  list: string,
  most: number,
  ask: (take: number) => Promise<{ data: Data }>,
): Promise<Data> {
  const page = async (take: number) => trimReply((await ask(take)).data);
  return fittingRows(await page(most), list, replyBytes(), page);
}

/** The user's day as 2026-11-21. */
export async function today(client: Client): Promise<string> {
  const { user } = (await client.call('get_current_user', {})).data;
  return new Intl.DateTimeFormat('en-CA', { timeZone: user.time_zone, dateStyle: 'short' }).format(new Date());
}

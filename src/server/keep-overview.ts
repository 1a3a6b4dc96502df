import { describeSession } from '../mcp/session-overview.ts';
import { overviewEnd } from '../service/overview/end.ts';
import type { OpenClient } from './composition/open-client.ts';
import { type OverviewPlace, readOverview, writeOverview } from './overview-file.ts';

/** Saves the overview for the next start, unless the saved one is still true. Does nothing on PostgreSQL. */
export async function keepOverview(place: OverviewPlace, { client, embedded, userData }: OpenClient): Promise<void> {
  const { store, service } = embedded ?? {};
  if (!store?.mark || !store.flush || !userData) return;
  await service!.idle();
  await store.flush();
  if (readOverview(place) !== undefined) return;
  const from = Date.now();
  const mark = store.mark();
  // Read before the overview: a reminder that becomes due in between ends its validity.
  const end = mark && (await userData.read(overviewEnd));
  const text = end && (await describeSession(async () => client));
  if (!text) return;
  writeOverview(place, { text, from, until: Date.parse(end) }, () => store.mark!() === mark);
}

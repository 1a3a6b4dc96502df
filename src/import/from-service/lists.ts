import type { Client } from '../../client/client.ts';
import type { OperationName } from '../../contract/operations.ts';
import { KithError } from '../../shared/error.ts';
import { isRecord, recordsIn } from '../../shared/records.ts';
import type { ResponseItem } from './archive-rows.ts';

const PAGE = 200;
/** Lists that accept no page size. */
const UNPAGED: OperationName[] = ['list_custom_fields', 'list_favorites'];

/** Yields a service's list page by page. */
export async function* pagesOf(
  client: Client,
  [name, list]: readonly [OperationName, string],
  args: object = {},
  signal?: AbortSignal,
): AsyncGenerator<ResponseItem[]> {
  const asked = UNPAGED.includes(name) ? args : { take: PAGE, ...args };
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (;;) {
    const { data } = await client.call(name, { ...asked, ...(cursor && { cursor }) } as never, { signal });
    const page: ResponseItem = isRecord(data) ? data : {};
    yield recordsIn(page[list]);
    const next = isRecord(page.pagination) && page.pagination.nextCursor;
    if (!next || typeof next !== 'string') return;
    if (seen.has(next))
      throw new KithError('ServiceUnavailable', `The service returned the same page of ${list} twice.`);
    seen.add(next);
    cursor = next;
  }
}

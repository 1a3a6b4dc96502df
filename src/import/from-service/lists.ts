import type { Client, Photo } from '../../client/client.ts';
import type { OperationName } from '../../contract/operations.ts';
import { KithError } from '../../shared/error.ts';
import { isRecord, recordsIn } from '../../shared/records.ts';
import type { Item } from './archive-rows.ts';

/** A service that lacks an operation answers that there is no such path or method. */
export const lacks = (error: unknown): boolean => error instanceof KithError && [404, 405, 501].includes(error.status);

/** Reads a service of this API, whichever of the operations it has. */
export interface Lists {
  /** Pages of a list; undefined when the service has no such operation. */
  pages(name: OperationName, list: string, args?: object): Promise<AsyncGenerator<Item[]> | undefined>;
  /** One answer's data; undefined when the service has no such operation or no such record. */
  one(name: OperationName, args: object): Promise<Item | undefined>;
  photo(id: string): Promise<Photo | undefined>;
}

const PAGE = 200;
/** Lists that older services return in full and without `take`. */
const UNPAGED: OperationName[] = ['list_custom_fields', 'list_favorites', 'list_recurring_reminders'];

export function listsOf(client: Client, signal?: AbortSignal): Lists {
  // Another service may not answer what the contract says.
  const call = async (name: OperationName, args: object): Promise<Item> => {
    const { data }: { data: unknown } = await client.call(name, args as never, { signal });
    return isRecord(data) ? data : {};
  };
  const one: Lists['one'] = (name, args) =>
    call(name, args).catch((error) => {
      if (lacks(error)) return undefined;
      throw error;
    });

  /** Another service may take smaller pages, or other filters: then it chooses. */
  async function firstPage(name: OperationName, args: object): Promise<{ asked: object; data: Item | undefined }> {
    const attempts = [...(UNPAGED.includes(name) ? [] : [{ take: PAGE, ...args }]), args, {}];
    for (const asked of attempts) {
      try {
        return { asked, data: await one(name, asked) };
      } catch (error) {
        if (!(error instanceof KithError) || error.status !== 400 || asked === attempts.at(-1)) throw error;
      }
    }
    throw new KithError('InternalServerError', 'a list was not asked for');
  }

  async function* rest(name: OperationName, list: string, args: object, first: Item): AsyncGenerator<Item[]> {
    const seen = new Set<string>();
    let data = first;
    for (;;) {
      yield recordsIn(data[list]);
      const cursor = isRecord(data.pagination) && data.pagination.nextCursor;
      if (!cursor || typeof cursor !== 'string') return;
      if (seen.has(cursor)) throw new KithError('ServiceUnavailable', `The service answered a page of ${list} again.`);
      seen.add(cursor);
      data = await call(name, { ...args, cursor });
    }
  }

  return {
    one,
    photo: (id) => client.photo(id, { signal }),
    async pages(name, list, args = {}) {
      const { asked, data } = await firstPage(name, args);
      return data && rest(name, list, asked, data);
    },
  };
}

import type { Operations } from '../../../contract/operations.ts';
import type { DataOf } from '../../../contract/schema/operation.ts';
import { personPath } from '../../layout/paths.ts';
import { pathOf } from '../../people/search.ts';

export type SearchResult = DataOf<Operations['search']>['results'][number];

/** The page that shows a search result, if there is one. */
export function resultPath({ id, kind, contacts, trashed }: SearchResult): string | undefined {
  if (trashed) return '/trash';
  if (kind === 'person') return personPath(id);
  if (kind === 'group') return pathOf({ pairs: [['group.any', id]] });
  if (kind === 'tag') return pathOf({ pairs: [['tag.any', id]] });
  const [person] = contacts;
  if (!person) return undefined;
  return kind === 'note' ? `${personPath(person.id)}#note-${id}` : personPath(person.id);
}

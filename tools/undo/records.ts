import type { Operations } from '../../src/contract/operations.ts';
import type { ArgumentsOf, DataOf } from '../../src/contract/schema/operation.ts';
import { without } from './contact-fields.ts';
import {
  formerValues,
  readContacts,
  restoring,
  same,
  toolCall,
  type Undo,
  type UndoCall,
  type UndoSteps,
  undoneBy,
  unlessEmpty,
} from './undo.ts';

// Favorites, views, custom fields, calendars, and the trash.

export const undoNewFavorites: Undo<unknown, DataOf<Operations['bulk_create_favorites']>> = restoring(
  async (_args, read) => {
    const known = (await read('list_favorites', {})).favorites.map(({ id }) => id);
    return ({ favorites }) => {
      const favoriteIds = without(
        favorites.map(({ id }) => id),
        known,
      );
      return favoriteIds.length > 0 ? [toolCall('bulk_delete_favorites', { favoriteIds })] : [];
    };
  },
);

export const undoFavoriteMove: Undo<
  ArgumentsOf<Operations['update_favorite']>,
  DataOf<Operations['update_favorite']>
> = restoring(async ({ favoriteId }, read) => {
  const before = (await read('get_favorite', { favoriteId })).favorite;
  return ({ favorite }) => {
    const former = formerValues(before, favorite, ['ranking']);
    return unlessEmpty(former, () => toolCall('update_favorite', { favoriteId, ...former }));
  };
});

export const undoFavoriteMoves: Undo<ArgumentsOf<Operations['bulk_update_favorites']>, { ids: string[] }> = restoring(
  async ({ updates }, read) => {
    const { favorites } = await read('list_favorites', {});
    return ({ ids }) => {
      const moved = favorites.filter(({ id, ranking }) =>
        updates.some(({ favoriteId, data }) => favoriteId === id && ids.includes(id) && data.ranking !== ranking),
      );
      const former = moved.map(({ id, ranking }) => ({ favoriteId: id, data: { ranking } }));
      return former.length > 0 ? [toolCall('bulk_update_favorites', { updates: former })] : [];
    };
  },
);

export const undoViewUpdate: Undo<
  ArgumentsOf<Operations['update_view']>,
  DataOf<Operations['update_view']>
> = restoring(async ({ viewId }, read) => {
  const before = (await read('get_view', { viewId })).view;
  return ({ view }) => {
    const former = formerValues(before, view, ['name', 'emoji', 'group_id', 'filters', 'sort']);
    return unlessEmpty(former, () =>
      toolCall('update_view', { viewId, ...former } as ArgumentsOf<Operations['update_view']>),
    );
  };
});

export const undoFieldUpdate: Undo<
  ArgumentsOf<Operations['update_custom_field']>,
  DataOf<Operations['update_custom_field']>
> = restoring(async ({ customFieldId }, read) => {
  const before = (await read('list_custom_fields', {})).custom_fields.find(({ id }) => id === customFieldId)!;
  return ({ custom_field }) => {
    const { name, categories } = formerValues(before, custom_field, ['name', 'categories']);
    const former = {
      ...(name !== undefined && { name }),
      ...(categories && { categories: categories.map((category) => ({ category })) }),
    };
    return unlessEmpty(former, () => toolCall('update_custom_field', { customFieldId, ...former }));
  };
});

export const undoFieldOrder: Undo<
  ArgumentsOf<Operations['reorder_custom_fields']>,
  DataOf<Operations['reorder_custom_fields']>
> = restoring(async (_args, read) => {
  const before = (await read('list_custom_fields', {})).custom_fields;
  return ({ custom_fields }) => {
    const order = (fields: typeof before) => fields.map(({ id }) => id);
    if (same(order(before), order(custom_fields))) return [];
    const updates = before.map(({ id }, index) => ({ customFieldId: id, ranking: index + 1 }));
    return [toolCall('reorder_custom_fields', { updates })];
  };
});

const VALUES = ['text_value', 'date_value', 'array_value'] as const;

/** Undo of custom field values: sets the former ones. */
export const undoFieldValues: Undo<ArgumentsOf<Operations['set_custom_field_values']>, unknown> = restoring(
  async ({ custom_fields: rows }, read) => {
    const ids = rows.map(({ contact_id }) => contact_id);
    const before = await readContacts(read, ids, ['contacts_custom_fields']);
    if (!before) return () => 'These are too many contacts to show their former values.';
    const former = new Map<string, ArgumentsOf<Operations['set_custom_field_values']>['custom_fields'][number]>();
    for (const row of rows) {
      const { contact_id, custom_field_id } = row;
      const had = before
        .get(contact_id)
        ?.contacts_custom_fields?.find((value) => value.custom_field_id === custom_field_id);
      const field = VALUES.find((name) => row[name] !== undefined);
      if (field && before.has(contact_id))
        former.set(`${contact_id} ${custom_field_id}`, {
          contact_id,
          custom_field_id,
          [field]: had?.[field] ?? null,
        });
    }
    return () =>
      former.size > 0 ? [toolCall('set_custom_field_values', { custom_fields: [...former.values()] })] : [];
  },
);

export const undoSelection: Undo<
  ArgumentsOf<Operations['select_calendars']>,
  DataOf<Operations['select_calendars']>
> = restoring(async (_args, read) => {
  const before = (await read('list_calendars', {})).calendars;
  return ({ calendars }) => {
    const now = new Map(calendars.map(({ id, selected }) => [id, selected]));
    const changed = before.filter(({ id, selected }) => now.has(id) && now.get(id) !== selected);
    const former = changed.map(({ id, selected }) => ({ id, selected }));
    return former.length > 0 ? [toolCall('select_calendars', { calendars: former })] : [];
  };
});

type Restored = DataOf<Operations['restore_from_trash']>['restored'][number];

const DELETE: Partial<Record<Restored['kind'], (id: string) => UndoCall>> = {
  note: (noteId) => toolCall('delete_note', { noteId }),
  reminder: (reminderId) => toolCall('delete_reminder', { reminderId }),
  group: (groupId) => toolCall('delete_group', { groupId }),
  tag: (tagId) => toolCall('delete_tag', { tagId }),
  custom_field: (customFieldId) => toolCall('delete_custom_field', { customFieldId }),
  view: (viewId) => toolCall('delete_view', { viewId }),
};

/** Undo of restoring: deletes the records again. Parts of contacts and groups need the id of their record. */
export const undoRestore: Undo<unknown, DataOf<Operations['restore_from_trash']>> = undoneBy(
  ({ restored }): UndoSteps => {
    const idsOf = (kind: Restored['kind']) => restored.flatMap((one) => (one.kind === kind ? [one.id] : []));
    const [contactIds, favoriteIds] = [idsOf('contact'), idsOf('favorite')];
    const calls = [
      ...(contactIds.length > 0 ? [toolCall('bulk_delete_contacts', { contactIds })] : []),
      ...(favoriteIds.length > 0 ? [toolCall('bulk_delete_favorites', { favoriteIds })] : []),
      ...restored.flatMap(({ id, kind }) => DELETE[kind]?.(id) ?? []),
    ];
    return calls.length === 0 && restored.length > 0 ? 'Delete the restored records again.' : calls;
  },
);

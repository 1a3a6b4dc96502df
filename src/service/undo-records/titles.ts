import { type StoredRow, untyped } from '../../store/store.ts';
import type { Context } from '../runtime/context.ts';
import type { TrashKindName } from './trash-kinds.ts';

const LONGEST = 80;

/** The title of a deleted record in the trash. Empty if it has none. */
export async function titleOf(context: Context, kind: TrashKindName, row: StoredRow): Promise<string> {
  const text = TITLES[kind] ? row[TITLES[kind]] : await targetName(context, row);
  const line = String(text ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return [...line].length > LONGEST ? `${[...line].slice(0, LONGEST).join('')}…` : line;
}

const TITLES: Partial<Record<TrashKindName, string>> = {
  contact: 'full_name',
  note: 'note',
  reminder: 'text',
  group: 'name',
  tag: 'name',
  custom_field: 'name',
  view: 'name',
  email: 'email',
  phone: 'phone_number',
  address: 'formatted',
};

const TARGETS = [
  { column: 'contact_id', table: 'contacts', name: 'full_name' },
  { column: 'group_id', table: 'groups', name: 'name' },
  { column: 'view_id', table: 'views', name: 'name' },
] as const;

/** The name of a favorite's or share link's target, which is their title. */
async function targetName({ db, user }: Context, row: StoredRow): Promise<unknown> {
  const target = TARGETS.find(({ column }) => row[column]);
  if (!target) return null;
  const found = await untyped(db)
    .selectFrom(target.table)
    .select(target.name)
    .where('user_id', '=', user.user_id)
    .where('id', '=', String(row[target.column]))
    .executeTakeFirst();
  return found?.[target.name] ?? null;
}

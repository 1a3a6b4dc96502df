import type { Where } from '../../contract/contact-filter.ts';
import { fold } from '../../shared/text/fold.ts';
import type { Context } from '../runtime/context.ts';
import { storedCompanyCount, storedCounts } from '../runtime/counts.ts';
import { containing } from './conditions.ts';

/**
 * How many contacts match a filter with a stored count: all contacts, or those with one tag, group, or company. Undefined
 * for other filters.
 */
export async function storedCount(context: Context, where: Where): Promise<number | undefined> {
  const { is_archived = false, ...others } = where;
  const asked = Object.entries(others).filter(([, value]) => value !== undefined);
  if (is_archived || asked.length > 1) return undefined;
  if (asked.length === 0) return one(context, 'all', '');
  const { company, tags, groups } = others;
  if (company !== undefined && fold(company) !== '') return storedCompanyCount(context, containing(company));
  const [tag, group] = [onlyOne(tags), onlyOne(groups)];
  if (tag !== undefined) return one(context, 'tag', tag);
  if (group !== undefined) return one(context, 'group', group);
  return undefined;
}

async function one(context: Context, kind: 'all' | 'tag' | 'group', name: string): Promise<number | undefined> {
  const counts = await storedCounts(context, kind, [name]);
  return counts && (counts.get(name) ?? 0);
}

/** The id in a condition that requires exactly one tag or group. */
function onlyOne(links: Where['tags']): string | undefined {
  const [list, ...more] = [links?.any, links?.all, links?.none].filter((ids) => ids !== undefined);
  return list?.length === 1 && more.length === 0 && list !== links?.none ? list[0] : undefined;
}

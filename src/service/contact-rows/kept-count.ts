import type { Where } from '../../contract/contact-filter.ts';
import { fold } from '../../shared/text/fold.ts';
import type { Context } from '../runtime/context.ts';
import { keptCountOfCompanies, keptCounts } from '../runtime/counts.ts';
import { containing } from './conditions.ts';

/** How many contacts pass a filter whose counts are kept: of all, of a tag, a group or a company. Undefined for any other. */
export async function keptCountOf(context: Context, where: Where): Promise<number | undefined> {
  const { is_archived = false, ...others } = where;
  const asked = Object.entries(others).filter(([, value]) => value !== undefined);
  if (is_archived || asked.length > 1) return undefined;
  if (asked.length === 0) return one(context, 'all', '');
  const { company, tags, groups } = others;
  if (company !== undefined && fold(company) !== '') return keptCountOfCompanies(context, containing(company));
  const [tag, group] = [onlyOne(tags), onlyOne(groups)];
  if (tag !== undefined) return one(context, 'tag', tag);
  if (group !== undefined) return one(context, 'group', group);
  return undefined;
}

async function one(context: Context, kind: 'all' | 'tag' | 'group', name: string): Promise<number | undefined> {
  const counts = await keptCounts(context, kind, [name]);
  return counts && (counts.get(name) ?? 0);
}

/** The id of a condition that asks for one alone. */
function onlyOne(links: Where['tags']): string | undefined {
  const [list, ...more] = [links?.any, links?.all, links?.none].filter((ids) => ids !== undefined);
  return list?.length === 1 && more.length === 0 && list !== links?.none ? list[0] : undefined;
}

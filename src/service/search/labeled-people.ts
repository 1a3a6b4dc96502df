import { chunked } from '../../shared/lists.ts';
import type { SearchTerm } from '../../shared/text/fold.ts';
import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import { runCompiled } from '../../store/compiled-queries.ts';
import type { Question } from '../question/question.ts';
import type { Context } from '../runtime/context.ts';
import { holdsPhrases } from './quoted.ts';
import { cover, formsOf, type WordForms } from './word-forms.ts';

const LABELS = {
  tag: { table: 'tags', links: 'tags_contacts', column: 'tag_id' },
  group: { table: 'groups', links: 'groups_contacts', column: 'group_id' },
} as const;

type LabelKind = keyof typeof LABELS;

/** Maximum number of label names read per kind. Users have far fewer. */
const MAX_NAMES = 5_000;
/** Maximum number of labels whose members are read. */
const MAX_LABELS = 20;
const MAX_PEOPLE = 200;
// With larger batches, PostgreSQL scans the links of all people.
const IDS_AT_ONCE = 100;

/** A tag or group whose name matches words from the question. */
export interface LabelMatch {
  kind: LabelKind;
  id: string;
  name: string;
  covered: Map<number, number>;
}

/** Tags, then groups, whose names match the question. Each kind is sorted best first. */
export async function labelsNamed(context: Context, question: Question): Promise<LabelMatch[]> {
  const wanted = formsOf(question);
  if (wanted.length === 0) return [];
  return [...(await namedOfKind(context, 'tag', wanted)), ...(await namedOfKind(context, 'group', wanted))];
}

async function namedOfKind(context: Context, kind: LabelKind, wanted: readonly WordForms[]): Promise<LabelMatch[]> {
  const found: LabelMatch[] = [];
  for (const { id, name } of await labelsOf(context, kind)) {
    if (shouldYield()) await yieldToOthers();
    const covered = new Map<number, number>();
    if (cover(covered, wanted, name)) found.push({ kind, id, name, covered });
  }
  return found.sort((a, b) => totalOf(b.covered) - totalOf(a.covered));
}

/** Ids of tags or groups whose names contain the quoted phrases. */
export async function labelsHolding(
  context: Context,
  kind: LabelKind,
  required: readonly SearchTerm[],
): Promise<string[]> {
  const labels = await labelsOf(context, kind);
  return labels.flatMap(({ id, name }) => (holdsPhrases([name], required) ? [id] : []));
}

const labelsOf = ({ db, user }: Context, kind: LabelKind) =>
  runCompiled(
    db,
    `names of ${LABELS[kind].table}`,
    (db, userId) =>
      db
        .selectFrom(LABELS[kind].table)
        .select(['id', 'name'])
        .where('user_id', '=', userId)
        .orderBy('id')
        .limit(MAX_NAMES),
    [user.user_id],
  );

/** People with any of the labels. Each label contributes its newest people, by id. */
export async function peopleLabeled({ db, user }: Context, labels: readonly LabelMatch[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const { kind, id } of labels.slice(0, MAX_LABELS)) {
    const { links, column } = LABELS[kind];
    const rows = await db
      .selectFrom(links)
      .select('contact_id')
      .where('user_id', '=', user.user_id)
      .where(column as never, '=', id as never)
      .orderBy('contact_id', 'desc')
      .limit(MAX_PEOPLE)
      .execute();
    for (const { contact_id } of rows) found.add(contact_id);
  }
  return found;
}

/** Lists, for each person, which words their labels cover. */
export async function coveredByLabels(
  { db, user }: Context,
  labels: readonly LabelMatch[],
  contactIds: readonly string[],
): Promise<[contactId: string, covered: Map<number, number>][]> {
  const found: [string, Map<number, number>][] = [];
  for (const kind of ['tag', 'group'] as const) {
    const { links, column } = LABELS[kind];
    const byId = new Map(labels.flatMap((label) => (label.kind === kind ? [[label.id, label.covered]] : [])));
    const labelIds = [...byId.keys()].slice(0, MAX_LABELS);
    if (labelIds.length === 0) continue;
    for (const ids of chunked(contactIds, IDS_AT_ONCE)) {
      const rows = await db
        .selectFrom(links)
        .select(['contact_id', `${column} as label` as 'contact_id'])
        .where('user_id', '=', user.user_id)
        .where('contact_id', 'in', ids)
        .where(column as never, 'in', labelIds as never)
        .execute();
      for (const row of rows as unknown as { contact_id: string; label: string }[])
        found.push([row.contact_id, byId.get(row.label)!]);
    }
  }
  return found;
}

/** Sum of the qualities of all covered words. */
export function totalOf(covered: ReadonlyMap<number, number>): number {
  let total = 0;
  for (const quality of covered.values()) total += quality;
  return total;
}

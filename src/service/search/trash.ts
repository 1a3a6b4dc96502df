import type { SearchKind } from '../../contract/search.ts';
import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import type { StoredRow } from '../../store/store.ts';
import type { Question } from '../question/question.ts';
import type { Context } from '../runtime/context.ts';
import type { TrashEntry } from '../undo-records/trash-content.ts';
import { entriesAfter } from '../undo-records/trash-entries.ts';
import type { TrashKindName } from '../undo-records/trash-kinds.ts';
import { type Filters, isInRange } from './filters.ts';
import { coverageOf, type Hit, rounded, trustOf } from './hits.ts';
import { passageOf, titleOf } from './passage.ts';
import { holdsPhrases } from './quoted.ts';
import { wantedWords } from './results.ts';
import type { WordWeights } from './weights.ts';
import { coveredBy, formsOf, type WordForms } from './word-forms.ts';

/** Maximum number of trash entries searched, newest first. Each must be decrypted. */
const MAX_ENTRIES = 200;
/** Characters of each field that are searched. */
const TEXT_READ = 4_000;

interface SearchedFields {
  kind: SearchKind;
  table: 'contacts' | 'timeline_items' | 'reminders' | 'groups' | 'tags';
  fields: readonly string[];
  date?: string;
}

export const SEARCHED_IN_TRASH: Partial<Record<TrashKindName, SearchedFields>> = {
  contact: {
    kind: 'person',
    table: 'contacts',
    fields: ['full_name', 'company', 'job_title', 'description', 'legacy_location', 'education'],
  },
  note: { kind: 'note', table: 'timeline_items', fields: ['note'], date: 'event_time' },
  reminder: { kind: 'reminder', table: 'reminders', fields: ['text'], date: 'due_at' },
  group: { kind: 'group', table: 'groups', fields: ['name', 'description'] },
  tag: { kind: 'tag', table: 'tags', fields: ['name'] },
};

const TRASH_KINDS = Object.keys(SEARCHED_IN_TRASH) as TrashKindName[];

interface TrashSearch {
  question: Question;
  weights: WordWeights;
  filters: Filters;
  /** Milliseconds since 1970. Records deleted later are omitted, because an earlier page has already shown them. */
  before: number;
}

/** Finds records that contain words from the question among the latest in the trash. */
export async function findTrashed(
  context: Context,
  { question, weights, filters, before }: TrashSearch,
): Promise<Hit[]> {
  if (filters.contactId || filters.groupId) return [];
  const kinds = TRASH_KINDS.filter((kind) => filters.kinds.has(SEARCHED_IN_TRASH[kind]!.kind));
  if (kinds.length === 0) return [];
  const only = kinds.length === 1 ? kinds[0] : undefined;
  const { entries } = await entriesAfter(context, { kind: only, after: undefined, limit: MAX_ENTRIES });
  const asked = { question, wanted: formsOf(question), weights, filters };
  const hits: Hit[] = [];
  for (const entry of entries) {
    if (shouldYield()) await yieldToOthers();
    if (Date.parse(entry.deleted_at) > before) continue;
    const hit = hitOf(entry, asked);
    if (hit) hits.push(hit);
  }
  return hits;
}

interface TrashQuery {
  question: Question;
  wanted: readonly WordForms[];
  weights: WordWeights;
  filters: Filters;
}

function hitOf(entry: TrashEntry, { question, wanted, weights, filters }: TrashQuery): Hit | undefined {
  const searched = SEARCHED_IN_TRASH[entry.kind];
  if (!searched || !filters.kinds.has(searched.kind)) return undefined;
  const row = entry.rows[searched.table]?.find(({ id }) => id === entry.object_id);
  if (!row) return undefined;
  const text = searched.fields
    .map((field) => textIn(row, field))
    .filter(Boolean)
    .join('\n');
  const date = searched.date ? textIn(row, searched.date) || null : null;
  const covered = coveredBy(wanted, text);
  const coverage = coverageOf({ covered }, weights.order);
  if (coverage === 0 || !holdsPhrases([text], question.required) || !isInRange(date, filters)) return undefined;
  return {
    kind: searched.kind,
    id: entry.object_id,
    score: rounded(coverage),
    trust: trustOf(searched.kind, { covered }, weights),
    date,
    trashed: true,
    archived: row.is_archived === 1,
    shown: {
      title: entry.title || titleOf(text),
      text: passageOf(text, wantedWords(question)),
    },
  };
}

const textIn = (row: StoredRow, field: string): string => String(row[field] ?? '').slice(0, TEXT_READ);

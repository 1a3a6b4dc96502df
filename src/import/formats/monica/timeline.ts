import type { MeetingType } from '../../records/record.ts';
import { type Activity, LISTS, type MonicaListName, type MonicaPerson, type MonicaRow } from './account.ts';
import { atNoonOfDay, type MonicaRowReader, type RowFields, rowDay, rowInstant } from './row-reader.ts';

/** A record from Monica that becomes a note. */
export interface NoteEntry {
  kind: string;
  text: string;
  /** When it happened, in UTC; otherwise when it was written. */
  at: string | undefined;
  created: string | undefined;
  type?: MeetingType;
  emoji?: string;
  /** Whether the people were in touch. */
  met?: boolean;
  people: string[];
  /** Identifies it if Monica's exports have different creation times. */
  mark?: string;
}

type EntryText = Pick<NoteEntry, 'text' | 'at'> & Partial<NoteEntry>;
type DescribeRow = (row: RowFields, name: string) => EntryText;

/** Joins the nonempty lines. */
const lines = (...parts: (string | false | undefined)[]): string => parts.filter(Boolean).join('\n');

const named = (label: string, value: string): string => value && `${label}: ${value}`;

const feelings = (row: RowFields): string => named('Felt', row.texts('emotions').join(', '));

/** Converts each kind of record. */
const DESCRIBE: Partial<Record<MonicaListName, DescribeRow>> = {
  notes: (row) => ({
    text: row.text('body'),
    at: row.moment('created_at'),
    ...((row.flag('is_favorited') || row.moment('favorited_at')) && { emoji: '⭐' }),
  }),

  calls: (row) => ({
    text: lines(row.text('content') || 'Call', row.flag('contact_called') && 'They called.', feelings(row)),
    at: row.moment('called_at'),
    type: 'call',
    met: true,
  }),

  conversations(row, name) {
    const where = row.text('contact_field_type');
    const said = row.rows('messages');
    const messages = said.map((message) => {
      const who = message.flag('written_by_me') ? 'Me' : name;
      const day = message.moment('written_at');
      return { order: day ?? '', line: `${who}${day ? ` (${rowDay(day)})` : ''}: ${message.text('content')}` };
    });
    // In the order they were written or, within a day, in the source's order.
    messages.sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0));
    const at = row.moment('happened_at') ?? messages.find(({ order }) => order)?.order;
    const title = `Conversation${where && ` (${where})`}`;
    return { text: lines(title, ...messages.map(({ line }) => line)), at, type: 'text', met: true };
  },

  gifts(row) {
    const status =
      { idea: 'Gift idea', offered: 'Gift given', received: 'Gift received' }[row.text('status')] ?? 'Gift';
    const amount = named('Amount', row.text('amount'));
    const photos = row.texts('photos').length;
    const pictures = photos > 0 && `Photos in Monica: ${photos}`;
    const recipient = named('For', row.text('recipient_name'));
    const text = lines(
      `${status}: ${row.text('name')}`,
      recipient,
      row.text('comment'),
      row.text('url'),
      amount,
      pictures,
    );
    return { text, at: row.moment('date') ?? row.moment('created_at') };
  },

  debts(row, name) {
    const sum = [row.text('amount'), row.text('currency')].filter(Boolean).join(' ');
    const owed = row.flag('in_debt') ? `I owe ${name} ${sum}` : `${name} owes me ${sum}`;
    const settled = row.text('status').startsWith('complete') && 'Settled.';
    return { text: lines(`Debt: ${owed}`, row.text('reason'), settled), at: row.moment('created_at') };
  },

  life_events(row) {
    const type = row.text('type').replaceAll('_', ' ');
    const title = [type.charAt(0).toUpperCase() + type.slice(1), row.text('name')].filter(Boolean).join(': ');
    const unknown = row.flag('happened_at_month_unknown')
      ? 'month and day'
      : row.flag('happened_at_day_unknown') && 'day';
    return {
      text: lines(
        `Life event: ${title || 'unnamed'}`,
        row.text('note'),
        row.text('specific_information'),
        unknown && `The ${unknown} of it is not known.`,
      ),
      at: row.moment('happened_at') ?? row.moment('created_at'),
    };
  },
};

/** Names of these kinds in ids and reports. */
const KIND: Partial<Record<MonicaListName, string>> = {
  notes: 'note',
  calls: 'call',
  conversations: 'conversation',
  gifts: 'gift',
  debts: 'debt',
  life_events: 'life event',
};

/** The notes from a contact's own records. */
export function entriesOf(person: MonicaPerson, name: string, reader: MonicaRowReader): NoteEntry[] {
  return LISTS.flatMap((list) => {
    const [kind, describe] = [KIND[list], DESCRIBE[list]];
    if (!kind || !describe) return [];
    return (person.lists[list] ?? []).map((raw) => {
      const row = reader.read(kind, raw);
      return { kind, created: row.moment('created_at'), people: [person.key], ...atNoon(describe(row, name)) };
    });
  });
}

const atNoon = <T extends { at: string | undefined }>(said: T): T => ({ ...said, at: said.at && atNoonOfDay(said.at) });

/** `ate_at_home` in exports, `ate at home` in the API. */
const MEAL = /^(?:ate[_ ]|pick?nicked)/;

/** An activity of several people becomes one note for all of them. */
export function activityEntry({ row: raw, people }: Activity, reader: MonicaRowReader): NoteEntry {
  const row = reader.read('activity', raw);
  const type = row.text('type');
  const text = lines(
    row.text('summary'),
    type && `(${type.replaceAll('_', ' ')})`,
    row.text('description'),
    feelings(row),
  );
  const at = row.moment('happened_at') ?? row.moment('created_at');
  const meeting: MeetingType = MEAL.test(type) ? 'meal' : 'meeting';
  const met = { type: meeting, met: true, people };
  return { kind: 'activity', text: text || 'Activity', created: row.moment('created_at'), ...met, ...atNoon({ at }) };
}

const RATES: Record<string, string> = { 1: 'bad', 2: 'so-so', 3: 'good' };

/** A journal page or day rating becomes a note without people. */
export function journalEntry(raw: MonicaRow, reader: MonicaRowReader): NoteEntry {
  const row = reader.read('journal entry', raw);
  const rate = row.text('rate');
  const day = ['year', 'month', 'day'].map((part) => row.text(part).padStart(2, '0')).join('-');
  const at = row.moment('date') ?? rowInstant(day);
  const text =
    row.text('type') === 'day' || rate
      ? lines(`Journal: a ${RATES[rate] ?? rate} day`, row.text('comment'))
      : lines(`Journal: ${row.text('title')}`, row.text('post'));
  const created = row.moment('created_at');
  const mark = `${at} ${text}`;
  return { kind: 'journal entry', text, created, mark, people: [], ...atNoon({ at: at ?? created }) };
}

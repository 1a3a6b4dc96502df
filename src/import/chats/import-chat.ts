import type { Client } from '../../client/client.ts';
import { KithError } from '../../shared/error.ts';
import { groupBy } from '../../shared/lists.ts';
import type { Chat } from '../formats/whatsapp/chat.ts';
import { loadMatchIndex, type MatchIndex } from '../matching/match-index.ts';
import { normalizeText } from '../matching/match-keys.ts';
import { hashedUuid } from '../matching/record-ids.ts';
import { type ImportReport, makeReport, type ReportRow } from '../records/import-report.ts';
import type { ContactFields } from '../records/record.ts';
import { isRejected } from '../writing/run.ts';
import { type DayNote, dayNotes, writeDayNotes } from './day-notes.ts';
import { type TimedMessage, timedMessages } from './timed-messages.ts';

export interface ChatOptions {
  /** Whether to save the messages as notes too, one per day. */
  notes?: boolean;
  /** The user's name in the chat. */
  me?: string | undefined;
  dryRun?: boolean;
  signal?: AbortSignal | undefined;
}

/** A person the user chatted with. */
interface Partner {
  name: string;
  last: TimedMessage;
}

/**
 * Imports an exported chat: updates when the user was last in touch with each person, and optionally adds notes. In a
 * group chat, each person's own last message counts. It is safe to repeat, and a longer export of the same chat adds
 * only new messages.
 */
export async function importChat(
  client: Client,
  chat: Chat,
  file: string,
  options: ChatOptions,
): Promise<ImportReport> {
  const { user } = (await client.call('get_current_user', {})).data;
  const index = await loadMatchIndex(client);
  const moments = timedMessages(chat.messages, user.time_zone);
  const me = whoIsMe(chat, file, options.me ?? user.name ?? '', index);
  const others = chat.senders.filter((name) => normalizeText(name) !== normalizeText(me));
  const isGroup = others.length > 1;
  const partners = isGroup ? others : [others[0] ?? chat.title ?? ''];
  const bySender = groupBy(moments, ({ sender }) => sender);
  const rows: ReportRow[] = [];
  for (const name of partners.filter(Boolean)) {
    if (options.signal?.aborted) break;
    const own = isGroup ? (bySender.get(name) ?? []) : moments;
    const last = own.at(-1);
    if (!last) continue;
    const notes = options.notes ? dayNotes(own, user.time_zone) : [];
    rows.push(await importPartner(client, index, { name, last }, notes, { ...options, isGroup }));
  }
  const left = partners.length - rows.length;
  const stopped = options.signal?.aborted ? { stopped: { reason: 'canceled', left } } : {};
  return makeReport(rows, { dryRun: options.dryRun ?? false, duplicates: [], ...stopped });
}

/**
 * Finds out which sender is the user: by name, otherwise the only one missing from both the file name and the address
 * book. Throws if this is ambiguous.
 */
function whoIsMe({ senders, title }: Chat, file: string, known: string, index: MatchIndex): string {
  const named = senders.find((name) => normalizeText(name) === normalizeText(known));
  if (named !== undefined) return named;
  if (senders.length < 2 && title !== undefined) return senders[0] ?? '';
  const inFile = ` ${normalizeText(`${file} ${title ?? ''}`)} `;
  const own = (is: (name: string) => boolean) => {
    const rest = senders.filter((name) => !is(name));
    return rest.length === 1 && senders.length > 1 ? rest[0] : undefined;
  };
  const found =
    own((name) => inFile.includes(` ${normalizeText(name)} `)) ?? own((name) => peopleNamed(index, name).length > 0);
  if (found !== undefined) return found;
  // Only one person wrote. If that is the partner, the user sent nothing.
  if (senders.length === 1)
    return inFile.includes(` ${normalizeText(senders[0]!)} `) || title === undefined ? '' : senders[0]!;
  throw new KithError('BadRequest', `Which of ${senders.slice(0, 5).join(', ')} are you?`, {
    hint: 'Specify your name with --me NAME.',
  });
}

/** A sender whose name is a phone number, because the phone has no contact for it. */
const isNumber = (name: string): boolean => /^\+?[\d\s()./-]{6,}$/.test(name);

const fieldsOf = (name: string): ContactFields =>
  isNumber(name) ? { contact_phone_numbers: [{ phone_number: name, ranking: 0 }] } : { full_name: name };

const peopleNamed = (index: MatchIndex, name: string) =>
  isNumber(name) ? index.matches(fieldsOf(name)) : index.named(name);

async function importPartner(
  client: Client,
  index: MatchIndex,
  { name, last }: Partner,
  notes: DayNote[],
  options: ChatOptions & { isGroup: boolean },
): Promise<ReportRow> {
  const row = { line: last.line, name, warnings: [] };
  const [found, ...more] = peopleNamed(index, name);
  if (more.length > 0)
    return { ...row, outcome: 'failed', reason: `${more.length + 1} contacts have this name: merge or rename them` };
  if (!found && options.isGroup) return { ...row, outcome: 'skipped', reason: 'no contact has this name' };
  if (!found && options.dryRun) return { ...row, outcome: 'created' };
  try {
    const id = found?.id ?? (await create(client, name));
    const adds = await bringUpToDate(client, id, last.instant, options);
    const written = await writeDayNotes(client, id, notes, options.dryRun ?? false);
    if (written > 0) adds.push(written === 1 ? 'note' : `${written} × note`);
    if (!found) return { ...row, outcome: 'created' };
    if (adds.length === 0) return { ...row, outcome: 'skipped', reason: 'already there' };
    const what = `${options.dryRun ? 'would add' : 'added'} ${adds.join(', ')}`;
    return { ...row, outcome: 'updated', reason: what };
  } catch (error) {
    if (!isRejected(error)) throw error;
    return { ...row, outcome: 'failed', reason: error.message };
  }
}

/** The id is derived from the name, so that a retry finds the existing contact. */
async function create(client: Client, name: string): Promise<string> {
  const id = hashedUuid(`whatsapp:${name}`);
  try {
    await client.call('create_contact', { id, ...fieldsOf(name) });
    return id;
  } catch (error) {
    if (!isRejected(error) || error.status !== 409) throw error;
    const survivor = error.details?.merged_into;
    return typeof survivor === 'string' ? survivor : id;
  }
}

/** Updates the contact's times, but only to later ones. */
async function bringUpToDate(client: Client, id: string, last: string, { dryRun }: ChatOptions): Promise<string[]> {
  const { contact } = (await client.call('get_contact', { contactId: id })).data;
  const isLater = (known: string | null | undefined) => !known || Date.parse(known) < Date.parse(last);
  const update = {
    ...(isLater(contact.whatsapp_last_message_at) && { whatsapp_last_message_at: last }),
    ...(isLater(contact.last_seen_at) && { last_seen_at: last }),
  };
  if (Object.keys(update).length === 0) return [];
  if (!dryRun) await client.call('update_contact', { contactId: id, ...update });
  return ['last contact'];
}

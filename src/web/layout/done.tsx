import type { Message } from './page.tsx';
import { OneButton } from './parts.tsx';

type Query = Record<string, string>;

interface Done {
  text: string;
  /** The form that takes it back: its path, with ids from the address, and what else of the address it sends. */
  undo?: { to: string; sends?: string[] };
}

const UNDO = 'Undo';

/** What pages say about what was just done. All that undo needs is in the address, so that it works in any window. */
const DONE = {
  saved: { text: 'Saved.' },
  restored: { text: 'Everything is back.' },
  archived: { text: 'Archived: hidden from lists, and kept.' },
  unarchived: { text: 'Back from the archive.' },
  merged: { text: 'These were two contacts, and are one now: this is where the link leads.' },
  noted: { text: 'Noted.', undo: { to: '/people/:of/notes/:note/delete' } },
  'note-deleted': {
    text: 'The note is deleted. It stays in the trash for 30 days.',
    undo: { to: '/people/:of/notes/:note/restore' },
  },
  untagged: { text: 'The tag is taken off.', undo: { to: '/people/:of/tags/:tag/back' } },
  ungrouped: {
    text: 'Taken out of the group.',
    undo: { to: '/people/:of/groups/:group/back' },
  },
  unrelated: {
    text: 'They are not related any more.',
    undo: { to: '/people/:of/relations/back', sends: ['other', 'leads', 'mine', 'theirs'] },
  },
  rhythm: {
    text: 'When to be in touch is changed.',
    undo: { to: '/people/:of/rhythm/back', sends: ['was'] },
  },
  photo: { text: 'The photo is changed.', undo: { to: '/people/:of/photo/back', sends: ['was'] } },
  'reminder-done': {
    text: 'Done. A reminder that comes back is there again when its day comes.',
    undo: { to: '/reminders/:reminder/open', sends: ['last'] },
  },
  'reminder-moved': {
    text: 'Moved.',
    undo: { to: '/reminders/:reminder/move', sends: ['was'] },
  },
  'reminder-saved': { text: 'The reminder is changed.' },
  'reminder-back': { text: 'The reminder is back.' },
  'reminder-deleted': {
    text: 'The reminder is deleted. It stays in the trash for 30 days.',
    undo: { to: '/reminders/:reminder/restore' },
  },
  'view-deleted': {
    text: 'The view is deleted; the people it found are still here.',
    undo: { to: '/people/views/:view/restore' },
  },
  'tag-deleted': {
    text: 'The tag is deleted; the people who had it are still here.',
    undo: { to: '/people/tags/:tag/restore' },
  },
  'group-deleted': {
    text: 'The group is deleted; the people in it are still here.',
    undo: { to: '/people/groups/:group/restore' },
  },
} satisfies Record<string, Done>;

export type DoneName = keyof typeof DONE;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The address of a page that says what was just done. */
export function doneAt(page: string, done: DoneName, fields: Record<string, string | null | undefined> = {}): string {
  const [path, hash = ''] = page.split('#');
  const given = Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === 'string');
  return `${path}?${new URLSearchParams([['done', done], ...given])}${hash && `#${hash}`}`;
}

/** What the address says was done, in words; `back` is where its undo leads. */
export function messageOf(query: Query, back: string): Message | undefined {
  const { done = '' } = query;
  if (!Object.hasOwn(DONE, done)) return undefined;
  const { text, undo }: Done = DONE[done as DoneName];
  const action = undo && filled(undo.to, query);
  if (!action) return { kind: 'success', text };
  const sent = (undo.sends ?? []).filter((name) => query[name] !== undefined);
  const fields = { back, ...Object.fromEntries(sent.map((name) => [name, query[name]!])) };
  return {
    kind: 'success',
    text: (
      <div class="beside undo">
        <span>{text}</span>
        <OneButton action={action} fields={fields}>
          {UNDO}
        </OneButton>
      </div>
    ),
  };
}

/** The path with its ids filled in; undefined if the address has something else in their place. */
function filled(path: string, query: Query): string | undefined {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  if (!names.every((name) => UUID.test(query[name] ?? ''))) return undefined;
  return path.replace(/:(\w+)/g, (_, name: string) => query[name]!);
}

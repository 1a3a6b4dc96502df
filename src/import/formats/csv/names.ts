import { addExtra, type Draft, setField } from '../record-builder.ts';

export interface Names {
  full?: string;
  prefix?: string;
  first: string;
  middle?: string;
  last: string;
  suffix?: string;
  nickname?: string;
}

/** Fills the name fields from the columns of a row; a nickname is the name of somebody who has no other. */
export function addNames(draft: Draft, { full, prefix, first, middle, last, suffix, nickname = '' }: Names): void {
  setField(draft, 'first_name', first, 'First name');
  setField(draft, 'last_name', last, 'Last name');
  setField(draft, 'full_name', full || [prefix, first, middle, last, suffix].filter(Boolean).join(' '), 'Name');
  if (draft.fields.full_name) addExtra(draft, 'Nickname', nickname);
  else setField(draft, 'full_name', nickname, 'Nickname');
}

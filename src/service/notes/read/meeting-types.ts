import { MEETING_TYPES } from '../../../contract/note.ts';
import { badRequest } from '../../../shared/error.ts';

type MeetingTypeName = (typeof MEETING_TYPES)[number];

const EMOJI: Record<MeetingTypeName, string> = {
  call: '📞',
  coffee: '☕',
  email: '📧',
  meal: '🍽️',
  meeting: '📅',
  networking: '🤝',
  note: '📝',
  other: '💬',
  party: '🎉',
  text: '📱',
};

export interface MeetingType {
  id: string;
  name: string;
  emoji: string;
  created_at: string;
}

/**
 * The ten built-in types. Their ids are the same in every installation, so notes can move between services unchanged.
 */
export const meetingTypes: MeetingType[] = MEETING_TYPES.map((name, index) => ({
  id: `6b697468-0000-8000-8000-${String(index + 1).padStart(12, '0')}`,
  name,
  emoji: EMOJI[name],
  created_at: '2026-01-01T00:00:00.000Z',
}));

export const meetingTypeNamed = (name: string | null): MeetingType | undefined =>
  meetingTypes.find((type) => type.name === name);

/**
 * Reads the meeting type, given by name or id. Returns undefined if neither is given and null if the type is cleared.
 * Throws 400 for an unknown id, or if name and id disagree.
 */
export function readMeetingType(input: {
  meeting_type?: string | null | undefined;
  meeting_type_id?: string | null | undefined;
}): string | null | undefined {
  const { meeting_type: name, meeting_type_id: id } = input;
  if (id === undefined) return name;
  const byId = id === null ? null : meetingTypes.find((type) => type.id === id)?.name;
  if (byId === undefined)
    throw badRequest({ meeting_type_id: 'is not a meeting type' }, 'list_meeting_types lists them.');
  if (name !== undefined && name !== byId) throw badRequest({ meeting_type_id: 'does not match meeting_type' });
  return byId;
}

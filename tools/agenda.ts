import type { ToolText } from './text.ts';

export const agendaTools = {
  search_emails: {
    title: 'Search e-mails',
    description:
      "The user's e-mails from all connected accounts, newest first, read live. searchQuery is plain words that must all occur; without it the latest. folder all looks beyond the inbox.",
    toolsets: ['agenda', 'core'],
  },
  list_calendar_events: {
    title: 'List calendar events',
    description:
      'Meetings and events of all connected calendars, soonest first; the next 7 days unless dateRange says otherwise. Warnings tell what could not be read.',
    toolsets: ['agenda', 'core'],
  },
  create_calendar_event: {
    title: 'Add a calendar event',
    description:
      'Puts an event into the calendar: start_datetime and end_datetime, or for all day start_date and end_date (exclusive). Nobody is invited by mail unless send_invitations is true.',
    toolsets: ['agenda', 'core'],
  },
  get_calendar_event: {
    title: 'Get a calendar event',
    description: 'One event by its providerId, with attendees, meeting links and whether it recurs.',
    toolsets: ['agenda'],
  },
  update_calendar_event: {
    title: 'Change a calendar event',
    description:
      'Moves or changes an event; fields left out stay, attendees replace the list. The id of a series changes the whole series.',
    toolsets: ['agenda'],
  },
  delete_calendar_event: {
    title: 'Delete a calendar event',
    description: 'Deletes an event at the provider. Attendees hear of it only with send_invitations.',
    toolsets: ['agenda'],
  },
  list_connected_accounts: {
    title: 'List connected accounts',
    description:
      'The mail and calendar accounts kith may read, what each allows, and whether one must be connected again.',
    toolsets: ['agenda', 'account'],
  },
} satisfies Record<string, ToolText>;

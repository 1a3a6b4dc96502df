const json = 'application/json';
const markdown = 'Add ?format=md for Markdown.';

/** Resources with a fixed address. */
export const resources = [
  {
    uri: 'kith://overview',
    name: 'overview',
    title: 'Overview',
    description: `Today, how much there is of everything, groups, tags, custom fields, and due reminders. ${markdown}`,
  },
  {
    uri: 'kith://contacts',
    name: 'contacts',
    title: 'Contacts',
    description: `The people in the address book, newest first. ${markdown}`,
  },
  {
    uri: 'kith://favorites',
    name: 'favorites',
    title: 'Favorites',
    description: 'The contacts, groups and views marked as favorites, as sorted by the user.',
  },
  {
    uri: 'kith://reminders/due',
    name: 'reminders-due',
    title: 'Reminders due',
    description: 'Open reminders that are due today or overdue, soonest first, with the people they are about.',
  },
  {
    uri: 'kith://agenda/today',
    name: 'agenda-today',
    title: 'Agenda today',
    description: `Calendar events of today, from every connected account. ${markdown}`,
  },
  {
    uri: 'kith://agenda/week',
    name: 'agenda-week',
    title: 'Agenda this week',
    description: `Calendar events of today and the six days after it. ${markdown}`,
  },
  {
    uri: 'kith://emails/recent',
    name: 'emails-recent',
    title: 'Recent emails',
    description: 'The newest emails in the inboxes of all connected accounts.',
  },
].map((resource) => ({ ...resource, mimeType: json }));

const readable = 'by id or by the readable form that completion offers';

const pages = [
  {
    uriTemplate: 'kith://contacts/{contact}',
    name: 'contact',
    title: 'Contact',
    description: `One person with everything known, ${readable}. ${markdown}`,
  },
  {
    uriTemplate: 'kith://contacts/{contact}/timeline',
    name: 'contact-timeline',
    title: 'Timeline of a contact',
    description: `Notes, emails and events with one person, newest first. ${markdown}`,
  },
  {
    uriTemplate: 'kith://groups/{group}/contacts',
    name: 'group-contacts',
    title: 'Contacts of a group',
    description: `The members of one group, ${readable}. ${markdown}`,
  },
  {
    uriTemplate: 'kith://agenda/{date}',
    name: 'agenda-day',
    title: 'Agenda of a day',
    description: `Calendar events of one day, as 2026-11-21, today or week. ${markdown}`,
  },
].map((template) => ({ ...template, mimeType: json }));

/** Photos have no media type here, because it is known only after reading. */
const photo = {
  uriTemplate: 'kith://photos/{photo}',
  name: 'photo',
  title: 'Photo of a contact',
  description: "The picture at the address in a contact's image_url.",
};

export const resourceTemplates = [...pages, photo];

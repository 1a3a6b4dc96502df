const json = 'application/json';
const markdown = 'Add ?format=md for Markdown.';

/** The resources that have one address each. */
export const resources = [
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
    description: 'The contacts, groups and views marked as favorites, in their order.',
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
    title: 'Recent e-mails',
    description: 'The newest e-mails in the inboxes of every connected account.',
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
    description: `Notes, e-mails and events with one person, newest first. ${markdown}`,
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

/** The media type of a photo is not known before it is read. */
const photo = {
  uriTemplate: 'kith://photos/{photo}',
  name: 'photo',
  title: 'Photo of a contact',
  description: 'The picture itself, by the address that image_url of a contact gives.',
};

export const resourceTemplates = [...pages, photo];

import type {
  ADDRESS_FIELDS,
  FLAG_FIELDS,
  MESSAGE_TEXT_FIELDS,
  MESSAGE_TIME_FIELDS,
  POSTAL_FIELDS,
  PROFILE_FIELDS,
  PROVIDER_FIELDS,
  READ_ONLY_TEXT_FIELDS,
  READ_ONLY_TIME_FIELDS,
  TEXT_FIELDS,
  TIME_FIELDS,
} from './contact-fields.ts';

type Described =
  | (typeof TEXT_FIELDS)[number]
  | (typeof ADDRESS_FIELDS)[number]
  | (typeof PROFILE_FIELDS)[number]
  | (typeof FLAG_FIELDS)[number]
  | (typeof MESSAGE_TEXT_FIELDS)[number]
  | (typeof MESSAGE_TIME_FIELDS)[number]
  | (typeof PROVIDER_FIELDS)[number]
  | (typeof TIME_FIELDS)[number]
  | (typeof READ_ONLY_TEXT_FIELDS)[number]
  | (typeof READ_ONLY_TIME_FIELDS)[number]
  | 'image_source'
  | 'website'
  | 'priority_tier'
  | 'linkedin_data'
  | 'web_search_summary';

const lastMessage = (where: string) =>
  `When the last message on ${where} came or went, as another program reported it.`;
const snippet = (where: string) => `The beginning of the last message on ${where}.`;
const link = (where: string) => `Where to open the conversation on ${where}.`;

/** What each column of a contact means, for callers who write it and for those who read it. */
export const CONTACT_DESCRIPTIONS: Record<Described, string> = {
  first_name: 'The given name.',
  last_name: 'The family name.',
  full_name: 'The whole name; the given and family names together unless it is set.',
  description: 'Who this is, in free words.',
  job_title: 'What the person does.',
  company: 'Where the person works.',
  education: 'Where the person studied.',
  legacy_location: 'Where the person lives, as free text.',
  image_url: 'The address of the photo; `kith://photos/{photoId}` for one that is kept here.',
  business_card_url: 'The address of a picture of the business card, or `kith://photos/{photoId}`.',
  image_source: 'Where the photo comes from.',
  website: 'The address of a page about the person.',
  linkedin: 'The LinkedIn name or address of the person.',
  twitter: 'The Twitter or X name or address of the person.',
  facebook: 'The Facebook name or address of the person.',
  instagram: 'The Instagram name or address of the person.',
  telegram: 'The Telegram name or address of the person.',
  tiktok: 'The TikTok name or address of the person.',
  youtube: 'The YouTube name or address of the person.',
  starred: 'Whether the contact is marked as important.',
  is_archived: 'Whether the contact is hidden from lists.',
  ignore_merge: 'Whether the contact is never proposed as a duplicate.',
  never_keep_in_touch: 'Whether you never want to be reminded to keep in touch.',
  priority_tier: 'How much the contact matters, as a number of your own; null for none.',
  last_seen_at: 'When you last met or were in touch.',
  first_met_at: 'When you first met.',
  next_reminder_at: 'When to be in touch again; follows from `frequency`.',
  last_reminder_at: 'When you were last reminded to be in touch.',
  first_interaction_at: 'When you were first in touch, as far as is known.',
  whatsapp_message_link: link('WhatsApp'),
  whatsapp_message_snippet: snippet('WhatsApp'),
  whatsapp_last_message_at: lastMessage('WhatsApp'),
  imessage_message_link: link('iMessage'),
  imessage_message_snippet: snippet('iMessage'),
  imessage_last_message_at: lastMessage('iMessage'),
  instagram_message_link: link('Instagram'),
  instagram_message_snippet: snippet('Instagram'),
  instagram_last_message_at: lastMessage('Instagram'),
  linkedin_message_link: link('LinkedIn'),
  linkedin_last_message_snippet: snippet('LinkedIn'),
  linkedin_last_message_at: lastMessage('LinkedIn'),
  gmail_last_interaction_at: 'When the last e-mail came or went, as another program reported it.',
  gmail_last_interaction_provider: 'The provider that has the last e-mail.',
  gmail_last_interaction_provider_id: "The provider's id of the last e-mail.",
  gmail_last_interaction_subject: 'The subject of the last e-mail.',
  gcal_last_interaction_at: 'When you last shared a calendar event, as another program reported it.',
  gcal_last_interaction_provider: 'The provider that has the last shared event.',
  gcal_last_interaction_provider_id: "The provider's id of the last shared event.",
  gcal_last_interaction_title: 'The title of the last shared event.',
  phone_call_interaction_snippet: 'What the last phone call was about.',
  phone_call_last_interaction_at: 'When the last phone call was, as another program reported it.',
  linkedin_companies: 'The companies that LinkedIn lists.',
  linkedin_education: 'The schools that LinkedIn lists.',
  linkedin_urn: "LinkedIn's own id of the person.",
  linkedin_headline: 'The line under the name on LinkedIn.',
  linkedin_enhance_date: 'When the LinkedIn data was last filled in.',
  linkedin_data: 'What a program knows from LinkedIn; kept as sent.',
  web_search_summary: 'What a program found on the web; kept as sent.',
  geocode_failed_at: 'When looking up the place on the map last failed.',
};

/** The parts of a postal address. */
export const POSTAL_DESCRIPTIONS: Record<(typeof POSTAL_FIELDS)[number], string> = {
  formatted: 'The whole address as one text.',
  street: 'Street and number.',
  city: 'The town.',
  region: 'State, county or province.',
  country: 'The country, as written.',
  postal_code: 'The postal or ZIP code, as written.',
  address_type: 'What kind of address it is, such as `home` or `work`.',
};

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

const lastMessage = (where: string) => `Time of the last ${where} message, reported by another program.`;
const snippet = (where: string) => `Beginning of the last ${where} message.`;
const link = (where: string) => `URL of the ${where} conversation.`;

/** Descriptions of a contact's columns, for reading and writing. */
export const CONTACT_DESCRIPTIONS: Record<Described, string> = {
  first_name: 'Given name.',
  last_name: 'Family name.',
  full_name: 'Full name. Default: given and family name.',
  description: 'Free-text description of the person.',
  job_title: 'Job title of the person.',
  company: 'Company that the person works for.',
  education: 'School or university.',
  legacy_location: 'Where the person lives, as free text.',
  image_url: 'URL of the photo; `kith://photos/{photoId}` for a stored photo.',
  business_card_url: 'URL of a picture of the business card, or `kith://photos/{photoId}`.',
  image_source: 'Source of the photo.',
  website: 'URL of a web page about the person.',
  linkedin: 'LinkedIn user name or profile URL.',
  twitter: 'Twitter or X user name or profile URL.',
  facebook: 'Facebook user name or profile URL.',
  instagram: 'Instagram user name or profile URL.',
  telegram: 'Telegram user name or profile URL.',
  tiktok: 'TikTok user name or profile URL.',
  youtube: 'YouTube user name or profile URL.',
  starred: 'Whether the contact is marked as important.',
  is_archived: 'Whether the contact is hidden from lists.',
  ignore_merge: 'Whether the contact is never suggested as a duplicate.',
  never_keep_in_touch: 'Whether keep-in-touch reminders are off for this contact.',
  priority_tier: 'Priority on your own numeric scale; null for none.',
  last_seen_at: 'When you last met or were in touch.',
  first_met_at: 'When you first met.',
  next_reminder_at: 'When to be in touch again, based on `frequency`.',
  last_reminder_at: 'When you were last reminded to be in touch.',
  first_interaction_at: 'First known contact.',
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
  gmail_last_interaction_at: 'Time of the last email, reported by another program.',
  gmail_last_interaction_provider: 'Provider of the last email.',
  gmail_last_interaction_provider_id: "The provider's id of the last email.",
  gmail_last_interaction_subject: 'The subject of the last email.',
  gcal_last_interaction_at: 'Time of the last shared calendar event, reported by another program.',
  gcal_last_interaction_provider: 'Provider of the last shared event.',
  gcal_last_interaction_provider_id: "The provider's id of the last shared event.",
  gcal_last_interaction_title: 'The title of the last shared event.',
  phone_call_interaction_snippet: 'Subject of the last phone call.',
  phone_call_last_interaction_at: 'Time of the last phone call, reported by another program.',
  linkedin_companies: 'Companies listed on LinkedIn.',
  linkedin_education: 'Schools listed on LinkedIn.',
  linkedin_urn: "LinkedIn's id of the person.",
  linkedin_headline: 'Headline on LinkedIn.',
  linkedin_enhance_date: 'When the LinkedIn data was last updated.',
  linkedin_data: 'LinkedIn data from a program, stored as sent.',
  web_search_summary: 'Web search results from a program, stored as sent.',
  geocode_failed_at: 'When geocoding last failed.',
};

/** Descriptions of a postal address's parts. */
export const POSTAL_DESCRIPTIONS: Record<(typeof POSTAL_FIELDS)[number], string> = {
  formatted: 'The complete address as one string.',
  street: 'Street and number.',
  city: 'City or town.',
  region: 'State, county, or province.',
  country: 'The country, as written.',
  postal_code: 'The postal or ZIP code, as written.',
  address_type: 'Kind of address, such as `home` or `work`.',
};

// How sure kith is that contacts are one person, and why, in words.

export type Band = 'certain' | 'likely' | 'possible';

export const BANDS: Record<Band, { title: string; lead: string }> = {
  certain: {
    title: 'Certain',
    lead: 'They share what only one person has, and nothing speaks against it.',
  },
  likely: { title: 'Likely', lead: 'Much speaks for it: worth a look.' },
  possible: { title: 'Possible', lead: 'More than strangers share, or something speaks against it.' },
};

const REASONS: Record<string, string> = {
  same_email: 'same e-mail',
  similar_email: 'similar e-mails',
  same_phone: 'same phone number',
  similar_phone: 'similar phone numbers',
  same_linkedin: 'same LinkedIn profile',
  same_profile: 'same profile',
  shared_contact_key: 'an e-mail or number that others have too',
  same_name: 'same name',
  similar_name: 'similar names',
  nickname: 'a nickname of the other',
  initials: 'initials that fit',
  names_swapped: 'first and last name swapped',
  same_birthday: 'same birthday',
  similar_birthday: 'similar birthdays',
  same_address: 'same address',
  similar_address: 'similar addresses',
  same_town: 'same town',
  same_company: 'same company',
  same_job_title: 'same job title',
  conflict_first_name: 'but other first names',
  conflict_last_name: 'but other last names',
  conflict_suffix: 'but Junior and Senior',
  conflict_birthday: 'but other birthdays',
  conflict_linkedin: 'but other LinkedIn profiles',
  conflict_address: 'but other addresses',
};

/** What speaks for it, then what speaks against it. */
export const reasonsText = (reasons: readonly string[]): string =>
  [...reasons]
    .sort((a, b) => Number(a.startsWith('conflict_')) - Number(b.startsWith('conflict_')))
    .map((reason) => REASONS[reason] ?? reason.replaceAll('_', ' '))
    .join(', ');

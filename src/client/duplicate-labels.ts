// Descriptions of the confidence in a duplicate and its reasons.

export type Band = 'certain' | 'likely' | 'possible';

export const BANDS: Record<Band, { title: string; lead: string }> = {
  certain: {
    title: 'Certain',
    lead: 'They share details that belong to one person, and nothing conflicts.',
  },
  likely: { title: 'Likely', lead: 'Strong agreement: worth a look.' },
  possible: { title: 'Possible', lead: 'More agreement than strangers have, or a conflict.' },
};

const REASONS: Record<string, string> = {
  same_email: 'same email',
  similar_email: 'similar emails',
  same_phone: 'same phone number',
  similar_phone: 'similar phone numbers',
  same_linkedin: 'same LinkedIn profile',
  same_profile: 'same profile',
  shared_contact_key: 'an email or number that others have too',
  same_name: 'same name',
  similar_name: 'similar names',
  nickname: 'nickname of the other',
  initials: 'matching initials',
  names_swapped: 'first and last name swapped',
  same_birthday: 'same birthday',
  similar_birthday: 'similar birthdays',
  same_address: 'same address',
  similar_address: 'similar addresses',
  same_town: 'same town',
  same_company: 'same company',
  same_job_title: 'same job title',
  conflict_first_name: 'but different first names',
  conflict_last_name: 'but different last names',
  conflict_suffix: 'but Junior and Senior',
  conflict_birthday: 'but different birthdays',
  conflict_linkedin: 'but different LinkedIn profiles',
  conflict_address: 'but different addresses',
};

/** Sorts the reasons: agreements first, then conflicts. */
export const reasonsText = (reasons: readonly string[]): string =>
  [...reasons]
    .sort((a, b) => Number(a.startsWith('conflict_')) - Number(b.startsWith('conflict_')))
    .map((reason) => REASONS[reason] ?? reason.replaceAll('_', ' '))
    .join(', ');

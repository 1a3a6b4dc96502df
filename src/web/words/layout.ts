/** Words for small parts that many pages share. */
export const COPY = { copy: 'Copy', copied: 'Copied' };

export const MORE = 'More';

export const USES = { used: 'last used', unused: 'not used yet' };

/** Words for accounts that an answer lacks. */
export const NOT_CONNECTED_WORDS = {
  calendar: 'No calendar is connected.',
  mail: 'No email account is connected.',
  connect: 'Connect account',
};

/** Words for installing the web app. */
export const INSTALL = {
  description: 'The people you know, and what you last talked about',
  today: 'Today',
  people: 'People',
};

/** Words for the configuration profile of an iPhone, iPad, or Mac. */
export const APPLE_PROFILE = { description: 'Syncs your contacts with kith.' };

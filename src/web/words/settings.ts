/** Words for the list of settings. */
export const SETTINGS = {
  title: 'Settings',
  groups: { account: 'Account', connections: 'Connections', messages: 'Messages', data: 'Data' },
  pages: {
    you: 'You',
    signIn: 'Sign-in',
    log: 'Security log',
    accounts: 'Email and calendars',
    books: 'Address books',
    assistants: 'Assistants',
    devices: 'Phones and computers',
    keys: 'API keys',
    messages: 'Daily message',
    feed: 'Calendar feed',
    data: 'Import and export',
    trash: 'Trash',
  },
};

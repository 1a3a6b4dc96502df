/** Words for the security log. */
export const LOG = {
  title: 'Security log',
  lead: 'Sign-ins, keys, connected apps, and refused requests of the last 90 days, newest first. It never contains your notes or contacts.',
  empty: 'No entries yet',
  from: 'from',
  more: 'Older entries',
  first: 'Newest entries',
  stranger: 'Do you see something that wasn’t you? Sign out all other browsers and remove unknown passkeys under',
  signIn: 'Sign-in',
};

/** Security events; the entry also names the key or app. */
export const EVENT_WORDS: Record<string, string> = {
  'key.accepted': 'API key used',
  'key.refused': 'API key refused',
  'key.made': 'API key created',
  'key.shown': 'API key shown in a shell',
  'key.replaced': 'API key replaced',
  'key.revoked': 'API key revoked',
  'permission.refused': 'Request without permission refused',
  'limit.hit': 'Too many requests',
  'user.added': 'Account created',
  'user.removed': 'Account deleted',
  'plan.changed': 'Plan changed',
  'link.made': 'Sign-in link created',
  'link.used': 'Sign-in link used',
  'link.refused': 'Sign-in link refused',
  'passkey.added': 'Passkey added',
  'passkey.removed': 'Passkey removed',
  'passkey.refused': 'Passkey refused',
  'provider.refused': 'Sign-in with provider refused',
  'session.opened': 'Signed in',
  'session.refused': 'Expired session refused',
  'session.ended': 'Browser signed out',
  'secret.rotated': 'Server secret replaced',
  'host.connected': 'App connected',
  'host.disconnected': 'App disconnected',
  'host.accepted': 'App used your contacts',
  'sync.failed': 'Address book sync failed',
  'sync.waiting': 'Address book sync paused: it would delete many people',
  'card.conflict': 'Conflicting edits of one field: choose the value to keep',
  'account.connected': 'Email or calendar account connected',
  'account.disconnected': 'Email or calendar account disconnected',
  'feed.made': 'Calendar feed turned on',
  'feed.replaced': 'Calendar feed URL replaced',
  'feed.shown': 'Calendar feed URL shown',
  'feed.ended': 'Calendar feed turned off',
  'feed.refused': 'Unknown calendar feed URL refused',
  'data.exported': 'Data exported',
  'data.imported': 'Data imported',
  'data.backed_up': 'Backup created',
  'data.restored': 'Backup restored',
  'message.sent': 'Message sent to you',
  'message.failed': 'Message to you failed',
  'message.set': 'Message settings changed',
  'message.off': 'Messages turned off',
  'lines.left_out': 'Entries skipped: too many at once',
};

/** Words for some details. */
export const EVENT_DETAILS: Record<string, string> = {
  link: 'with a one-time link',
  passkey: 'with a passkey',
  provider: 'with your provider',
  expired: 'expired',
  plan: 'the free plan allows no keys',
  counter: 'the passkey was copied',
};

/** Events whose detail says nothing to a user, such as the plan of a new account. */
export const EVENTS_WITHOUT_DETAIL = ['user.added'];

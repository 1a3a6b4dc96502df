/** Words for a user's settings. */
export const YOU = {
  title: 'You',
  lead: 'Your name, time zone, and country.',
  email: 'Email',
  emailHint: 'To change your email address, ask your administrator.',
  noPasskey: 'You have no passkey yet. Until you add one, each sign-in needs a new one-time link.',
  addPasskey: 'Add passkey',
  form: 'Profile',
  name: 'Name',
  zone: 'Time zone',
  zoneHint:
    'Sets when your day begins. Changing it moves all-day reminders and birthdays with it; reminders with a time keep their moment.',
  country: 'Country',
  unknown: 'Not set',
  countryHint: 'kith reads phone numbers without a country code, old and new, as numbers of this country.',
  save: 'Save',
  restart: 'An assistant that starts kith on this computer sees changes after its next start.',
  saved: (zone: string, numbersChanged: number) =>
    [
      `Profile saved. Time zone: ${zone}.`,
      ...(numbersChanged === 0
        ? []
        : numbersChanged === 1
          ? ['1 phone number updated.']
          : [`${numbersChanged} phone numbers updated.`]),
    ].join(' '),
  refused: {
    name: 'Enter a name of at most 200 characters, in one line.',
    time_zone: 'Unknown time zone. Enter one such as Europe/Berlin or America/New_York.',
    country: 'Unknown country. Choose one from the list.',
  },
};

/** Words for the offer to use the browser's time zone. */
export const TIME_ZONE = {
  use: (zone: string) => `Use ${zone}`,
  differs: (zone: string) => `This browser's time zone is ${zone}.`,
};

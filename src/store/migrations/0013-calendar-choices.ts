/** Which calendars of an account count, where its user has chosen. */
export const calendarChoices = (): string[] => [
  `alter table connected_accounts add column choices text not null default '{}'`,
];

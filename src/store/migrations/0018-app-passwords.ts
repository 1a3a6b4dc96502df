/** Keys that people type into a phone: they open the address book to CardDAV, and nothing else. */
export const appPasswords = (): string[] => [`alter table api_keys add column kind text not null default 'api'`];

/**
 * Contacts are found by what describes them, and by their names however they are written. Each is indexed again after the
 * first request of its user. Members of a group and of a tag are read in the order of their ids.
 */
export const foundPeople = (): string[] => [
  `insert into records_to_index (user_id, kind, id)
    select user_id, 'contact', id from contacts where true on conflict do nothing`,
  'drop index groups_contacts_group',
  'create index groups_contacts_group on groups_contacts (user_id, group_id, contact_id)',
  'drop index tags_contacts_tag',
  'create index tags_contacts_tag on tags_contacts (user_id, tag_id, contact_id)',
];

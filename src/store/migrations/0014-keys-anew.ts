/**
 * Names are read in more ways than an older version knew, and `00` before the code of a country as `+`: the keys that
 * duplicates are found by, and numbers stored with `00`, are made anew after the first request of their user.
 */
export const keysAnew = (): string[] => [
  `insert into contacts_to_match (user_id, contact_id)
    select user_id, id from contacts where true on conflict do nothing`,
  `insert into records_to_index (user_id, kind, id)
    select distinct user_id, 'contact', contact_id from contact_phone_numbers where normal like '00%' on conflict do nothing`,
];
